import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { pickGround, rayThrough } from './pick.js';

const ray = (from: [number, number, number], to: [number, number, number]) => {
  const origin = new THREE.Vector3(...from);
  return new THREE.Ray(origin, new THREE.Vector3(...to).sub(origin).normalize());
};

describe('a place on the ground', () => {
  it('is where the ray meets a slope', () => {
    const place = pickGround(ray([0, 0, 10], [20, 4, 2]), (x) => 0.1 * x)!;
    expect(place.z).toBeCloseTo(0.1 * place.x, 3);
    expect(place.x).toBeCloseTo(20, 2);
    expect(place.y).toBeCloseTo(4, 2);
  });

  it('is the first of several: a wall hides what is behind it', () => {
    const wall = (x: number) => (x > 10 && x < 11 ? 3 : 0);
    expect(pickGround(ray([0, 0, 4], [40, 0, 0]), wall)!.x).toBeCloseTo(10, 2);
  });

  it('is the bottom of a pit', () => {
    const pit = (x: number) => (x > 5 && x < 9 ? -1.5 : 0);
    expect(pickGround(ray([7, 0, 6], [7.5, 0, -1.5]), pit)!.z).toBeCloseTo(-1.5, 3);
  });

  it('is nowhere in the sky, and from below', () => {
    expect(pickGround(ray([0, 0, 2], [10, 0, 3]), () => 0)).toBeUndefined();
    expect(pickGround(ray([0, 0, -2], [10, 0, -3]), () => 0)).toBeUndefined();
  });

  it('is found through the point of the canvas', () => {
    const camera = new THREE.PerspectiveCamera(45, 2, 0.1, 1000);
    camera.up.set(0, 0, 1);
    camera.position.set(0, -10, 10);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const canvas = {
      getBoundingClientRect: () => ({ left: 10, top: 20, width: 200, height: 100 }),
    } as HTMLCanvasElement;
    const place = pickGround(rayThrough({ clientX: 110, clientY: 70 }, canvas, camera), () => 0)!;
    expect(place.length()).toBeLessThan(1e-2);
    const right = pickGround(rayThrough({ clientX: 160, clientY: 70 }, canvas, camera), () => 0)!;
    expect(right.x).toBeGreaterThan(1);
  });
});
