/** Milliseconds per displayed frame, and the seconds they last, that call for low quality. */
const kSlowFrame = 80;
const kSlowTime = 3;
/** Seconds between two frames that mean something else than slow drawing. */
const kStall = 4;

/** Notices when the computer is too slow for the display. */
export class SlownessWatch {
  private slowSince: number | undefined;

  /**
   * @param now seconds
   * @param elapsed seconds since the frame before
   * @returns true once, when frames have been slow for long enough
   */
  tooSlow(now: number, elapsed: number): boolean {
    // Many seconds between frames are a hidden page or a stall, not slow drawing.
    if (elapsed < kSlowFrame / 1000 || elapsed > kStall) {
      this.slowSince = undefined;
      return false;
    }
    this.slowSince ??= now;
    if (now - this.slowSince < kSlowTime) return false;
    this.slowSince = undefined;
    return true;
  }
}
