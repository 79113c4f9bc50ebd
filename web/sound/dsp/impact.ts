import { Noise } from './basics.js';
import type { Voice } from './voices.js';

/** What a struck thing sounds like: modes in Hz, how long they ring, and how much is noise. */
interface Material {
  modes: readonly number[];
  ring: number;
  noise: number;
}
export const kMaterials = {
  steel: { modes: [164, 291, 437, 702, 1120, 1810, 2740, 4100], ring: 0.42, noise: 0.05 },
  stone: { modes: [95, 210, 480, 910, 1730], ring: 0.045, noise: 0.5 },
  wood: { modes: [130, 260, 410, 660], ring: 0.06, noise: 0.25 },
  soil: { modes: [48, 74, 118], ring: 0.07, noise: 0.35 },
} as const satisfies Record<string, Material>;
export type MaterialName = keyof typeof kMaterials;

/** A mode that rings: y = 2 r cos(w) y1 - r² y2 + x. */
class Mode {
  private y1 = 0;
  private y2 = 0;
  private readonly a: number;
  private readonly b: number;
  private readonly gain: number;

  constructor(frequency: number, ring: number, rate: number) {
    const w = (2 * Math.PI * frequency) / rate;
    const r = Math.exp(-1 / (ring * rate));
    this.a = 2 * r * Math.cos(w);
    this.b = -r * r;
    this.gain = Math.sin(w);
  }

  next(x: number): number {
    const y = this.gain * x + this.a * this.y1 + this.b * this.y2;
    this.y2 = this.y1;
    this.y1 = Math.abs(y) < 1e-20 ? 0 : y;
    return y;
  }
}

/** Seconds of contact of a gentle touch; harder ones are shorter, and so brighter. */
const kContact = 0.009;

/** One blow: a push whose length falls with its strength, into the modes of what is struck. */
export class ImpactVoice implements Voice {
  private modes: Mode[] = [];
  private noise = new Noise(71);
  private age = Number.POSITIVE_INFINITY;
  private length = 1;
  private strength = 0;
  private share = 0;
  private readonly kept: number;

  constructor(private readonly rate: number) {
    this.kept = 2.5 * rate;
  }

  get isFree(): boolean {
    return this.age > this.kept;
  }

  /** @param speed of approach, metres per second */
  strike(material: MaterialName, speed: number): void {
    const { modes, ring, noise } = kMaterials[material];
    this.modes = modes.map((f, k) => new Mode(f, ring / (1 + 0.35 * k), this.rate));
    this.share = noise;
    this.length = Math.max(2, (kContact / (1 + 2 * speed)) * this.rate);
    this.strength = Math.min(1, Math.sqrt(speed / 2));
    this.age = 0;
  }

  set(): void {}

  process(out: Float32Array): void {
    if (this.isFree) {
      out.fill(0);
      return;
    }
    for (let i = 0; i < out.length; i++, this.age++) {
      const t = this.age / this.length;
      const force = t < 1 ? this.strength * (0.5 - 0.5 * Math.cos(2 * Math.PI * t)) : 0;
      const x = (force * (1 + this.share * this.noise.next()) * 30) / this.length;
      let sound = 0;
      for (let k = 0; k < this.modes.length; k++) sound += this.modes[k]!.next(x) / (1 + 0.5 * k);
      out[i] = 0.3 * sound;
    }
  }
}
