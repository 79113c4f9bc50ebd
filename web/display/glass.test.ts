import { PerspectiveCamera, Vector3, Vector4 } from 'three';
import { describe, expect, it } from 'vitest';
import { type Glass, glassPoint, imageOfEye, isBefore, makeGlass, mirrorView } from './glass.js';
import { offAxis, place } from './off_axis.js';

const v = (x: number, y: number, z: number) => new Vector3(x, y, z);
/** Pixels of the drawn picture along each edge. */
const kPixels = 256;

const glassOf = (radius: number, size = { width: 0.2, height: 0.36 }) =>
  makeGlass(v(1.33, 1.36, 1.2), v(-0.981, -0.192, -0.022), v(0, 0, 1), { ...size, radius });
const eye = v(0.44, 0.82, 1.51);

/** Independent: light takes the shortest way. Where on the glass (x, y from -1 to 1) a point is seen. */
function shortestWay(glass: Glass, from: Vector3, to: Vector3): [number, number] {
  const n = new Vector3();
  const way = (x: number, y: number) => {
    const g = glassPoint(glass, x, y, n);
    return g.distanceTo(from) + g.distanceTo(to);
  };
  let [x, y] = [0, 0];
  // Newton's method on differences; lengths are flat in x and y near the shortest.
  for (let k = 0; k < 60; k++) {
    const h = 1e-3;
    const f = way(x, y);
    const [fx, bx] = [way(x + h, y), way(x - h, y)];
    const [fy, by] = [way(x, y + h), way(x, y - h)];
    const cross =
      (way(x + h, y + h) - way(x + h, y - h) - way(x - h, y + h) + way(x - h, y - h)) / (4 * h * h);
    const [gx, gy] = [(fx - bx) / (2 * h), (fy - by) / (2 * h)];
    const [xx, yy] = [(fx + bx - 2 * f) / (h * h), (fy + by - 2 * f) / (h * h)];
    const det = xx * yy - cross * cross;
    x -= Math.max(-0.3, Math.min(0.3, (yy * gx - cross * gy) / det));
    y -= Math.max(-0.3, Math.min(0.3, (xx * gy - cross * gx) / det));
  }
  return [x, y];
}

/** Where the mirror draws a point, and where its grid looks for what is at (x, y) of the glass: pixels. */
function errorOf(glass: Glass, p: Vector3): number | undefined {
  const [x, y] = shortestWay(glass, eye, p);
  if (Math.abs(x) > 1 || Math.abs(y) > 1) return undefined;
  const [columns, rows] = [13, 17];
  const view = mirrorView(glass, eye, columns, rows);
  const camera = new PerspectiveCamera();
  place(camera, offAxis(view.eye, view.window, 0.1, 500));
  const q = v(p.x, p.y, p.z);
  const clip = new Vector4(q.x, q.y, q.z, 1)
    .applyMatrix4(camera.matrixWorldInverse)
    .applyMatrix4(camera.projectionMatrix);
  const drawn = [(clip.x / clip.w + 1) / 2, (clip.y / clip.w + 1) / 2];
  // Between four points of the grid.
  const [i, j] = [((x + 1) / 2) * (columns - 1), ((y + 1) / 2) * (rows - 1)];
  const [a, b] = [Math.min(columns - 2, Math.floor(i)), Math.min(rows - 2, Math.floor(j))];
  const [s, t] = [i - a, j - b];
  const at = (k: number, l: number, axis: number) => view.texels[2 * (l * columns + k) + axis]!;
  const shown = [0, 1].map(
    (axis) =>
      (1 - s) * (1 - t) * at(a, b, axis) +
      s * (1 - t) * at(a + 1, b, axis) +
      (1 - s) * t * at(a, b + 1, axis) +
      s * t * at(a + 1, b + 1, axis),
  );
  return kPixels * Math.hypot(shown[0]! - drawn[0]!, shown[1]! - drawn[1]!);
}

/** Places behind the machine, near and far, to the left and right, low and high. */
function places(): Vector3[] {
  const list: Vector3[] = [];
  for (const x of [-2, -5, -12, -30, -80]) {
    for (let k = -60; k <= 60; k++) {
      for (const z of [-1.2, 0, 1, 3]) list.push(v(x, 1.6 - (k * x) / 50, z * (1 - x / 20)));
    }
  }
  return list;
}

describe('a mirror', () => {
  it.each([0, 4, 1.4, 0.6])(
    'of radius %d shows what the shortest way of light does, to 2 pixels',
    (radius) => {
      const glass = glassOf(radius);
      const errors = places().flatMap((p) => errorOf(glass, p) ?? []);
      expect(errors.length).toBeGreaterThan(40);
      expect(Math.max(...errors)).toBeLessThan(2);
    },
  );

  it('has the image of the eye where a plane reflects it, and where 1/v = 2/R + 1/u says', () => {
    const plane = glassOf(0);
    const d = eye.clone().sub(plane.centre).dot(plane.normal);
    const there = eye.clone().addScaledVector(plane.normal, -2 * d);
    expect(imageOfEye(plane, eye).distanceTo(there)).toBeLessThan(1e-9);
    const glass = glassOf(2, { width: 0.02, height: 0.02 });
    const before = glass.centre.clone().addScaledVector(glass.normal, 1.2);
    const depth = 1 / (2 / 2 + 1 / 1.2);
    const image = glass.centre.clone().addScaledVector(glass.normal, -depth);
    expect(imageOfEye(glass, before).distanceTo(image)).toBeLessThan(1e-4);
  });

  it('mirrors: what is on the left is seen on the left, and words would read backwards', () => {
    const glass = makeGlass(v(0, 0, 0), v(-1, 0, 0), v(0, 0, 1), {
      width: 1,
      height: 1,
      radius: 0,
    });
    // Looking along +x, left is +y.
    expect(glass.right.distanceTo(v(0, -1, 0))).toBeLessThan(1e-12);
    const view = mirrorView(glass, v(-1, 0, 0), 2, 2);
    const camera = new PerspectiveCamera();
    place(camera, offAxis(view.eye, view.window, 0.1, 100));
    // An object to the left, behind the eye: in the picture from behind the glass it is on the right.
    expect(v(-5, 1, 0).project(camera).x).toBeGreaterThan(0);
    // The left edge of the glass looks there.
    expect(view.texels[0]).toBeGreaterThan(0.5);
    expect(view.texels[2]).toBeLessThan(0.5);
  });

  it('shows nothing from behind', () => {
    expect(isBefore(glassOf(1), eye)).toBe(true);
    expect(isBefore(glassOf(1), v(3, 1.4, 1.2))).toBe(false);
  });
});
