import { LowPass, Noise, Resonator, Smooth } from './basics.js';

/** Makes a sound of its own, about 0.25 in the mean square root at full load. */
export interface Voice {
  /** How fast it runs and how hard it works, from 0 to 1. */
  set(speed: number, load: number): void;
  /** Fills a block. */
  process(out: Float32Array): void;
}

/** Seconds in which speed and load are followed. */
const kFollow = 0.03;
const kTurn = 2 * Math.PI;

/** A raised cosine over the first part of a period: a push without a corner. */
const push = (phase: number, width: number): number =>
  phase < width ? 0.5 - 0.5 * Math.cos((kTurn * phase) / width) : 0;

/**
 * A piston engine: a push of exhaust gas at each ignition, through the resonances of its pipe, the clatter
 * of combustion, and the fan. Cylinders differ a little, always in the same way, which is what makes it
 * sound like an engine; load makes the pushes stronger and sharper.
 */
export class EngineVoice implements Voice {
  private readonly speed: Smooth;
  private readonly load: Smooth;
  private readonly noise = new Noise(11);
  private readonly pipe: Resonator[];
  private readonly clatter: Resonator;
  private readonly fan: LowPass;
  private readonly cylinders: number[];
  private phase = 0;
  private cylinder = 0;

  /**
   * @param frequency revolutions per second at speed 1
   * @param pulses ignitions per revolution
   */
  constructor(
    private readonly frequency: number,
    private readonly pulses: number,
    private readonly rate: number,
  ) {
    this.speed = new Smooth(0, kFollow, rate);
    this.load = new Smooth(0, kFollow, rate);
    this.pipe = [72, 146, 310, 620].map((f) => new Resonator(f, 0.5 * f, rate));
    this.clatter = new Resonator(2300, 1600, rate);
    this.fan = new LowPass(900, rate);
    // Four strokes: each cylinder fires in every second revolution.
    const count = Math.max(1, Math.round(2 * pulses));
    const differ = new Noise(5);
    this.cylinders = Array.from({ length: count }, () => 1 + 0.09 * differ.next());
  }

  set(speed: number, load: number): void {
    this.speed.set(speed);
    this.load.set(load);
  }

  process(out: Float32Array): void {
    for (let i = 0; i < out.length; i++) {
      const speed = this.speed.next();
      const load = this.load.next();
      this.phase += (this.frequency * this.pulses * speed) / this.rate;
      if (this.phase >= 1) {
        this.phase -= Math.floor(this.phase);
        this.cylinder = (this.cylinder + 1) % this.cylinders.length;
      }
      const strength = this.cylinders[this.cylinder]! * (0.35 + 0.65 * load);
      const pulse = push(this.phase, 0.62 - 0.24 * load) * strength - 0.31 * (0.35 + 0.65 * load);
      let sound = 0.55 * pulse;
      for (const part of this.pipe) sound += 0.55 * part.next(pulse);
      const white = this.noise.next();
      sound += (0.16 + 0.5 * load) * this.clatter.next(white * push(this.phase, 0.3));
      sound += 0.14 * speed * speed * this.fan.next(white);
      // Below a fifth of its speed an engine dies away.
      out[i] = 0.57 * sound * Math.min(1, Math.max(0, 5 * speed));
    }
  }
}

/** The whine of a pump or hydraulic motor: pistons times revolutions, with its harmonics. */
export class PumpVoice implements Voice {
  private readonly speed: Smooth;
  private readonly load: Smooth;
  private readonly noise = new Noise(23);
  private readonly oil: Resonator;
  private phase = 0;

  constructor(
    private readonly frequency: number,
    private readonly pulses: number,
    private readonly rate: number,
  ) {
    this.speed = new Smooth(0, kFollow, rate);
    this.load = new Smooth(0, kFollow, rate);
    this.oil = new Resonator(1400, 900, rate);
  }

  set(speed: number, load: number): void {
    this.speed.set(speed);
    this.load.set(load);
  }

  process(out: Float32Array): void {
    for (let i = 0; i < out.length; i++) {
      const speed = this.speed.next();
      const load = this.load.next();
      this.phase += (this.frequency * this.pulses * speed) / this.rate;
      this.phase -= Math.floor(this.phase);
      const w = kTurn * this.phase;
      const tone =
        Math.sin(w) +
        0.5 * Math.sin(2 * w) +
        0.28 * load * Math.sin(3 * w) +
        0.16 * load * Math.sin(5 * w);
      out[i] =
        load * (0.27 * tone + 0.25 * this.oil.next(this.noise.next())) * Math.min(1, 4 * speed);
    }
  }
}

/** Tyres on the ground: a low rumble, and the lugs of the tread. */
export class RollingVoice implements Voice {
  private readonly speed: Smooth;
  private readonly load: Smooth;
  private readonly noise = new Noise(31);
  private readonly low: LowPass;
  private readonly ground: LowPass;
  private phase = 0;

  constructor(
    private readonly frequency: number,
    private readonly rate: number,
  ) {
    this.speed = new Smooth(0, kFollow, rate);
    this.load = new Smooth(0, kFollow, rate);
    this.low = new LowPass(160, rate);
    this.ground = new LowPass(900, rate);
  }

  set(speed: number, load: number): void {
    this.speed.set(speed);
    this.load.set(load);
  }

  process(out: Float32Array): void {
    for (let i = 0; i < out.length; i++) {
      const speed = this.speed.next();
      this.phase += (this.frequency * speed) / this.rate;
      this.phase -= Math.floor(this.phase);
      const white = this.noise.next();
      const lugs = push(this.phase, 0.5) - 0.25;
      const sound = 3.4 * this.low.next(white) + (0.35 + 0.5 * lugs) * this.ground.next(white);
      out[i] = this.load.next() * (sound + 0.22 * lugs);
    }
  }
}

/** Oil through a valve: a hiss. */
export class FlowVoice implements Voice {
  private readonly load: Smooth;
  private readonly noise = new Noise(41);
  private readonly hiss: Resonator;

  constructor(frequency: number, rate: number) {
    this.load = new Smooth(0, kFollow, rate);
    this.hiss = new Resonator(frequency, 0.8 * frequency, rate);
  }

  set(_speed: number, load: number): void {
    this.load.set(load);
  }

  process(out: Float32Array): void {
    for (let i = 0; i < out.length; i++) {
      out[i] = 1.6 * this.load.next() * this.hiss.next(this.noise.next());
    }
  }
}

/** Two horns a third apart, rich in overtones. */
export class HornVoice implements Voice {
  private readonly load: Smooth;
  private readonly phases = [0, 0];

  constructor(
    private readonly frequency: number,
    private readonly rate: number,
  ) {
    this.load = new Smooth(0, 0.012, rate);
  }

  set(_speed: number, load: number): void {
    this.load.set(load);
  }

  process(out: Float32Array): void {
    for (let i = 0; i < out.length; i++) {
      const load = this.load.next();
      let sound = 0;
      for (const k of [0, 1] as const) {
        this.phases[k]! += (this.frequency * (k === 0 ? 1 : 1.26)) / this.rate;
        this.phases[k]! -= Math.floor(this.phases[k]!);
        const w = kTurn * this.phases[k]!;
        sound +=
          Math.sin(w) + 0.6 * Math.sin(2 * w) + 0.4 * Math.sin(3 * w) + 0.25 * Math.sin(4 * w);
      }
      out[i] = 0.19 * load * sound;
    }
  }
}

/** A tone that is on and off for half a second each. */
export class BeeperVoice implements Voice {
  private readonly load: Smooth;
  private wanted = 0;
  private phase = 0;
  private clock = 0;

  constructor(
    private readonly frequency: number,
    private readonly rate: number,
  ) {
    this.load = new Smooth(0, 0.006, rate);
  }

  set(_speed: number, load: number): void {
    // It begins with its tone, not in the middle of a pause.
    if (this.wanted === 0 && load > 0) this.clock = 0;
    this.wanted = load;
  }

  process(out: Float32Array): void {
    for (let i = 0; i < out.length; i++) {
      this.clock = (this.clock + 1 / this.rate) % 1;
      this.load.set(this.clock < 0.5 ? this.wanted : 0);
      this.phase = (this.phase + this.frequency / this.rate) % 1;
      const w = kTurn * this.phase;
      out[i] = 0.34 * this.load.next() * (Math.sin(w) + 0.2 * Math.sin(3 * w));
    }
  }
}

/** Soil that falls, slides or is cut: grains, so many that they melt into a rush when there is much of it. */
export class SoilVoice implements Voice {
  private readonly load: Smooth;
  private readonly noise = new Noise(53);
  private readonly parts: Resonator[];
  private readonly grains = [0, 0, 0];

  constructor(private readonly rate: number) {
    this.load = new Smooth(0, 0.06, rate);
    this.parts = [420, 1100, 2600].map((f) => new Resonator(f, 0.9 * f, rate));
  }

  set(_speed: number, load: number): void {
    this.load.set(load);
  }

  process(out: Float32Array): void {
    const fade = Math.exp(-1 / (0.004 * this.rate));
    for (let i = 0; i < out.length; i++) {
      const load = this.load.next();
      let sound = 0;
      for (const k of [0, 1, 2] as const) {
        const white = this.noise.next();
        // Up to 900 grains of each size per second.
        const due = Math.abs(this.noise.next()) < (900 * load) / this.rate;
        this.grains[k] = this.grains[k]! * fade + (due ? 0.4 + 0.6 * Math.abs(white) : 0);
        sound += this.parts[k]!.next(white * this.grains[k]!);
      }
      out[i] = 0.35 * sound;
    }
  }
}
