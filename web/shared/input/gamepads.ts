import { type Control, Control_Kind } from '../../protocol/outrigger_pb.js';
import { labelOf } from '../words/controls.js';
import { kPadAxes, type Levers, type PadAxis, throughStick, withoutDeadZone } from './levers.js';

/** The part of the Gamepad interface that is used. */
export interface Pad {
  index: number;
  id: string;
  /** 'standard' for the usual gamepad. */
  mapping?: string;
  axes: readonly number[];
  buttons: readonly { value: number; pressed: boolean }[];
}

/** Buttons of the standard layout. */
const kRightTrigger = 7;
const kLeftTrigger = 6;
const kFaces = [0, 1, 2, 3];
const kNames: Record<number, string> = {
  0: 'button A',
  1: 'button B',
  2: 'button X',
  3: 'button Y',
  6: 'left trigger',
  7: 'right trigger',
  8: 'button back',
  9: 'button start',
};

/** Two buttons that belong together: the first is up or left. */
interface Pair {
  first: number;
  second: number;
  name: string;
}
const kUpDown: Pair = { first: 12, second: 13, name: 'cross ↑ ↓' };
const kSideways: Pair = { first: 14, second: 15, name: 'cross ← →' };
const kFacePairs: readonly Pair[] = [
  { first: 3, second: 0, name: 'buttons Y A' },
  { first: 2, second: 1, name: 'buttons X B' },
];
/** Previous and next of a choice. */
const kStepPairs: readonly Pair[] = [
  { first: 4, second: 5, name: 'shoulder buttons' },
  { first: 10, second: 11, name: 'press left, right stick' },
];
/** Change between the two values of a choice. */
const kToggles = [8, 9];

/** Which gamepad part moves which control. */
export type PadPart =
  | { control: number; part: 'axis'; axis: PadAxis }
  | { control: number; part: 'button'; button: number }
  | { control: number; part: 'toggle'; button: number }
  | { control: number; part: 'pair'; pair: Pair; positiveFirst: boolean }
  | { control: number; part: 'steps'; pair: Pair };

/** Does +1 go to the right, down or back, as its name says? */
const isSecond = (control: Control): boolean => /\b(right|down|back)\b/i.test(control.positive);
const isSideways = (control: Control): boolean =>
  control.kind === Control_Kind.WHEEL ||
  /\b(left|right)\b/i.test(`${control.positive} ${control.negative}`);

const isLever = (c: Control): boolean =>
  c.kind === Control_Kind.LEVER || c.kind === Control_Kind.WHEEL;
const axisOf = (c: Control): PadAxis | undefined => kPadAxes.find((axis) => axis === c.stick);
/** Only joysticks have these; a gamepad needs another part for the same control. */
const isTwist = (axis: PadAxis | undefined): boolean => axis === 'left_z' || axis === 'right_z';

/**
 * Deals the parts of a gamepad out to the controls of any machine: sticks and triggers as the scene
 * says, pedals to the triggers (else to the faces), buttons to the faces, what goes left and right to
 * the cross ← →, other levers to the cross ↑ ↓ and then to pairs of faces, choices to the shoulders
 * and to back and start. Joysticks have no triggers but a twist: what goes left and right is on the
 * left one, what a gamepad has on its triggers on the right one, unless the scene says otherwise.
 */
export function assignPad(controls: readonly Control[]): PadPart[] {
  const parts = new Map<number, PadPart>();
  const deal = (
    which: (c: Control) => boolean,
    make: (c: Control, i: number) => PadPart | undefined,
  ) =>
    controls.forEach((c, i) => {
      const part = parts.has(i) || !which(c) ? undefined : make(c, i);
      if (part) parts.set(i, part);
    });
  const single = (free: number[], part: 'button' | 'toggle') => (_: Control, control: number) => {
    const button = free.shift();
    return button === undefined ? undefined : { control, part, button };
  };
  deal(
    (c) => axisOf(c) !== undefined && !isTwist(axisOf(c)),
    (c, control) => ({ control, part: 'axis', axis: axisOf(c)! }),
  );
  const triggers = controls.some((c) => c.stick === 'triggers')
    ? []
    : [kRightTrigger, kLeftTrigger];
  const faces = [...kFaces];
  deal((c) => c.kind === Control_Kind.PEDAL, single(triggers, 'button'));
  deal((c) => c.kind === Control_Kind.PEDAL, single(faces, 'button'));
  deal((c) => c.kind === Control_Kind.BUTTON, single(faces, 'button'));

  const isFree = (pair: Pair) => faces.includes(pair.first) && faces.includes(pair.second);
  const pairs = [kUpDown, ...kFacePairs.filter(isFree), kSideways];
  const two = (control: number, c: Control, pair: Pair | undefined): PadPart | undefined => {
    if (!pair) return undefined;
    pairs.splice(pairs.indexOf(pair), 1);
    return { control, part: 'pair', pair, positiveFirst: !isSecond(c) };
  };
  deal(
    (c) => isLever(c) && isSideways(c),
    (c, i) =>
      two(
        i,
        c,
        pairs.find((pair) => pair === kSideways),
      ),
  );
  deal(isLever, (c, i) => two(i, c, pairs[0]));

  const toggles = [...kToggles];
  const steps = [...kStepPairs];
  const isChoice = (c: Control) => c.kind === Control_Kind.CHOICE;
  deal((c) => isChoice(c) && c.choices.length <= 2, single(toggles, 'toggle'));
  deal(isChoice, (_, control) => {
    const pair = steps.shift();
    return pair && { control, part: 'steps', pair };
  });
  return [...parts.values(), ...twists(controls)].sort((a, b) => a.control - b.control);
}

/** The third axes of two joysticks. */
function twists(controls: readonly Control[]): PadPart[] {
  const parts: PadPart[] = [];
  const give = (axis: PadAxis, otherwise: (c: Control) => boolean) => {
    const named = controls.findIndex((c) => c.stick === axis);
    const control = named >= 0 ? named : controls.findIndex(otherwise);
    if (control >= 0) parts.push({ control, part: 'axis', axis });
  };
  give('left_z', (c) => isLever(c) && isSideways(c) && c.stick === '');
  give('right_z', (c) => c.stick === 'triggers');
  return parts;
}

/**
 * The value of a control for the position of an axis. The scene states the sense of the axis it
 * names; on a twist that was dealt out, what goes left goes left.
 */
function onAxis(control: Control, position: number): number {
  if (control.stick !== '') return throughStick(control, position);
  return /\bleft\b/i.test(control.positive) ? -position : position;
}

/** Words for the help panel: the part. */
export function padPartName(part: PadPart): string {
  if (part.part === 'axis') {
    if (part.axis === 'triggers') return 'left, right trigger';
    const [side, axis] = part.axis.split('_');
    if (axis === 'z') return `${side} joystick, twist ↺ ↻`;
    return `${side} stick ${axis === 'x' ? '← →' : '↑ ↓'}`;
  }
  if (part.part === 'pair' || part.part === 'steps') return part.pair.name;
  return kNames[part.button] ?? `button ${part.button}`;
}

/** Words for the help panel: what the part does, in the order of its name. */
export function padPartWords(part: PadPart, control: Control): string {
  const name = labelOf(control);
  if (part.part === 'steps') return `${name}: previous, next`;
  if (part.part === 'toggle') return `${name}: ${control.choices.join(', ')}`;
  if (part.part === 'button') return name;
  const vertical = part.part === 'axis' && part.axis.endsWith('y');
  const first = part.part === 'pair' ? part.positiveFirst : onAxis(control, vertical ? 1 : -1) > 0;
  const words = [control.positive || '+', control.negative || '−'];
  return `${name}: ${(first ? words : words.reverse()).join(', ')}`;
}

/** The device that has both sticks, when there is one: else two devices are a pair of joysticks. */
function gamepadOf(pads: readonly Pad[]): Pad | undefined {
  const standard = pads.find((p) => p.mapping === 'standard');
  return standard ?? (pads.length === 1 && pads[0]!.axes.length >= 4 ? pads[0] : undefined);
}

/**
 * Where the axes are (+x right, +y forward, +z twisted to the right, triggers right minus left). A
 * gamepad holds both sticks and the triggers; two joysticks are the left and the right one, each with
 * a twist.
 */
export function stickPositions(pads: readonly Pad[]): Record<PadAxis, number> {
  const gamepad = gamepadOf(pads);
  const [left, right] = gamepad ? [gamepad, gamepad] : pads;
  const offset = gamepad ? 2 : 0;
  const axis = (pad: Pad | undefined, i: number) => withoutDeadZone(pad?.axes[i] ?? 0);
  const twist = (pad: Pad | undefined) => (gamepad ? 0 : axis(pad, 2));
  const trigger = (i: number) => gamepad?.buttons[i]?.value ?? 0;
  return {
    left_x: axis(left, 0),
    left_y: 0 - axis(left, 1),
    left_z: twist(left),
    right_x: axis(right, offset),
    right_y: 0 - axis(right, offset + 1),
    right_z: twist(right),
    triggers: trigger(kRightTrigger) - trigger(kLeftTrigger),
  };
}

/** A copy of what is used: a browser's gamepad cannot be spread. */
const pick = ({ index, id, mapping, axes, buttons }: Pad): Pad => ({
  index,
  id,
  ...(mapping === undefined ? {} : { mapping }),
  axes,
  buttons,
});

/** Reads the gamepads once per displayed frame. */
export class Gamepads {
  private parts: PadPart[] = [];
  private levers: Levers | undefined;
  private known = new Map<number, string>();
  /** Controls whose choice is being changed: one change per press. */
  private readonly stepping = new Set<number>();
  /** Devices whose third axis has been at rest: one that has not may be a slider that stays. */
  private readonly centred = new Set<number>();

  constructor(
    private readonly onPlugged: (name: string) => void,
    private readonly onUnplugged: (name: string) => void,
    private readonly read: () => readonly (Pad | null)[] = () => navigator.getGamepads?.() ?? [],
  ) {}

  attach(levers: Levers | undefined): void {
    this.levers = levers;
    this.parts = levers ? assignPad(levers.controls) : [];
    this.stepping.clear();
  }

  poll(): void {
    const pads = this.read().filter((p): p is Pad => p !== null && p.axes.length >= 2);
    this.notice(pads);
    if (!this.levers || pads.length === 0) return;
    const sticks = stickPositions(this.withoutSliders(pads));
    const device = gamepadOf(pads) ?? pads[0]!;
    // Of several parts on one lever the one further out counts.
    const furthest = new Map<number, number>();
    for (const part of this.parts) {
      const value = this.apply(part, sticks, device);
      const before = furthest.get(part.control) ?? 0;
      if (value !== undefined && Math.abs(value) >= Math.abs(before)) {
        furthest.set(part.control, value);
      }
    }
    for (const [control, value] of furthest) this.levers.setPad(control, value);
  }

  private withoutSliders(pads: readonly Pad[]): Pad[] {
    return pads.map((pad) => {
      if (withoutDeadZone(pad.axes[2] ?? 0) === 0) this.centred.add(pad.index);
      if (gamepadOf(pads) || this.centred.has(pad.index)) return pad;
      return { ...pick(pad), axes: pad.axes.slice(0, 2) };
    });
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
      this.centred.delete(index);
      this.rest();
      this.onUnplugged(id);
    }
  }

  private rest(): void {
    for (const part of this.parts) this.levers?.setPad(part.control, 0);
  }

  /** The value a part asks for; nothing for a choice, which it changes itself. */
  private apply(part: PadPart, sticks: Record<PadAxis, number>, pad: Pad): number | undefined {
    const button = (i: number) => pad.buttons[i]?.value ?? 0;
    switch (part.part) {
      case 'axis':
        return onAxis(this.levers!.controls[part.control]!, sticks[part.axis]);
      case 'pair': {
        const by = button(part.pair.first) - button(part.pair.second);
        return part.positiveFirst ? by : -by;
      }
      case 'steps':
        this.change(part.control, button(part.pair.second) - button(part.pair.first));
        return undefined;
      case 'toggle':
        this.change(part.control, button(part.button));
        return undefined;
      case 'button':
        return button(part.button);
    }
  }

  private change(control: number, by: number): void {
    if (by === 0) {
      this.stepping.delete(control);
    } else if (!this.stepping.has(control)) {
      this.stepping.add(control);
      this.levers!.cycle(control, by > 0 ? 1 : -1);
    }
  }
}
