/** What the display spends. */
export interface Quality {
  name: 'high' | 'low';
  /** Edges of boxes broken, tyre treads, soft light from the sky. */
  detail: boolean;
  shadows: boolean;
  /** Sides of a cylinder. */
  sides: number;
  groundTriangles: number;
  /**
   * Most pixels drawn per page pixel, along each side. Software draws pixels, not triangles: below 1
   * the picture is drawn small and stretched; panels and their text stay sharp.
   */
  pixelRatio: number;
}

export const kQualities: Record<Quality['name'], Quality> = {
  high: {
    name: 'high',
    detail: true,
    shadows: true,
    sides: 32,
    groundTriangles: 120_000,
    pixelRatio: 2,
  },
  low: {
    name: 'low',
    detail: false,
    shadows: false,
    sides: 12,
    groundTriangles: 4_000,
    pixelRatio: 0.6,
  },
};

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
