import { type Notice, type Scene, Sound_Kind, Tilt } from '../protocol/outrigger_pb.js';
import { kPoseSize } from '../shared/state/playback.js';
import { signalShare } from '../shared/state/signal.js';
import type { Moment } from '../shared/widgets/widget.js';
import type { MaterialName } from './dsp/impact.js';
import type { SourceSpec, VoiceKind } from './dsp/mixer.js';
import type { Place } from './dsp/space.js';

export type Triple = readonly [number, number, number];

/** Where somebody listens, in the world: unit vectors to the right, ahead and up. */
export interface Ears {
  position: Triple;
  right: Triple;
  ahead: Triple;
  up: Triple;
}

const kVoiceOf: Record<Sound_Kind, VoiceKind> = {
  [Sound_Kind.ENGINE]: 'engine',
  [Sound_Kind.PUMP]: 'pump',
  [Sound_Kind.ROLLING]: 'rolling',
  [Sound_Kind.FLOW]: 'flow',
  [Sound_Kind.HORN]: 'horn',
  [Sound_Kind.BEEPER]: 'beeper',
};

/** Numbers per parcel in Frame.falling, and the kilograms in the air of a full rush of soil. */
const kParcel = 5;
const kRush = 250;
/** Of every machine: what falls, and the warning that it leans. */
const kSoil: SourceSpec = { kind: 'soil', frequency: 0, pulses: 0, level: 88 };
const kWarning: SourceSpec = { kind: 'beeper', frequency: 2100, pulses: 0, level: 82 };

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** A place of the world as the ears have it. */
export function heardAt({ position, right, ahead, up }: Ears, place: Triple): Place {
  const d: Triple = [place[0] - position[0], place[1] - position[1], place[2] - position[2]];
  return { x: dot(d, right), y: dot(d, ahead), z: dot(d, up) };
}

/** A point of a body in the world, by a pose x y z qx qy qz qw at `offset`. */
function pointOf(poses: ArrayLike<number>, offset: number, point: readonly number[]): Triple {
  const [x, y, z, qx, qy, qz, qw] = Array.from({ length: 7 }, (_, k) => poses[offset + k] ?? 0) as [
    ...[number, number, number],
    ...[number, number, number, number],
  ];
  const [px = 0, py = 0, pz = 0] = point;
  // p + 2 w (q × p) + 2 q × (q × p)
  const [tx, ty, tz] = [2 * (qy * pz - qz * py), 2 * (qz * px - qx * pz), 2 * (qx * py - qy * px)];
  return [
    x + px + qw * tx + qy * tz - qz * ty,
    y + py + qw * ty + qz * tx - qx * tz,
    z + pz + qw * tz + qx * ty - qy * tx,
  ];
}

/** What of a machine can be heard, as numbers for the mixer. */
export class Audible {
  readonly specs: SourceSpec[];
  private readonly numbers: Float32Array;
  private lastSoil: Triple = [0, 0, 0];

  constructor(private readonly scene: Scene) {
    const own = scene.sounds.map(({ kind, frequency, pulses, level }) => ({
      kind: kVoiceOf[kind] ?? 'flow',
      frequency,
      pulses,
      level,
    }));
    this.specs = [...own, kSoil, kWarning];
    this.numbers = new Float32Array(5 * this.specs.length);
  }

  /** Per source x y z relative to the ears, speed, load. A machine that is paused is silent. */
  update({ poses, bodies, frame }: Moment, ears: Ears): Float32Array {
    const runs = frame.paused ? 0 : 1;
    const { sounds, bodies: all } = this.scene;
    sounds.forEach((sound, k) => {
      const index = bodies.length > 0 ? bodies.indexOf(sound.body) : sound.body;
      const there = index >= 0 && index < (bodies.length || all.length) ? runs : 0;
      const place = pointOf(poses, kPoseSize * Math.max(0, index), sound.position);
      const speed = signalShare(sound.speed, frame);
      this.write(k, heardAt(ears, place), there * speed, there * signalShare(sound.load, frame));
    });
    this.writeSoil(sounds.length, frame.falling, ears, runs);
    const warns = frame.tilt === Tilt.LEANING ? runs : 0;
    this.write(sounds.length + 1, { x: 0.2, y: 0.7, z: 0.2 }, 1, warns);
    return this.numbers;
  }

  private writeSoil(k: number, falling: readonly number[], ears: Ears, runs: number): void {
    let mass = 0;
    const sum: [number, number, number] = [0, 0, 0];
    for (let i = 0; i + kParcel <= falling.length; i += kParcel) {
      const part = falling[i + 3]!;
      mass += part;
      for (const axis of [0, 1, 2] as const) sum[axis] += part * falling[i + axis]!;
    }
    // What has fallen goes on being heard from where it was.
    if (mass > 0) this.lastSoil = [sum[0] / mass, sum[1] / mass, sum[2] / mass];
    this.write(k, heardAt(ears, this.lastSoil), 1, runs * Math.min(1, mass / kRush));
  }

  private write(k: number, { x, y, z }: Place, speed: number, load: number): void {
    this.numbers.set([x, y, z, speed, load], 5 * k);
  }
}

/** What a notice sounds like; nothing for most. */
export function blowOf(
  notice: Pick<Notice, 'kind' | 'strength' | 'place'>,
): { place: Triple; material: MaterialName; speed: number } | undefined {
  const [x, y, z] = notice.place;
  if (x === undefined || y === undefined || z === undefined) return undefined;
  const place: Triple = [x, y, z];
  if (notice.kind === 'contact_begin') return { place, material: 'steel', speed: notice.strength };
  // A face of soil that fell, by its mass.
  if (notice.kind === 'cave_in') {
    return { place, material: 'soil', speed: Math.min(6, notice.strength / 200) };
  }
  return undefined;
}
