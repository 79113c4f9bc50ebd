import { Command_Kind, type Scene } from '../../protocol/outrigger_pb.js';
import type { Seat } from '../state/seat.js';
import { text } from '../words/language.js';
import { formatNumber, formatTime } from '../words/quantities.js';
import { make, makeButton, makeSelect, setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

const kScales = ['0.1', '0.25', '0.5', '1', '2', '4'];

/** Time, pause, single steps, reset, speed. */
export class RunBar implements Widget {
  private readonly time = make(
    'output',
    { id: 'time', 'aria-label': text('simulatedTime') },
    '0.0 s',
  );
  private readonly pause: HTMLButtonElement;
  private readonly step: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private readonly rewind: HTMLButtonElement;
  private backwards = false;
  private readonly scale = makeSelect(
    kScales.map((s) => [s, `× ${s}`] as const),
    { id: 'scale', 'aria-label': text('speed') },
  );

  /** @param toggleHistory shows or hides the last minutes of a live seat; says whether they are shown */
  constructor(element: HTMLElement, seat: Seat, toggleHistory: () => boolean) {
    this.pause = makeButton(text('pause'), () => seat.togglePause(), {
      id: 'pause',
      title: text('keyNamed', { key: '0' }),
    });
    const once = () => seat.command(Command_Kind.SINGLE_STEP);
    this.step = makeButton(text('step'), once, {
      id: 'step',
      title: text('oneStep'),
      hidden: true,
    });
    this.reset = makeButton(text('reset'), () => seat.reset(), { id: 'reset' });
    const show = () => this.rewind.setAttribute('aria-pressed', String(toggleHistory()));
    const attributes = { id: 'rewind', 'aria-pressed': 'false', title: text('rewindHelp') };
    this.rewind = makeButton(text('rewind'), show, { ...attributes, hidden: true });
    this.scale.value = '1';
    this.scale.onchange = () => {
      const speed = Number(this.scale.value);
      seat.command(Command_Kind.TIME_SCALE, this.backwards ? -speed : speed);
      // Keys go back to the levers.
      this.scale.blur();
    };
    const speed = make(
      'label',
      {},
      make('span', { class: 'word' }, text('speed')),
      ' ',
      this.scale,
    );
    element.replaceChildren(this.time, this.pause, this.step, this.rewind, this.reset, speed);
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
    this.rewind.hidden = true;
  }

  paint({ scene, frame, time }: Moment): void {
    setText(this.time, formatTime(time));
    setText(this.pause, text(frame.paused ? 'resume' : 'pause'));
    this.rewind.hidden = scene.replay || !frame.history;
    this.step.hidden = !frame.paused || scene.replay;
    this.backwards = frame.timeScale < 0;
    this.paintScale(Math.abs(frame.timeScale));
  }

  private paintScale(scale: number): void {
    const select = this.scale;
    if (scale <= 0 || select.matches(':focus')) return;
    const found = [...select.options].find((o) => Math.abs(Number(o.value) - scale) < 1e-4);
    if (!found) select.append(make('option', { value: String(scale) }, `× ${formatNumber(scale)}`));
    select.value = found?.value ?? String(scale);
  }
}
