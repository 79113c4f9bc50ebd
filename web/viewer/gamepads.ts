import { type Control, Control_Kind } from '../protocol/outrigger_pb.js';
import {
  kStickAxes,
  type Levers,
  type StickAxis,
  throughStick,
  withoutDeadZone,
} from './levers.js';

/** The part of the Gamepad interface that is used. */
export interface Pad {
  index: number;
  id: string;
  axes: readonly number[];
  buttons: readonly { value: number; pressed: boolean }[];
}

/** Buttons of the standard layout. */
const kTriggers = [7, 6];
const kDpad = { up: 12, down: 13, left: 14, right: 15 };
const kFaces = [0, 1, 2, 3];
const kFaceNames = ['A', 'B', 'X', 'Y'];
const kShoulders = { previous: 4, next: 5 };

/** Which gamepad part moves which control. */
export type PadPart =
  | { control: number; part: 'stick'; axis: StickAxis }
  | { control: number; part: 'trigger'; button: number }
  | { control: number; part: 'face'; button: number }
  | { control: number; part: 'buttons'; positive: number; negative: number }
  | { control: number; part: 'shoulders'; previous: number; next: number };

/**
 * Deals the parts of a gamepad out to the controls of any machine: sticks as the scene says, then
 * pedals to the triggers, the first wheel and the first free lever to the cross, buttons to the
 * faces, the first choice to the shoulders.
 */
export function assignPad(controls: readonly Control[]): PadPart[] {
  const parts: PadPart[] = [];
  const triggers = [...kTriggers];
  const faces = [...kFaces];
  const crosses = new Map([
    [Control_Kind.WHEEL, { positive: kDpad.left, negative: kDpad.right }],
    [Control_Kind.LEVER, { positive: kDpad.up, negative: kDpad.down }],
  ]);
  let shoulders = true;
  controls.forEach((c, control) => {
    if (kStickAxes.includes(c.stick as StickAxis)) {
      parts.push({ control, part: 'stick', axis: c.stick as StickAxis });
    } else if (c.kind === Control_Kind.PEDAL && triggers.length > 0) {
      parts.push({ control, part: 'trigger', button: triggers.shift()! });
    } else if (c.kind === Control_Kind.BUTTON && faces.length > 0) {
      parts.push({ control, part: 'face', button: faces.shift()! });
    } else if (c.kind === Control_Kind.CHOICE && shoulders) {
      parts.push({ control, part: 'shoulders', ...kShoulders });
      shoulders = false;
    } else {
      const cross = crosses.get(c.kind);
      if (cross) parts.push({ control, part: 'buttons', ...cross });
      crosses.delete(c.kind);
    }
  });
  return parts;
}

/** Words for the help panel. */
export function padPartName(part: PadPart): string {
  if (part.part === 'stick') {
    const [side, axis] = part.axis.split('_');
    return `${side} stick ${axis === 'x' ? '← →' : '↑ ↓'}`;
  }
  if (part.part === 'trigger')
    return part.button === kTriggers[0] ? 'right trigger' : 'left trigger';
  if (part.part === 'face') return `button ${kFaceNames[part.button]}`;
  if (part.part === 'shoulders') return 'shoulder buttons';
  return part.positive === kDpad.up ? 'cross ↑ ↓' : 'cross ← →';
}

/**
 * The four stick positions (+x right, +y forward). One device with four axes holds both sticks; two
 * devices with fewer are the left and the right stick.
 */
export function stickPositions(pads: readonly Pad[]): Record<StickAxis, number> {
  const [first, second] = pads;
  const axis = (pad: Pad | undefined, i: number) => withoutDeadZone(pad?.axes[i] ?? 0);
  const both = (first?.axes.length ?? 0) >= 4;
  const [right, offset] = both ? [first, 2] : [second, 0];
  return {
    left_x: axis(first, 0),
    left_y: 0 - axis(first, 1),
    right_x: axis(right, offset),
    right_y: 0 - axis(right, offset + 1),
  };
}

/** Reads the gamepads once per displayed frame. */
export class Gamepads {
  private parts: PadPart[] = [];
  private levers: Levers | undefined;
  private known = new Map<number, string>();
  private shouldersDown = false;

  constructor(
    private readonly onPlugged: (name: string) => void,
    private readonly onUnplugged: (name: string) => void,
    private readonly read: () => readonly (Pad | null)[] = () => navigator.getGamepads?.() ?? [],
  ) {}

  attach(levers: Levers | undefined): void {
    this.levers = levers;
    this.parts = levers ? assignPad(levers.controls) : [];
    this.shouldersDown = false;
  }

  poll(): void {
    const pads = this.read().filter((p): p is Pad => p !== null && p.axes.length >= 2);
    this.notice(pads);
    if (!this.levers || pads.length === 0) return;
    const sticks = stickPositions(pads);
    for (const part of this.parts) this.apply(part, sticks, pads[0]!);
  }

  private notice(pads: readonly Pad[]): void {
    for (const pad of pads) {
      if (this.known.has(pad.index)) continue;
      this.known.set(pad.index, pad.id);
      this.onPlugged(pad.id);
    }
    for (const [index, id] of this.known) {
      if (pads.some((p) => p.index === index)) continue;
      this.known.delete(index);
      this.rest();
      this.onUnplugged(id);
    }
  }

  private rest(): void {
    for (const part of this.parts) this.levers?.setPad(part.control, 0);
  }

  private apply(part: PadPart, sticks: Record<StickAxis, number>, pad: Pad): void {
    const levers = this.levers!;
    const button = (i: number) => pad.buttons[i]?.value ?? 0;
    if (part.part === 'stick') {
      const control = levers.controls[part.control]!;
      levers.setPad(part.control, throughStick(control, sticks[part.axis]));
    } else if (part.part === 'buttons') {
      levers.setPad(part.control, button(part.positive) - button(part.negative));
    } else if (part.part === 'shoulders') {
      const by = button(part.next) - button(part.previous);
      if (by !== 0 && !this.shouldersDown) levers.cycle(part.control, by > 0 ? 1 : -1);
      this.shouldersDown = by !== 0;
    } else {
      levers.setPad(part.control, button(part.button));
    }
  }
}
