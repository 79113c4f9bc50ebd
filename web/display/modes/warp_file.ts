import type { WarpMesh } from './dome_map.js';
import { LayoutError } from './fields.js';

/** More points than that are no mesh for a display. */
const kMost = 1_000_000;

/** What the picture that a mesh file bends looks like, by its number in the first line. */
const kInputs: Record<number, (u: number, v: number, aperture: number) => number[] | undefined> = {
  // A fisheye picture: its circle fills the square, ahead is the middle, up is up.
  2: (u, v, aperture) => {
    const [x, y] = [2 * u - 1, 2 * v - 1];
    const distance = Math.hypot(x, y);
    const angle = (aperture / 2) * distance;
    const share = distance > 0 ? Math.sin(angle) / distance : 0;
    return [Math.cos(angle), -share * x, share * y];
  },
  // A map of the sphere: longitude by latitude.
  4: (u, v) => {
    const [azimuth, elevation] = [2 * Math.PI * (u - 0.5), Math.PI * (v - 0.5)];
    const level = Math.cos(elevation);
    return [level * Math.cos(azimuth), -level * Math.sin(azimuth), Math.sin(elevation)];
  },
};

/**
 * Reads a warp mesh in P. Bourke's text format (paulbourke.net/dataformats/meshwarp): the kind of the
 * picture, points across and up, then per point x, y, u, v and the share of light. x goes from -aspect to
 * aspect, y from -1 to 1; light below 0: nothing is shown.
 *
 * @param aspect width over height of the picture
 * @param aperture radians across a fisheye picture
 * @throws LayoutError that names the line
 */
export function readWarpFile(source: string, aspect: number, aperture: number): WarpMesh {
  const lines = source.split(/\r?\n/).map((line) => line.trim());
  const rows = lines.flatMap((line, i) => (line === '' ? [] : [{ line: i + 1, line_text: line }]));
  const numbers = (k: number, count: number) => {
    const row = rows[k];
    if (!row) throw new LayoutError('mesh', `ends after ${rows.length} lines; ${k + 1} are needed`);
    const values = row.line_text.split(/\s+/).map(Number);
    if (values.length === count && values.every(Number.isFinite)) return values;
    throw new LayoutError(
      `mesh line ${row.line}`,
      `is "${row.line_text}"; ${count} numbers are needed`,
    );
  };
  const [kind] = numbers(0, 1) as [number];
  const input = kInputs[kind];
  if (!input) {
    throw new LayoutError(
      'mesh line 1',
      `is ${kind}; allowed are 2 (fisheye) and 4 (spherical map)`,
    );
  }
  const [columns, high] = numbers(1, 2) as [number, number];
  const count = columns * high;
  const whole = Number.isInteger(columns) && Number.isInteger(high);
  if (!whole || columns < 2 || high < 2 || count > kMost) {
    throw new LayoutError(
      'mesh line 2',
      `is ${columns} x ${high}; 2 x 2 to ${kMost} points are allowed`,
    );
  }
  if (rows.length !== count + 2) {
    throw new LayoutError(
      'mesh',
      `has ${rows.length - 2} points; ${columns} x ${high} are ${count}`,
    );
  }
  const mesh: WarpMesh = {
    columns,
    rows: high,
    places: new Float32Array(2 * count),
    directions: new Float32Array(3 * count),
    light: new Float32Array(count),
  };
  for (let k = 0; k < count; k++) {
    const [x, y, u, v, light] = numbers(k + 2, 5) as [number, number, number, number, number];
    mesh.places.set([x / aspect, y], 2 * k);
    mesh.directions.set(input(u, v, aperture)!, 3 * k);
    mesh.light[k] = Math.min(1, light);
  }
  return mesh;
}
