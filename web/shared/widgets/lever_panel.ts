import { type Control, Control_Kind } from '../../protocol/outrigger_pb.js';
import { kStickAxes, type Levers, rangeOf, type StickAxis, throughStick } from '../input/levers.js';
import { actionOf, isMirrored, labelOf } from '../words/controls.js';
import { text } from '../words/language.js';
import { term } from '../words/terms.js';
import { make } from './dom.js';
import { drag } from './drag.js';

/** Updates one control's picture: what the operator asks for, and what the machine obeys. */
type Painter = (wanted: readonly number[], obeyed: readonly number[]) => void;

interface AxisUse {
  index: number;
  control: Control;
}

/**
 * The levers on the screen: two sticks, bars, buttons and choices. They show the levers, and they
 * can be dragged with mouse or finger.
 */
export class LeverPanel {
  private painters: Painter[] = [];

  constructor(
    private readonly element: HTMLElement,
    private readonly onChange: () => void,
  ) {}

  /** Builds the panel of a machine; empties it without levers. */
  attach(levers: Levers | undefined): void {
    this.element.replaceChildren();
    this.painters = [];
    if (!levers) return;
    const axes = new Map<StickAxis, AxisUse>();
    levers.controls.forEach((control, index) => {
      const axis = control.stick as StickAxis;
      if (kStickAxes.includes(axis) && !axes.has(axis)) axes.set(axis, { index, control });
    });
    const onSticks = new Set([...axes.values()].map((use) => use.index));
    const middle = make('div', { class: 'middle' });
    const bars = make('div', { class: 'bars' });
    const switches = make('div', { class: 'switches' });
    levers.controls.forEach((control, index) => {
      if (onSticks.has(index)) return;
      if (control.kind === Control_Kind.CHOICE) switches.append(this.choice(levers, index));
      else if (control.kind === Control_Kind.BUTTON) switches.append(this.button(levers, index));
      else bars.append(this.bar(levers, index));
    });
    middle.append(...[bars, switches].filter((e) => e.childElementCount > 0));
    const left = this.stick(levers, 'left', axes.get('left_x'), axes.get('left_y'));
    const right = this.stick(levers, 'right', axes.get('right_x'), axes.get('right_y'));
    this.element.append(...[left, middle, right].filter((e) => e !== undefined));
  }

  paint(wanted: readonly number[], obeyed: readonly number[]): void {
    for (const painter of this.painters) painter(wanted, obeyed);
  }

  private stick(
    levers: Levers,
    side: 'left' | 'right',
    x: AxisUse | undefined,
    y: AxisUse | undefined,
  ): HTMLElement | undefined {
    if (!x && !y) return undefined;
    const box = make('div', { class: `stick panel ${side}` });
    const pad = make('div', { class: 'pad' });
    const ring = make('div', { class: 'ring' });
    const knob = make('div', { class: 'knob' });
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', text(side === 'left' ? 'leftStick' : 'rightStick'));
    pad.append(make('div', { class: 'cross' }), ring, knob);
    // What each direction does, written on its side.
    const word = (use: AxisUse | undefined, towards: 1 | -1, place: string) => {
      if (!use) return;
      const positive = throughStick(use.control, towards) > 0;
      pad.append(make('span', { class: `word ${place}` }, actionOf(use.control, positive)));
    };
    word(y, 1, 'up');
    word(y, -1, 'down');
    word(x, -1, 'left');
    word(x, 1, 'right');
    box.append(pad);
    drag(pad, (position) => {
      const value = (use: AxisUse, at: number) => throughStick(use.control, at);
      if (x) levers.hold(x.index, position && value(x, position.x));
      if (y) levers.hold(y.index, position && value(y, position.y));
      this.onChange();
    });
    const place = (part: HTMLElement, values: readonly number[]) => {
      const px = x ? throughStick(x.control, values[x.index] ?? 0) : 0;
      const py = y ? throughStick(y.control, values[y.index] ?? 0) : 0;
      part.style.left = `${50 + 42 * px}%`;
      part.style.top = `${50 - 42 * py}%`;
    };
    this.painters.push((wanted, obeyed) => {
      place(knob, wanted);
      place(ring, obeyed);
    });
    return box;
  }

  private bar(levers: Levers, index: number): HTMLElement {
    const control = levers.controls[index]!;
    const [low, high] = rangeOf(control);
    const box = make('div', { class: 'bar panel' });
    const track = make('div', { class: 'track' });
    const fill = make('div', { class: 'fill' });
    const mark = make('div', { class: 'mark' });
    track.tabIndex = 0;
    track.setAttribute('role', 'slider');
    track.setAttribute('aria-label', labelOf(control));
    track.setAttribute('aria-valuemin', String(low));
    track.setAttribute('aria-valuemax', String(high));
    track.append(fill, mark);
    const mirrored = isMirrored(control);
    const sign = mirrored ? -1 : 1;
    box.append(make('span', { class: 'name' }, labelOf(control)), track);
    const ends = make('span', { class: 'ends' });
    const words = low < 0 ? [control.negative, control.positive] : [''];
    if (mirrored) words.reverse();
    ends.append(...words.map((w) => make('span', {}, term(w))));
    box.append(ends);
    drag(track, (position) => {
      const value = position && (low < 0 ? sign * position.x : (position.x + 1) / 2);
      levers.hold(index, value);
      this.onChange();
    });
    track.addEventListener('keydown', (event) => {
      const by = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1 }[event.code];
      if (by === undefined || levers.usesKey(event.code)) return;
      event.preventDefault();
      levers.hold(index, levers.value(index) + sign * by);
      this.onChange();
    });
    track.addEventListener('blur', () => levers.hold(index, undefined));
    track.addEventListener('dblclick', () => levers.hold(index, 0));
    const at = (value: number) => (low < 0 ? 50 + 50 * sign * value : 100 * value);
    this.painters.push((wanted, obeyed) => {
      const value = wanted[index] ?? 0;
      const [a, b] = [at(0), at(obeyed[index] ?? 0)];
      fill.style.left = `${Math.min(a, b)}%`;
      fill.style.width = `${Math.abs(a - b)}%`;
      mark.style.left = `${at(value)}%`;
      track.setAttribute('aria-valuenow', value.toFixed(2));
    });
    return box;
  }

  private button(levers: Levers, index: number): HTMLElement {
    const control = levers.controls[index]!;
    const button = make('button', { class: 'hold' }, labelOf(control));
    button.type = 'button';
    button.title = control.positive;
    const set = (value: number | undefined) => {
      levers.hold(index, value);
      this.onChange();
    };
    button.addEventListener('pointerdown', (event) => {
      button.setPointerCapture(event.pointerId);
      set(1);
    });
    for (const end of ['pointerup', 'pointercancel', 'blur']) {
      button.addEventListener(end, () => set(undefined));
    }
    button.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.repeat) set(1);
    });
    button.addEventListener('keyup', () => set(undefined));
    this.painters.push((wanted, obeyed) => {
      const on = (wanted[index] ?? 0) > 0.5 || (obeyed[index] ?? 0) > 0.5;
      button.setAttribute('aria-pressed', String(on));
    });
    return button;
  }

  private choice(levers: Levers, index: number): HTMLElement {
    const control = levers.controls[index]!;
    const group = make('div', { class: 'choice panel' });
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', labelOf(control));
    group.append(make('span', { class: 'name' }, labelOf(control)));
    const buttons = control.choices.map((choice, value) => {
      const button = make('button', {}, term(choice));
      button.type = 'button';
      button.onclick = () => {
        levers.hold(index, value);
        this.onChange();
      };
      return button;
    });
    group.append(...buttons);
    this.painters.push((wanted, obeyed) => {
      const now = Math.round(wanted[index] ?? 0);
      const obeys = Math.round(obeyed[index] ?? now);
      buttons.forEach((button, value) => {
        button.setAttribute('aria-pressed', String(value === now));
        button.classList.toggle('pending', value === now && obeys !== now);
      });
    });
    return group;
  }
}
