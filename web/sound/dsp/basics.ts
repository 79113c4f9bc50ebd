/** What the generators of sound are made of. Nothing here needs a browser. */

/** White noise from -1 to 1 that is the same every time (xorshift). */
export class Noise {
  constructor(private state = 0x9e3779b9) {}

  next(): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return x / 2147483648;
  }
}

/** Follows a value without steps: first order, its time constant in seconds. */
export class Smooth {
  value: number;
  private target: number;
  private readonly share: number;

  constructor(value: number, seconds: number, rate: number) {
    this.value = value;
    this.target = value;
    this.share = 1 - Math.exp(-1 / (seconds * rate));
  }

  set(target: number): void {
    if (Number.isFinite(target)) this.target = target;
  }

  next(): number {
    this.value += this.share * (this.target - this.value);
    return this.value;
  }

  /** Nothing is heard of it, and nothing is to come. */
  get isSilent(): boolean {
    return this.target === 0 && Math.abs(this.value) < 1e-6;
  }
}

/** Low pass of first order. */
export class LowPass {
  private value = 0;
  private share = 1;

  constructor(frequency: number, rate: number) {
    this.tune(frequency, rate);
  }

  tune(frequency: number, rate: number): void {
    this.share = 1 - Math.exp((-2 * Math.PI * frequency) / rate);
  }

  next(x: number): number {
    this.value += this.share * (x - this.value);
    return this.value;
  }
}

/**
 * A resonator with two poles: y = g x + 2 r cos(w) y1 - r² y2, with r = exp(-π bandwidth/rate). Its gain
 * at its frequency is about 1.
 */
export class Resonator {
  private a = 0;
  private b = 0;
  private gain = 0;
  private y1 = 0;
  private y2 = 0;

  constructor(frequency: number, bandwidth: number, rate: number) {
    this.tune(frequency, bandwidth, rate);
  }

  tune(frequency: number, bandwidth: number, rate: number): void {
    const w = (2 * Math.PI * Math.min(frequency, 0.45 * rate)) / rate;
    const r = Math.exp((-Math.PI * bandwidth) / rate);
    this.a = 2 * r * Math.cos(w);
    this.b = -r * r;
    this.gain = (1 - r) * Math.sqrt(1 - 2 * r * Math.cos(2 * w) + r * r);
  }

  next(x: number): number {
    const y = this.gain * x + this.a * this.y1 + this.b * this.y2;
    this.y2 = this.y1;
    // Numbers too small to hear cost a hundred times as much.
    this.y1 = Math.abs(y) < 1e-20 ? 0 : y;
    return y;
  }
}
