import type { LayoutName } from '../groups.js';
import { Smooth } from './basics.js';

/** Metres per second. */
export const kSpeedOfSound = 343;
/** Metres: nearer than that a source is no louder. */
const kNearest = 0.7;
/** Metres from the middle of a head to an ear. */
const kHead = 0.0875;
/** Per second: how fast places are followed; two of them in a row, without overshoot. */
const kFollow = 45;
/** Metres that a source may move between two messages; further is another view, not a movement. */
const kJump = 2.5;
/** Seconds of fading out and in around such a jump. */
const kFade = 0.008;

/** Relative to the listener: x to the right, y ahead, z up, metres. */
export interface Place {
  x: number;
  y: number;
  z: number;
}

/** Where loudspeakers stand, degrees to the right of ahead, by their channel; nothing: it is not one of these. */
export const kLayouts = {
  headphones: [-90, 90],
  stereo: [-30, 30],
  surround51: [-30, 30, 0, undefined, -110, 110],
  surround71: [-30, 30, 0, undefined, -150, 150, -90, 90],
} as const satisfies Record<LayoutName, readonly (number | undefined)[]>;

/** A number that follows another with a speed that never jumps. */
class Follow {
  private middle: number;
  value: number;
  private target: number;
  private readonly share: number;

  constructor(value: number, rate: number) {
    this.middle = value;
    this.value = value;
    this.target = value;
    this.share = 1 - Math.exp(-kFollow / rate);
  }

  set(target: number): void {
    this.target = target;
  }

  jump(): void {
    this.middle = this.target;
    this.value = this.target;
  }

  next(): number {
    this.middle += this.share * (this.target - this.middle);
    this.value += this.share * (this.middle - this.value);
    return this.value;
  }
}

/** Gains of two neighbouring loudspeakers, for constant power: sources between them are heard between. */
export function pan(layout: Exclude<LayoutName, 'headphones'>, { x, y }: Place): number[] {
  const angles = kLayouts[layout];
  const gains = angles.map(() => 0);
  const around = angles
    .flatMap((angle, channel) => (angle === undefined ? [] : [{ angle, channel }]))
    .sort((a, b) => a.angle - b.angle);
  let azimuth = (Math.atan2(x, y) * 180) / Math.PI;
  // What is behind two loudspeakers is heard from the side that it is on.
  if (layout === 'stereo' && Math.abs(azimuth) > 90) {
    azimuth = Math.sign(azimuth) * (180 - Math.abs(azimuth));
  }
  const last = around.length - 1;
  for (let k = 0; k <= last; k++) {
    const a = around[k]!;
    const b = around[k === last ? 0 : k + 1]!;
    const span = k === last ? b.angle + 360 - a.angle : b.angle - a.angle;
    const from = (((azimuth - a.angle) % 360) + 360) % 360;
    if (from > span) continue;
    if (k === last && layout === 'stereo') {
      // Beyond the loudspeakers: the nearer one.
      gains[azimuth > 0 ? 1 : 0] = 1;
      return gains;
    }
    gains[a.channel] = Math.cos((0.5 * Math.PI * from) / span);
    gains[b.channel] = Math.sin((0.5 * Math.PI * from) / span);
    return gains;
  }
  return gains;
}

/** One way from a source to an ear or loudspeaker. */
interface Way {
  delay: Follow;
  gain: Smooth;
  /** Shadow of the head: a shelf above about 600 Hz, C. Brown and R. Duda, A structural model, 1998. */
  shelf: Smooth;
  x1: number;
  y1: number;
}

/**
 * Carries the sound of one source to the listener: later by distance over the speed of sound, so that
 * delay and Doppler are exact, weaker by the distance, and from its side.
 */
export class Carrier {
  private readonly line: Float32Array;
  private readonly mask: number;
  private head = 0;
  private ways: Way[] = [];
  private place: Place = { x: 0, y: 1, z: 0 };
  private started = false;
  private fade = 1;
  private fading = 0;

  constructor(
    private readonly layout: LayoutName,
    private readonly rate: number,
    size = 65536,
  ) {
    this.line = new Float32Array(size);
    this.mask = size - 1;
    this.ways = kLayouts[layout].map(() => ({
      delay: new Follow(0, rate),
      gain: new Smooth(0, 0.02, rate),
      shelf: new Smooth(1, 0.02, rate),
      x1: 0,
      y1: 0,
    }));
  }

  /** Where the source is now. */
  move(place: Place): void {
    const { x, y, z } = place;
    if (![x, y, z].every(Number.isFinite)) return;
    const before = this.place;
    const far = Math.hypot(x - before.x, y - before.y, z - before.z);
    this.place = place;
    this.aim();
    if (!this.started) this.land();
    else if (far > kJump) this.fading = -1;
    this.started = true;
  }

  /** A new sound begins at a place. */
  start(place: Place): void {
    this.started = false;
    this.fading = 0;
    this.line.fill(0);
    this.move(place);
  }

  /** Adds what is heard of a block to the channels. */
  process(block: Float32Array, channels: readonly Float32Array[]): void {
    const { line, mask, ways } = this;
    const step = 1 / (kFade * this.rate);
    for (let i = 0; i < block.length; i++) {
      this.head = (this.head + 1) & mask;
      line[this.head] = block[i]!;
      if (this.fading !== 0) {
        this.fade += this.fading * step;
        if (this.fade <= 0) this.land();
        if (this.fade >= 1) this.fading = 0;
        this.fade = Math.min(1, Math.max(0, this.fade));
      }
      for (let k = 0; k < ways.length; k++) {
        const way = ways[k]!;
        // While it fades out, it stays where it was.
        const back = this.fading < 0 ? way.delay.value : way.delay.next();
        const gain = way.gain.next();
        if (gain < 1e-7) continue;
        channels[k]![i]! += this.fade * gain * this.shadow(way, this.tap(back));
      }
    }
  }

  // Between four samples, by Catmull and Rom's spline.
  private tap(back: number): number {
    const { line, mask } = this;
    const whole = Math.floor(back);
    const t = 1 - (back - whole);
    const at = this.head - whole - 1;
    const a = line[(at - 1) & mask]!;
    const b = line[at & mask]!;
    const c = line[(at + 1) & mask]!;
    const d = line[(at + 2) & mask]!;
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  }

  private shadow(way: Way, x: number): number {
    const alpha = way.shelf.next();
    if (this.layout !== 'headphones') return x;
    // H(s) = (1 + α s/2β)/(1 + s/2β), β = c/a, by the bilinear transform.
    const w = kSpeedOfSound / kHead / this.rate;
    const y = ((w + alpha) * x + (w - alpha) * way.x1 - (w - 1) * way.y1) / (w + 1);
    way.x1 = x;
    way.y1 = Math.abs(y) < 1e-20 ? 0 : y;
    return y;
  }

  private aim(): void {
    const { x, y, z } = this.place;
    const distance = Math.hypot(x, y, z);
    const gain = 1 / Math.max(kNearest, distance);
    const toDelay = (metres: number) =>
      Math.min(this.mask - 4, 2 + (metres / kSpeedOfSound) * this.rate);
    if (this.layout === 'headphones') {
      for (const k of [0, 1] as const) {
        const ear = k === 0 ? -kHead : kHead;
        const way = this.ways[k]!;
        way.delay.set(toDelay(Math.hypot(x - ear, y, z)));
        way.gain.set(gain);
        const angle = Math.acos(distance > 0 ? Math.sign(ear) * (x / distance) : 0);
        way.shelf.set(1.05 + 0.95 * Math.cos(1.2 * angle));
      }
      return;
    }
    const gains = pan(this.layout, this.place);
    this.ways.forEach((way, k) => {
      way.delay.set(toDelay(distance));
      way.gain.set(gain * gains[k]!);
    });
  }

  /** At the new place at once, from silence. */
  private land(): void {
    for (const way of this.ways) {
      way.delay.jump();
      way.x1 = 0;
      way.y1 = 0;
    }
    this.fading = this.started ? 1 : 0;
    this.fade = this.started ? 0 : 1;
  }
}
