import type { Ground } from '../protocol/outrigger_pb.js';

/** The height field of a scene, decoded. Row by row, y upwards. */
export interface GroundData {
  columns: number;
  rows: number;
  xMin: number;
  yMin: number;
  /** Metres between points. */
  cell: number;
  /** Metres. */
  heights: Float32Array;
  /** Per point r g b, 0..255. */
  colours: Uint8Array;
}

const kBare = [0.45, 0.4, 0.32];

/** The decoded height field, or nothing for the plane z = 0. Throws when the sizes do not fit. */
export function decodeGround(ground: Ground | undefined): GroundData | undefined {
  if (!ground || ground.columns < 2 || ground.rows < 2) return undefined;
  const { columns, rows, xMin, yMin, cell, heightMin, heightStep, surfaces, kinds } = ground;
  const count = columns * rows;
  if (ground.heights.byteLength !== 2 * count) {
    throw new Error(
      `the ground has ${columns} x ${rows} points but ${ground.heights.byteLength} bytes of heights`,
    );
  }
  // A view at any offset and little endian, whatever this computer is.
  const view = new DataView(ground.heights.buffer, ground.heights.byteOffset, 2 * count);
  const heights = new Float32Array(count);
  const colours = new Uint8Array(3 * count);
  for (let i = 0; i < count; i++) {
    heights[i] = heightMin + heightStep * view.getUint16(2 * i, true);
    const colour = kinds[surfaces[i] ?? 0]?.colour ?? kBare;
    for (let k = 0; k < 3; k++) colours[3 * i + k] = Math.round(255 * (colour[k] ?? 0));
  }
  return { columns, rows, xMin, yMin, cell, heights, colours };
}

type Heights = Pick<GroundData, 'columns' | 'rows' | 'xMin' | 'yMin' | 'cell' | 'heights'>;

/** Height at a place, bilinear; at the nearest edge when outside. */
export function heightAt(ground: Heights, x: number, y: number): number {
  const { columns, rows, heights } = ground;
  const u = Math.min(columns - 1, Math.max(0, (x - ground.xMin) / ground.cell));
  const v = Math.min(rows - 1, Math.max(0, (y - ground.yMin) / ground.cell));
  const i = Math.min(columns - 2, Math.floor(u));
  const j = Math.min(rows - 2, Math.floor(v));
  const [s, t] = [u - i, v - j];
  const at = (column: number, row: number) => heights[row * columns + column]!;
  return (
    (1 - t) * ((1 - s) * at(i, j) + s * at(i + 1, j)) +
    t * ((1 - s) * at(i, j + 1) + s * at(i + 1, j + 1))
  );
}

/**
 * Which columns (or rows) to draw so that a grid of them stays within a number of triangles: every
 * n-th, and always the last.
 */
export function thinOut(count: number, stride: number): number[] {
  const kept: number[] = [];
  for (let i = 0; i < count - 1; i += stride) kept.push(i);
  kept.push(count - 1);
  return kept;
}

/** The smallest stride with at most `maxTriangles` triangles. */
export function strideFor(columns: number, rows: number, maxTriangles: number): number {
  let stride = 1;
  const cells = (n: number) => Math.ceil((n - 1) / stride);
  while (2 * cells(columns) * cells(rows) > maxTriangles) stride++;
  return stride;
}
