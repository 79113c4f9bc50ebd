import type { Frame } from '../../protocol/outrigger_pb.js';

/** Numbers per body in Frame.poses: x y z qx qy qz qw. */
export const kPoseSize = 7;

/** Between two pose arrays: positions linear, rotations along the shorter arc. */
export function interpolatePoses(
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  share: number,
  out: Float32Array,
): void {
  const count = Math.min(from.length, to.length, out.length);
  for (let i = 0; i + kPoseSize <= count; i += kPoseSize) {
    for (let k = 0; k < 3; k++) out[i + k] = from[i + k]! + share * (to[i + k]! - from[i + k]!);
    let dot = 0;
    for (let k = 3; k < 7; k++) dot += from[i + k]! * to[i + k]!;
    // Frames are milliseconds apart, so the normalised chord is as good as the arc.
    const sign = dot < 0 ? -1 : 1;
    let square = 0;
    for (let k = 3; k < 7; k++) {
      const value = (1 - share) * from[i + k]! + share * sign * to[i + k]!;
      out[i + k] = value;
      square += value * value;
    }
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let k = 3; k < 7; k++) out[i + k]! *= scale;
    if (scale === 0) out[i + 6] = 1;
  }
}

interface Stamped {
  frame: Frame;
  /** Seconds on the clock of the page. */
  arrival: number;
}

/** What a page shows at one moment. */
export interface Sample {
  /** As in Frame.poses. */
  poses: Float32Array;
  /** As in Frame.bodies: empty for those of the scene. The same object as long as they are the same. */
  bodies: readonly number[];
}

const none = () => ({ poses: new Float32Array(0), bodies: [], version: 0n });

const kKept = 8;
/** Seconds in which an error of the display clock fades. */
const kFade = 0.12;
/** Seconds of error beyond which the display jumps (reset, seek, a long stall). */
const kJump = 0.3;
/** Per second: how fast it is forgotten that a frame once came faster; clocks drift. */
const kForget = 1e-3;
/** Seconds, the longest delay of the display. */
const kMaxDelay = 0.1;

/**
 * Turns frames that arrive unevenly into even motion. The display runs on its own clock, about one
 * frame behind the newest, and shows the pose between the two frames around it.
 */
export class Playback {
  private frames: Stamped[] = [];
  private displayTime = 0;
  private lastAdvance = 0;
  private interval = 1 / 60;
  private shown: Sample & { version: bigint } = none();
  private delay = 0;
  /** Simulated time less the time of the page, of the frame that came fastest. */
  private fastest = Number.NEGATIVE_INFINITY;

  /**
   * Shows every moment so many seconds after the server had it, by the frames that came fastest, so that
   * all displays of a seat show the same moment; 0: each as soon as it can.
   */
  setDelay(seconds: number): void {
    this.delay = seconds;
  }

  get latest(): Frame | undefined {
    return this.frames.at(-1)?.frame;
  }

  /** Simulated seconds shown now. */
  get time(): number {
    return this.displayTime;
  }

  clear(): void {
    this.frames = [];
    this.shown = none();
  }

  /** @param now seconds on the clock of the page */
  push(frame: Frame, now: number): void {
    const last = this.frames.at(-1);
    const gap = last ? frame.time - last.frame.time : 0;
    if (!last || gap < 0 || gap > kJump * Math.max(1, frame.timeScale)) {
      this.frames = [];
      this.displayTime = frame.time;
      this.lastAdvance = now;
    } else if (gap === 0) {
      this.frames.pop();
    } else {
      this.interval += 0.1 * (gap - this.interval);
    }
    const fresh = this.frames.length === 0;
    const lead = frame.time - now;
    this.fastest = fresh ? lead : Math.max(lead, this.fastest - kForget * gap);
    this.frames.push({ frame, arrival: now });
    if (this.frames.length > kKept) this.frames.shift();
  }

  /**
   * Finds the poses to show at the time `now` of the page's clock. While bodies come or go, those of the
   * nearer frame, as they are.
   */
  sample(now: number): Sample | undefined {
    const last = this.frames.at(-1);
    if (!last) return undefined;
    this.advance(now, last);
    let i = this.frames.length - 1;
    while (i > 0 && this.frames[i - 1]!.frame.time > this.displayTime) i--;
    const to = this.frames[i]!.frame;
    const from = this.frames[Math.max(0, i - 1)]!.frame;
    const span = to.time - from.time;
    const share = span > 0 ? (this.displayTime - from.time) / span : 1;
    const { shown } = this;
    if (shown.poses.length !== to.poses.length) shown.poses = new Float32Array(to.poses.length);
    const same = from.bodiesVersion === to.bodiesVersion && from.poses.length === to.poses.length;
    if (same) interpolatePoses(from.poses, to.poses, Math.min(1, Math.max(0, share)), shown.poses);
    else shown.poses.set(to.poses);
    // The same list stays the same object.
    if (shown.version !== to.bodiesVersion) shown.bodies = to.bodies;
    shown.version = to.bodiesVersion;
    return shown;
  }

  private advance(now: number, last: Stamped): void {
    const { frame, arrival } = last;
    const rate = frame.paused ? 0 : frame.timeScale || 1;
    const elapsed = Math.max(0, now - this.lastAdvance);
    this.lastAdvance = now;
    const delay = frame.paused ? 0 : Math.min(kMaxDelay * Math.max(1, rate), this.interval);
    const target = frame.time + Math.min(now - arrival, kMaxDelay) * rate - delay;
    this.displayTime += elapsed * rate;
    if (this.delay > 0 && rate === 1) {
      this.displayTime = now + this.fastest - this.delay;
      this.displayTime = Math.min(
        frame.time,
        Math.max(this.frames[0]!.frame.time, this.displayTime),
      );
      return;
    }
    const error = target - this.displayTime;
    if (Math.abs(error) > kJump * Math.max(1, rate)) this.displayTime = target;
    else this.displayTime += error * (1 - Math.exp(-elapsed / kFade));
    const first = this.frames[0]!.frame.time;
    this.displayTime = Math.min(frame.time, Math.max(first, this.displayTime));
  }
}
