import { Command_Kind, type Notice, type Scene } from '../../protocol/outrigger_pb.js';
import type { Seat } from '../state/seat.js';
import { text } from '../words/language.js';
import { levelOf } from '../words/notices.js';
import { formatTime } from '../words/quantities.js';
import { make, makeButton, setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

/** Milliseconds between two moments that are asked for while the slider moves. */
const kSeekEvery = 150;
const kMostMarks = 200;
/** Seconds of one jump, and how far beside a mark one is at it. */
const kJump = 5;
const kAtMark = 0.05;

interface Mark {
  time: number;
  element: HTMLElement;
}

/**
 * Time of a recording, or the last minutes of a live seat: play, seek, and what happened as marks. On
 * a live seat a jump pauses; resuming drives on from there.
 */
export class Timeline implements Widget {
  private readonly play: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private readonly buttons: HTMLButtonElement[];
  private readonly seek = make('input', {
    id: 'seek',
    type: 'range',
    min: '0',
    max: '1',
    step: '0.01',
    value: '0',
    'aria-label': text('timeInRecording'),
  });
  private readonly time = make('output', { id: 'seek-time' }, '0.0 s');
  private readonly rail = make('div', { id: 'marks', 'aria-hidden': 'true' });
  private marks: Mark[] = [];
  private range = { first: 0, last: 1 };
  private wanted: number | undefined;
  private waiting: number | undefined;
  private shown = 0;
  private scale = 1;
  private paused = false;
  private replay = false;
  private open = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly seat: Seat,
  ) {
    this.play = makeButton(text('pause'), () => seat.togglePause(), { id: 'play' });
    this.back = makeButton('◀', () => this.turn(), {
      id: 'backwards',
      title: text('backwards'),
      'aria-label': text('backwards'),
      'aria-pressed': 'false',
    });
    const button = (label: string, title: string, run: () => void) =>
      makeButton(label, run, { title, 'aria-label': title });
    const jump = (by: number) => () => this.ask(this.shown + by);
    this.buttons = [
      button('|◀', text('eventBefore'), () => this.toMark(-1)),
      button(`−${kJump} s`, text('secondsBack', { seconds: kJump }), jump(-kJump)),
      this.back,
      this.play,
      button(`+${kJump} s`, text('secondsOn', { seconds: kJump }), jump(kJump)),
      button('▶|', text('eventAfter'), () => this.toMark(1)),
    ];
    this.seek.oninput = () => this.ask(Number(this.seek.value));
    this.seek.onchange = () => this.seek.blur();
    const slider = make('div', { id: 'seek-box' }, this.rail, this.seek);
    element.replaceChildren(...this.buttons, slider, this.time);
    seat.store.follow(
      (s) => s.mayOperate,
      (may) => {
        for (const part of [...this.buttons, this.seek]) part.disabled = !may;
      },
    );
  }

  /** On a live seat: shows the last minutes, or hides them. Says whether they are shown. */
  toggle(open = !this.open): boolean {
    this.open = open;
    this.element.hidden = !this.replay && !open;
    // Where there is no room for both, the levers make way.
    document.body.classList.toggle('rewinding', open && !this.replay);
    return open;
  }

  setScene(scene: Scene): void {
    this.replay = scene.replay;
    this.range = { first: 0, last: scene.duration || 1 };
    this.seek.step = String(Math.max(scene.step, 0.01));
    this.clear();
    this.toggle(this.open);
  }

  /** What happened is marked at its time. */
  add({ time, text: words, kind, level }: Notice): void {
    const name = levelOf(level);
    if (kind === '' && name === 'info') return;
    if (this.marks.some((m) => m.time === time && m.element.title === words)) return;
    const element = make('i', { class: name, title: words });
    this.marks.push({ time, element });
    this.marks.sort((a, b) => a.time - b.time);
    while (this.marks.length > kMostMarks) this.marks.shift()?.element.remove();
    this.rail.append(element);
    this.placeMarks();
  }

  paint({ frame, time }: Moment): void {
    this.shown = time;
    this.scale = frame.timeScale || 1;
    this.paused = frame.paused;
    this.back.setAttribute('aria-pressed', String(this.scale < 0));
    const { history } = frame;
    if (!this.replay && history) this.setRange(history.first, history.last);
    if (this.element.hidden) return;
    setText(this.play, text(!frame.paused ? 'pause' : this.replay ? 'play' : 'resume'));
    if (this.seek.matches(':active')) return;
    this.seek.value = String(time);
    setText(this.time, `${formatTime(time)} / ${formatTime(this.range.last)}`);
  }

  /** Backwards at the speed that is set, or forwards again; a live seat then waits for its operator. */
  private turn(): void {
    this.seat.command(Command_Kind.TIME_SCALE, -this.scale);
    if (this.paused && this.scale > 0) this.seat.command(Command_Kind.RESUME);
  }

  private setRange(first: number, last: number): void {
    if (first === this.range.first && last === this.range.last) return;
    // A reset: what was marked has not happened.
    if (last < this.range.last) this.clear(last);
    this.range = { first, last };
    this.seek.min = String(first);
    this.seek.max = String(Math.max(last, first + 0.01));
    this.placeMarks();
  }

  private clear(after = -1): void {
    for (const mark of this.marks) if (mark.time > after) mark.element.remove();
    this.marks = this.marks.filter((mark) => mark.time <= after);
    const { first, last } = this.range;
    this.seek.min = String(first);
    this.seek.max = String(last);
  }

  private placeMarks(): void {
    const { first, last } = this.range;
    for (const { time, element } of this.marks) {
      element.hidden = time < first || time > last;
      element.style.left = `${(100 * (time - first)) / Math.max(1e-9, last - first)}%`;
    }
  }

  private toMark(direction: 1 | -1): void {
    const beyond = this.marks.filter((m) => direction * (m.time - this.shown) > kAtMark);
    const mark = direction > 0 ? beyond[0] : beyond.at(-1);
    if (mark) this.ask(mark.time);
  }

  /** A moment that is computed again takes a while: not more of them than can be had. */
  private ask(time: number): void {
    const { first, last } = this.range;
    this.wanted = Math.min(last, Math.max(first, time));
    if (this.waiting !== undefined) return;
    this.send();
    this.waiting = window.setTimeout(() => {
      this.waiting = undefined;
      if (this.wanted !== undefined) this.ask(this.wanted);
    }, kSeekEvery);
  }

  private send(): void {
    if (this.wanted === undefined) return;
    this.seat.command(Command_Kind.SEEK, this.wanted);
    this.wanted = undefined;
  }
}
