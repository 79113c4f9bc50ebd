/** Latencies that are kept, and seconds after which nobody waits for an effect any more. */
const kKept = 400;
const kPatience = 2;
/** Seconds after which a picture of that moment will not come any more: the clock went back. */
const kPicturePatience = 20;
/** Seconds after the hand within which a lever may still be on its way to a movement that counts. */
const kFresh = 0.1;
/** Less than that is no movement of a lever. */
const kMoved = 0.02;
/** Of what the machine obeys. */
const kEffect = 1e-3;

interface Trial {
  /** When the hand moved, seconds. */
  begun: number;
  control: number;
  before: number;
  direction: number;
  /** Simulated time of the first frame that shows it. */
  frameTime: number | undefined;
}

export interface Percentiles {
  count: number;
  p50: number;
  p99: number;
}

/** Percentiles of some numbers, by the nearest rank. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}

/**
 * Measures how long a movement of a lever takes: from the event of the hand to the first frame in which
 * the machine obeys it, and on to the picture that shows that frame. One movement at a time.
 */
export class LatencyMeter {
  private trial: Trial | undefined;
  private readonly frames: number[] = [];
  private readonly pictures: number[] = [];
  /** When levers were looked at last, and the event that the last trial began with. */
  private looked = Number.NEGATIVE_INFINITY;
  private used = Number.NEGATIVE_INFINITY;

  /**
   * To be called whenever levers have been looked at, before they are sent: pictures may be much rarer.
   *
   * @param event when the hand last moved something, seconds on the clock of the page
   */
  levers(wanted: readonly number[], obeyed: readonly number[], event: number, now: number): void {
    const fresh = event > this.looked || now - event <= kFresh;
    this.looked = now;
    if (this.trial && this.isWaiting(this.trial, now)) return;
    this.trial = undefined;
    // One event moves a lever on for many pictures; only the first of them tells how late it is.
    if (!fresh || event === this.used) return;
    const control = wanted.findIndex((value, i) => Math.abs(value - (obeyed[i] ?? value)) > kMoved);
    if (control < 0) return;
    this.used = event;
    const before = obeyed[control]!;
    const direction = Math.sign(wanted[control]! - before);
    this.trial = { begun: event, control, before, direction, frameTime: undefined };
  }

  /** A frame has come. */
  frame(inputs: readonly number[], time: number, now: number): void {
    const { trial } = this;
    if (!trial || trial.frameTime !== undefined) return;
    const moved = trial.direction * ((inputs[trial.control] ?? 0) - trial.before);
    if (!(moved > kEffect)) return;
    trial.frameTime = time;
    keep(this.frames, now - trial.begun);
  }

  /** A picture of a moment has been drawn. */
  picture(shown: number, now: number): void {
    const { trial } = this;
    if (trial?.frameTime === undefined || shown < trial.frameTime - 1e-6) return;
    keep(this.pictures, now - trial.begun);
    this.trial = undefined;
  }

  /** Whoever has seen the frame also waits for the picture, however slowly the page draws. */
  private isWaiting({ begun, frameTime }: Trial, now: number): boolean {
    return now - begun < (frameTime === undefined ? kPatience : kPicturePatience);
  }

  /** From hand to frame and from hand to picture, seconds. */
  get toFrame(): Percentiles {
    return percentilesOf(this.frames);
  }
  get toPicture(): Percentiles {
    return percentilesOf(this.pictures);
  }
}

function keep(list: number[], value: number): void {
  list.push(value);
  if (list.length > kKept) list.shift();
}
