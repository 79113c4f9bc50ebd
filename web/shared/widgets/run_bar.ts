import { Command_Kind, type Scene } from '../../protocol/outrigger_pb.js';
import type { Seat } from '../state/seat.js';
import { formatNumber, formatTime } from '../words/quantities.js';
import { make, makeButton, makeSelect, setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

const kScales = ['0.1', '0.25', '0.5', '1', '2', '4'];

/** Time, pause, single steps, reset, speed. */
export class RunBar implements Widget {
  private readonly time = make('output', { id: 'time', 'aria-label': 'Simulated time' }, '0.0 s');
  private readonly pause: HTMLButtonElement;
  private readonly step: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private readonly scale = makeSelect(
    kScales.map((s) => [s, `× ${s}`] as const),
    { id: 'scale', 'aria-label': 'Speed' },
  );

  constructor(element: HTMLElement, seat: Seat) {
    this.pause = makeButton('Pause', () => seat.togglePause(), { id: 'pause', title: 'Key 0' });
    const once = () => seat.command(Command_Kind.SINGLE_STEP);
    this.step = makeButton('Step', once, { id: 'step', title: 'One step', hidden: true });
    this.reset = makeButton('Reset', () => seat.reset(), { id: 'reset' });
    this.scale.value = '1';
    this.scale.onchange = () => {
      seat.command(Command_Kind.TIME_SCALE, Number(this.scale.value));
      // Keys go back to the levers.
      this.scale.blur();
    };
    const speed = make('label', {}, make('span', { class: 'word' }, 'Speed'), ' ', this.scale);
    element.replaceChildren(this.time, this.pause, this.step, this.reset, speed);
    seat.store.follow(
      (s) => s.mayOperate,
      (may) => {
        for (const part of [this.pause, this.step, this.reset, this.scale]) part.disabled = !may;
      },
    );
  }

  setScene(scene: Scene): void {
    this.pause.hidden = scene.replay;
    this.reset.hidden = scene.replay;
  }

  paint({ scene, frame, time }: Moment): void {
    setText(this.time, formatTime(time));
    setText(this.pause, frame.paused ? 'Resume' : 'Pause');
    this.step.hidden = !frame.paused || scene.replay;
    this.paintScale(frame.timeScale);
  }

  private paintScale(scale: number): void {
    const select = this.scale;
    if (scale <= 0 || select.matches(':focus')) return;
    const found = [...select.options].find((o) => Math.abs(Number(o.value) - scale) < 1e-4);
    if (!found) select.append(make('option', { value: String(scale) }, `× ${formatNumber(scale)}`));
    select.value = found?.value ?? String(scale);
  }
}

/** Play and seek of a recording. */
export class Timeline implements Widget {
  private readonly play: HTMLButtonElement;
  private readonly seek = make('input', {
    id: 'seek',
    type: 'range',
    min: '0',
    max: '1',
    step: '0.01',
    value: '0',
    'aria-label': 'Time in the recording',
  });
  private readonly time = make('output', { id: 'seek-time' }, '0.0 s');

  constructor(
    private readonly element: HTMLElement,
    seat: Seat,
  ) {
    this.play = makeButton('Pause', () => seat.togglePause(), { id: 'play' });
    this.seek.oninput = () => seat.command(Command_Kind.SEEK, Number(this.seek.value));
    this.seek.onchange = () => this.seek.blur();
    element.replaceChildren(this.play, this.seek, this.time);
    seat.store.follow(
      (s) => s.mayOperate,
      (may) => {
        this.play.disabled = !may;
        this.seek.disabled = !may;
      },
    );
  }

  setScene(scene: Scene): void {
    this.element.hidden = !scene.replay;
    this.seek.max = String(scene.duration || 1);
    this.seek.step = String(Math.max(scene.step, 0.01));
  }

  paint({ scene, frame, time }: Moment): void {
    setText(this.play, frame.paused ? 'Play' : 'Pause');
    if (!scene.replay || this.seek.matches(':active')) return;
    this.seek.value = String(time);
    setText(this.time, `${formatTime(time)} / ${formatTime(scene.duration)}`);
  }
}
