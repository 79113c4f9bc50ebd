import { type Control, Control_Kind } from '../protocol/outrigger_pb.js';
import {
  kStickAxes,
  type Levers,
  type StickAxis,
  throughStick,
  withoutDeadZone,
} from './levers.js';
import { labelOf } from './wording.js';

/** The part of the Gamepad interface that is used. */
export interface Pad {
  index: number;
  id: string;
  axes: readonly number[];
  buttons: readonly { value: number; pressed: boolean }[];
}

/** Buttons of the standard layout. */
const kTriggers = [7, 6];
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
  | { control: number; part: 'stick'; axis: StickAxis }
  | { control: number; part: 'button'; button: number }
  | { control: number; part: 'toggle'; button: number }
  | { control: number; part: 'pair'; pair: Pair; positiveFirst: boolean }
  | { control: number; part: 'steps'; pair: Pair };

/** Does +1 go to the right, down or back, as its name says? */
const isSecond = (control: Control): boolean => /\b(right|down|back)\b/i.test(control.positive);
const isSideways = (control: Control): boolean =>
  control.kind === Control_Kind.WHEEL ||
  /\b(left|right)\b/i.test(`${control.positive} ${control.negative}`);

/**
 * Deals the parts of a gamepad out to the controls of any machine: sticks as the scene says, pedals
 * to the triggers, buttons to the faces, what goes left and right to the cross ← →, other levers to
 * the cross ↑ ↓ and then to pairs of faces, choices to the shoulders and to back and start.
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
  const onStick = (c: Control) => kStickAxes.includes(c.stick as StickAxis);
  deal(onStick, (c, control) => ({ control, part: 'stick', axis: c.stick as StickAxis }));
  deal((c) => c.kind === Control_Kind.PEDAL, single([...kTriggers], 'button'));
  const faces = [...kFaces];
  deal((c) => c.kind === Control_Kind.BUTTON, single(faces, 'button'));

  const isFree = (pair: Pair) => faces.includes(pair.first) && faces.includes(pair.second);
  const pairs = [kUpDown, ...kFacePairs.filter(isFree), kSideways];
  const two = (control: number, c: Control, pair: Pair | undefined): PadPart | undefined => {
    if (!pair) return undefined;
    pairs.splice(pairs.indexOf(pair), 1);
    return { control, part: 'pair', pair, positiveFirst: !isSecond(c) };
  };
  const isLever = (c: Control) => c.kind === Control_Kind.LEVER || c.kind === Control_Kind.WHEEL;
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
  return [...parts.values()].sort((a, b) => a.control - b.control);
}

/** Words for the help panel: the part. */
export function padPartName(part: PadPart): string {
  if (part.part === 'stick') {
    const [side, axis] = part.axis.split('_');
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
  const vertical = part.part === 'stick' && part.axis.endsWith('y');
  const first =
    part.part === 'pair' ? part.positiveFirst : throughStick(control, vertical ? 1 : -1) > 0;
  const words = [control.positive || '+', control.negative || '−'];
  return `${name}: ${(first ? words : words.reverse()).join(', ')}`;
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
  /** Controls whose choice is being changed: one change per press. */
  private readonly stepping = new Set<number>();

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
    } else if (part.part === 'pair') {
      const by = button(part.pair.first) - button(part.pair.second);
      levers.setPad(part.control, part.positiveFirst ? by : -by);
    } else if (part.part === 'steps') {
      this.change(part.control, button(part.pair.second) - button(part.pair.first));
    } else if (part.part === 'toggle') {
      this.change(part.control, button(part.button));
    } else {
      levers.setPad(part.control, button(part.button));
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
