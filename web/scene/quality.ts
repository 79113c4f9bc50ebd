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
    groundTriangles: 64_000,
    pixelRatio: 2,
  },
  low: {
    name: 'low',
    detail: false,
    shadows: false,
    sides: 10,
    groundTriangles: 2_000,
    pixelRatio: 0.6,
  },
};
