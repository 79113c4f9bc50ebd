import { type Control, Control_Kind } from '../../protocol/outrigger_pb.js';

/**
 * Seconds from rest to full travel while a key is held, and back after it is let go; only for levers
 * that the machine itself does not ramp (Control.rate_limit), so that there is one ramp, never two.
 */
const kPressTime = 0.35;
const kReleaseTime = 0.18;
/** Seconds from the centre to full lock of a wheel that stays where it is. */
const kWheelTime = 1.2;
/** Share of a gamepad stick's travel around rest that counts as rest. */
export const kDeadZone = 0.1;

export type StickAxis = 'left_x' | 'left_y' | 'right_x' | 'right_y';
export const kStickAxes: readonly StickAxis[] = ['left_x', 'left_y', 'right_x', 'right_y'];
/** What a device can move besides: the twist of a joystick, the triggers of a gamepad. */
export type PadAxis = StickAxis | 'left_z' | 'right_z' | 'triggers';
export const kPadAxes: readonly PadAxis[] = [...kStickAxes, 'left_z', 'right_z', 'triggers'];

export const isSticky = (control: Control): boolean =>
  control.kind === Control_Kind.WHEEL || control.kind === Control_Kind.CHOICE;

/** The values a control may have. */
export function rangeOf(control: Control): [number, number] {
  switch (control.kind) {
    case Control_Kind.LEVER:
    case Control_Kind.WHEEL:
      return [-1, 1];
    case Control_Kind.CHOICE:
      return [0, Math.max(0, control.choices.length - 1)];
    default:
      return [0, 1];
  }
}

export function clampTo(control: Control, value: number): number {
  const [low, high] = rangeOf(control);
  return Number.isFinite(value) ? Math.min(high, Math.max(low, value)) : 0;
}

/** Moves `value` towards `target` by at most `most`. */
export function approach(value: number, target: number, most: number): number {
  return value + Math.min(most, Math.max(-most, target - value));
}

/** Takes the dead zone out of a stick's travel; full travel stays full. */
export function withoutDeadZone(value: number, deadZone = kDeadZone): number {
  const size = Math.abs(value);
  if (!(size > deadZone)) return 0;
  return Math.sign(value) * Math.min(1, (size - deadZone) / (1 - deadZone));
}

/** The value of a control for a stick position (+x right, +y forward), and back. */
export const throughStick = (control: Control, value: number): number =>
  control.stickReversed ? -value : value;

interface Lever {
  control: Control;
  /** Where the keys have moved it. */
  keys: number;
  /** Where the gamepad holds it. */
  pad: number;
  /** Where a finger or the mouse holds it; nothing when free. */
  screen: number | undefined;
  /** Sticky controls: the value itself. */
  kept: number;
  /** A wheel stops at the centre once while a key is held. */
  resting: boolean;
}

/**
 * The operator's levers: what keyboard, gamepad and screen together ask for. Of several devices on
 * one lever the one that is further out wins.
 */
export class Levers {
  private levers: Lever[] = [];
  private readonly pressed = new Set<string>();
  private touched = Number.NEGATIVE_INFINITY;
  private clock = 0;

  /** @param places of the controls in the scene, where they are some of several machines' */
  constructor(
    readonly controls: readonly Control[],
    readonly places: readonly number[] = controls.map((_, i) => i),
  ) {
    this.levers = controls.map((control) => ({
      control,
      keys: 0,
      pad: 0,
      screen: undefined,
      kept: clampTo(control, control.initial),
      resting: false,
    }));
  }

  /** The codes of all keys that move something. */
  usesKey(code: string): boolean {
    if (code === '') return false;
    return this.controls.some((c) => c.keyPositive === code || c.keyNegative === code);
  }

  press(code: string): void {
    if (this.pressed.has(code) || !this.usesKey(code)) return;
    this.pressed.add(code);
    this.touched = this.clock;
    for (const lever of this.levers) {
      const { control } = lever;
      if (control.kind !== Control_Kind.CHOICE) continue;
      if (control.keyPositive === code) this.choose(lever, 1);
      if (control.keyNegative === code) this.choose(lever, -1);
    }
  }

  release(code: string): void {
    this.pressed.delete(code);
    if (this.pressed.size === 0) for (const lever of this.levers) lever.resting = false;
  }

  /** Everything that springs back goes to rest: the window lost the focus, a device was lost. */
  letGo(): void {
    this.pressed.clear();
    for (const lever of this.levers) {
      lever.keys = 0;
      lever.pad = 0;
      lever.screen = undefined;
    }
  }

  /** Where the sticky controls stand, from the machine or from another operator. */
  adopt(values: readonly number[]): void {
    this.levers.forEach((lever, i) => {
      const value = values[i];
      if (value !== undefined) lever.kept = clampTo(lever.control, value);
    });
  }

  /** Of values of all controls of the scene, those of these levers. */
  mine(values: readonly number[]): number[] {
    return this.places.map((place) => values[place] ?? 0);
  }

  /** As at the start of the run. */
  reset(): void {
    this.letGo();
    for (const lever of this.levers) lever.kept = clampTo(lever.control, lever.control.initial);
  }

  /** A finger or the mouse holds control `index` at `value`; nothing lets it go. */
  hold(index: number, value: number | undefined): void {
    const lever = this.levers[index];
    if (!lever) return;
    this.touched = this.clock;
    if (isSticky(lever.control)) {
      if (value === undefined) return;
      const wanted = clampTo(lever.control, value);
      lever.kept = lever.control.kind === Control_Kind.CHOICE ? Math.round(wanted) : wanted;
    } else {
      lever.screen = value === undefined ? undefined : clampTo(lever.control, value);
    }
  }

  /** The next (1) or previous (-1) of a choice; past the end it begins again. */
  cycle(index: number, by: 1 | -1): void {
    const lever = this.levers[index];
    if (!lever || lever.control.kind !== Control_Kind.CHOICE) return;
    this.touched = this.clock;
    this.choose(lever, by, true);
  }

  /** The gamepad's position of control `index`; for a wheel the speed of turning. */
  setPad(index: number, value: number): void {
    const lever = this.levers[index];
    if (!lever) return;
    lever.pad = clampTo(lever.control, value);
    if (value !== 0) this.touched = this.clock;
  }

  /** Moves the levers on by `seconds`. */
  advance(seconds: number): void {
    this.clock += seconds;
    for (const lever of this.levers) {
      const direction = this.direction(lever.control);
      if (lever.control.kind === Control_Kind.WHEEL) this.turn(lever, direction, seconds);
      else if (lever.control.kind === Control_Kind.BUTTON) lever.keys = direction > 0 ? 1 : 0;
      else if (lever.control.kind !== Control_Kind.CHOICE) this.ramp(lever, direction, seconds);
    }
    if (this.pressed.size > 0) this.touched = this.clock;
  }

  value(index: number): number {
    const lever = this.levers[index];
    if (!lever) return 0;
    if (isSticky(lever.control)) return lever.kept;
    if (lever.screen !== undefined) return lever.screen;
    return Math.abs(lever.pad) > Math.abs(lever.keys) ? lever.pad : lever.keys;
  }

  values(): number[] {
    return this.levers.map((_, i) => this.value(i));
  }

  /** Seconds since the operator last moved anything, or infinity. */
  get idleTime(): number {
    const moving = this.levers.some((l, i) => !isSticky(l.control) && this.value(i) !== 0);
    return moving ? 0 : this.clock - this.touched;
  }

  private direction(control: Control): number {
    const positive = this.pressed.has(control.keyPositive) ? 1 : 0;
    const negative = this.pressed.has(control.keyNegative) ? 1 : 0;
    return positive - negative;
  }

  private ramp(lever: Lever, direction: number, seconds: number): void {
    const target = clampTo(lever.control, direction);
    if (lever.control.rateLimit > 0) {
      lever.keys = target;
      return;
    }
    // Against its own side a lever first springs back, then moves out.
    const outwards = target !== 0 && lever.keys * target >= 0;
    lever.keys = approach(lever.keys, target, seconds / (outwards ? kPressTime : kReleaseTime));
  }

  // Keys and the gamepad turn a wheel; it stays, and it stops once at the centre.
  private turn(lever: Lever, direction: number, seconds: number): void {
    const speed = direction !== 0 ? direction : lever.pad;
    if (speed === 0) {
      lever.resting = false;
      return;
    }
    if (lever.resting) return;
    const before = lever.kept;
    const back = before * speed < 0;
    lever.kept = clampTo(lever.control, before + (speed * (back ? 2 : 1) * seconds) / kWheelTime);
    if (back && lever.kept * before <= 0) {
      lever.kept = 0;
      lever.resting = true;
    }
  }

  private choose(lever: Lever, by: number, around = lever.control.keyNegative === ''): void {
    const count = lever.control.choices.length;
    if (count === 0) return;
    const next = Math.round(lever.kept) + by;
    lever.kept = around ? (next + count) % count : clampTo(lever.control, next);
  }
}
