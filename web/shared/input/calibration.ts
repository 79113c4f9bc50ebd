import type { Pad } from './gamepads.js';

/** How one axis that pages use comes from a device. */
export interface AxisSetup {
  /** Of the device. */
  source: number;
  /** What the device gives at the ends and at rest. */
  low: number;
  rest: number;
  high: number;
  invert: boolean;
  /** Share of the travel around rest that counts as rest. */
  deadZone: number;
  /** Exponent: 1 is even, more is finer near rest. */
  curve: number;
}

export interface DeviceSetup {
  axes: AxisSetup[];
}

export const plainAxis = (source: number): AxisSetup => ({
  source,
  low: -1,
  rest: 0,
  high: 1,
  invert: false,
  deadZone: 0,
  curve: 1,
});

/** A setup that changes nothing, for a device with so many axes. */
export const plainSetup = (axes: number): DeviceSetup => ({
  axes: Array.from({ length: axes }, (_, k) => plainAxis(k)),
});

/** What an axis is after its setup, -1 to 1. */
export function setUp(axis: AxisSetup, raw: number): number {
  const { low, rest, high, invert, deadZone, curve } = axis;
  if (!Number.isFinite(raw)) return 0;
  const side = raw >= rest ? high - rest : rest - low;
  // A side without travel gives nothing, not infinity.
  const share = Math.abs(side) < 1e-3 ? 0 : Math.min(1, Math.max(-1, (raw - rest) / side));
  const size = Math.abs(share);
  if (size <= deadZone) return 0;
  const beyond = ((size - deadZone) / (1 - deadZone)) ** curve;
  return Math.sign(share) * (invert ? -1 : 1) * beyond;
}

/** A device with its axes as they have been set up. */
export function calibrated(pad: Pad, setup: DeviceSetup | undefined): Pad {
  if (!setup) return pad;
  const { index, id, mapping, axes, buttons } = pad;
  const after = setup.axes.map((axis) => setUp(axis, axes[axis.source] ?? 0));
  return { index, id, ...(mapping === undefined ? {} : { mapping }), axes: after, buttons };
}

const isNumber = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value >= low && value <= high;

/** A setup that was kept; nothing when it is none. */
export function readSetup(value: unknown): DeviceSetup | undefined {
  const axes = (value as DeviceSetup | undefined)?.axes;
  if (!Array.isArray(axes) || axes.length > 32) return undefined;
  const good = axes.every(
    (axis: Partial<AxisSetup> | null) =>
      axis !== null &&
      isNumber(axis.source, 0, 31) &&
      isNumber(axis.low, -10, 10) &&
      isNumber(axis.rest, -10, 10) &&
      isNumber(axis.high, -10, 10) &&
      isNumber(axis.deadZone, 0, 0.9) &&
      isNumber(axis.curve, 0.2, 5) &&
      typeof axis.invert === 'boolean',
  );
  return good ? { axes } : undefined;
}

/** The devices of this computer, each as it has been set up. */
export function readPads(setups: Readonly<Record<string, unknown>>): (Pad | null)[] {
  const pads = navigator.getGamepads?.() ?? [];
  return [...pads].map((pad) => pad && calibrated(pad as Pad, readSetup(setups[pad.id])));
}
