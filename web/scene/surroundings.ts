import * as THREE from 'three';
import { type GroundData, strideFor, thinOut } from './ground_data.js';
import type { Quality } from './quality.js';

/** Metres from the middle to where the surroundings end, beyond the fog. */
export const kSurroundings = 900;
/** Colour of the plane z = 0, and of surroundings without surface kinds. */
export const kPlane = [120, 118, 108];

// The points drawn around the field, once round.
function edgePoints({ columns, rows }: GroundData, maxTriangles: number): [number, number][] {
  const stride = strideFor(columns, rows, maxTriangles);
  const [xs, ys] = [thinOut(columns, stride), thinOut(rows, stride)];
  const [right, top] = [columns - 1, rows - 1];
  return [
    ...xs.slice(0, -1).map((i): [number, number] => [i, 0]),
    ...ys.slice(0, -1).map((j): [number, number] => [right, j]),
    ...xs
      .slice(1)
      .reverse()
      .map((i): [number, number] => [i, top]),
    ...ys
      .slice(1)
      .reverse()
      .map((j): [number, number] => [0, j]),
  ];
}

/** Height of the land around a field: the middle one of those at its edge. */
export function landLevel(ground: GroundData): number {
  const sorted = edgePoints(ground, 4000)
    .map(([i, j]) => ground.heights[j * ground.columns + i]!)
    .sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** The land around a field: from its edge down (or up) to a level, and out to the horizon. */
export function surroundings(ground: GroundData, quality: Quality): THREE.BufferGeometry {
  const edge = edgePoints(ground, quality.groundTriangles);
  const heightOf = ([i, j]: [number, number]) => ground.heights[j * ground.columns + i]!;
  const sorted = edge.map(heightOf).sort((a, b) => a - b);
  const level = sorted[Math.floor(sorted.length / 2)]!;
  const middle = [
    ground.xMin + 0.5 * ground.cell * (ground.columns - 1),
    ground.yMin + 0.5 * ground.cell * (ground.rows - 1),
  ];
  const positions: number[] = [];
  const index: number[] = [];
  edge.forEach((point, k) => {
    const x = ground.xMin + point[0] * ground.cell;
    const y = ground.yMin + point[1] * ground.cell;
    const out = Math.hypot(x - middle[0]!, y - middle[1]!);
    const [ux, uy] = [(x - middle[0]!) / out, (y - middle[1]!) / out];
    const bank = 1.5 * Math.abs(heightOf(point) - level) + 0.01;
    const far = kSurroundings - out;
    positions.push(x, y, heightOf(point));
    positions.push(x + bank * ux, y + bank * uy, level);
    positions.push(x + far * ux, y + far * uy, level);
    const a = 3 * k;
    const b = 3 * ((k + 1) % edge.length);
    for (const s of [0, 1]) index.push(a + s, a + s + 1, b + s + 1, a + s, b + s + 1, b + s);
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute(
    'uv',
    new THREE.Float32BufferAttribute(new Float32Array((2 * positions.length) / 3).fill(0.5), 2),
  );
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

// The colour most points of the edge have.
export function edgeColour(ground: GroundData): number[] {
  const counts = new Map<string, number>();
  for (const [i, j] of edgePoints(ground, Number.POSITIVE_INFINITY)) {
    const at = 3 * (j * ground.columns + i);
    const key = [...ground.colours.subarray(at, at + 3)].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1])[0];
  return most ? most[0].split(' ').map(Number) : kPlane;
}
