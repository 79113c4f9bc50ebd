import { PerspectiveCamera, Vector3, Vector4 } from 'three';
import { describe, expect, it } from 'vitest';
import { kSeatToCamera, offAxis, place, type Surface } from './off_axis.js';

const v = (x: number, y: number, z: number) => new Vector3(x, y, z);

/** Where a point is on a surface, in shares of its edges: the ray from the eye meets the plane (Cramer). */
function meets(eye: Vector3, { lowerLeft: o, lowerRight, upperLeft }: Surface, p: Vector3) {
  const a = lowerRight.clone().sub(o);
  const b = upperLeft.clone().sub(o);
  const c = eye.clone().sub(p);
  const d = eye.clone().sub(o);
  const det = a.dot(b.clone().cross(c));
  return [d.dot(b.clone().cross(c)) / det, a.dot(d.clone().cross(c)) / det];
}

/** Where a point is drawn, in shares of the picture. */
function drawn(eye: Vector3, surface: Surface, p: Vector3) {
  const camera = new PerspectiveCamera();
  place(camera, offAxis(eye, surface, 0.1, 500));
  const q = new Vector4(p.x, p.y, p.z, 1)
    .applyMatrix4(camera.matrixWorldInverse)
    .applyMatrix4(camera.projectionMatrix);
  return [(q.x / q.w + 1) / 2, (q.y / q.w + 1) / 2, q.z / q.w];
}

/** Numbers that repeat. */
function numbers(seed: number) {
  let state = seed;
  return (low: number, high: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return low + ((high - low) * state) / 2 ** 32;
  };
}

describe('the one projection', () => {
  it('draws every point where the ray to it crosses the surface', () => {
    const next = numbers(7);
    const any = (size: number) => v(next(-size, size), next(-size, size), next(-size, size));
    for (let k = 0; k < 300; k++) {
      const lowerLeft = any(3);
      const right = any(1).normalize();
      const up = any(1).cross(right).normalize();
      const surface = {
        lowerLeft,
        lowerRight: lowerLeft.clone().addScaledVector(right, next(0.3, 4)),
        upperLeft: lowerLeft.clone().addScaledVector(up, next(0.3, 4)),
      };
      const normal = right.clone().cross(up);
      const middle = surface.lowerRight.clone().add(surface.upperLeft).multiplyScalar(0.5);
      const eye = middle
        .clone()
        .addScaledVector(normal, next(0.3, 5))
        .add(right.multiplyScalar(0.4));
      const behind = middle.clone().addScaledVector(normal, -next(0.1, 60)).add(any(0.3));
      const [x, y] = meets(eye, surface, behind);
      const [u, w, depth] = drawn(eye, surface, behind);
      expect(u).toBeCloseTo(x!, 9);
      expect(w).toBeCloseTo(y!, 9);
      expect(Math.abs(depth!)).toBeLessThan(1);
    }
  });

  it('joins the walls of a cave: a point of the edge is at the edge of both', () => {
    const front = {
      lowerLeft: v(1.5, 1.5, 0),
      lowerRight: v(1.5, -1.5, 0),
      upperLeft: v(1.5, 1.5, 2),
    };
    const left = {
      lowerLeft: v(-1.5, 1.5, 0),
      lowerRight: v(1.5, 1.5, 0),
      upperLeft: v(-1.5, 1.5, 2),
    };
    const eye = v(-0.2, 0.4, 1.1);
    for (const height of [0, 0.3, 1, 1.7, 2]) {
      // Far beyond the edge, on the ray through it.
      const p = eye.clone().addScaledVector(v(1.5, 1.5, height).sub(eye), 20);
      const [a, b] = [drawn(eye, front, p), drawn(eye, left, p)];
      expect(a[0]).toBeCloseTo(0, 9);
      expect(b[0]).toBeCloseTo(1, 9);
      expect(a[1]).toBeCloseTo(b[1]!, 9);
    }
  });

  it('gives the disparity of two eyes: e (z - d)/z on a screen at d, and none in its plane', () => {
    const [width, d, e] = [1.2, 2, 0.064];
    const screen = {
      lowerLeft: v(-0.6, -0.4, -d),
      lowerRight: v(0.6, -0.4, -d),
      upperLeft: v(-0.6, 0.4, -d),
    };
    for (const z of [1, 2, 5, 50, 500]) {
      const [left] = drawn(v(-e / 2, 0, 0), screen, v(0.1, 0, -z));
      const [right] = drawn(v(e / 2, 0, 0), screen, v(0.1, 0, -z));
      expect(width * (right! - left!)).toBeCloseTo((e * (z - d)) / z, 9);
    }
  });

  it('is that of an ordinary camera before the middle of a screen', () => {
    const camera = new PerspectiveCamera(50, 1.5, 0.1, 500);
    const h = Math.tan((25 * Math.PI) / 180);
    const screen = {
      lowerLeft: v(-1.5 * h, -h, -1),
      lowerRight: v(1.5 * h, -h, -1),
      upperLeft: v(-1.5 * h, h, -1),
    };
    const { projection } = offAxis(v(0, 0, 0), screen, 0.1, 500);
    camera.projectionMatrix.elements.forEach((value, i) => {
      expect(projection.elements[i]).toBeCloseTo(value, 6);
    });
  });

  it('refuses an eye behind the surface, in its plane, and a surface without area', () => {
    const s = { lowerLeft: v(0, 0, 0), lowerRight: v(1, 0, 0), upperLeft: v(0, 1, 0) };
    expect(() => offAxis(v(0, 0, -1), s, 0.1, 9)).toThrow('behind');
    expect(() => offAxis(v(3, 0, 0), s, 0.1, 9)).toThrow('behind');
    expect(() => offAxis(v(0, 0, 1), { ...s, upperLeft: v(2, 0, 0) }, 0.1, 9)).toThrow('no area');
  });

  it('knows how a seat looks: x forward, y left, z up', () => {
    expect(v(1, 0, 0).applyMatrix4(kSeatToCamera)).toEqual(v(0, 0, -1));
    expect(v(0, 1, 0).applyMatrix4(kSeatToCamera)).toEqual(v(-1, 0, 0));
    expect(v(0, 0, 1).applyMatrix4(kSeatToCamera)).toEqual(v(0, 1, 0));
  });
});
