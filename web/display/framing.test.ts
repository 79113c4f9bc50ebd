import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { Framing, fitDistance } from './framing.js';

const at = (x: number, y: number, z: number) => new THREE.Vector3(x, y, z);

function settle(framing: Framing, root: THREE.Vector3, sphere: THREE.Sphere, travels: boolean) {
  for (let i = 0; i < 600; i++) framing.update(root, sphere, travels, 1 / 60);
}

describe('the outside picture', () => {
  it('grows with a raised boom, and does not breathe with small motions', () => {
    const framing = new Framing();
    framing.start(at(0, 0, 1), new THREE.Sphere(at(2, 0, 2), 5), true);
    settle(framing, at(0, 0, 1), new THREE.Sphere(at(1, 0, 4), 7), true);
    expect(framing.centre.distanceTo(at(1, 0, 4))).toBeLessThan(0.01);
    expect(framing.radius).toBeCloseTo(7, 2);
    settle(framing, at(0, 0, 1), new THREE.Sphere(at(1, 0, 4), 6), true);
    expect(framing.radius).toBeCloseTo(7, 2);
    settle(framing, at(0, 0, 1), new THREE.Sphere(at(1, 0, 4), 4), true);
    expect(framing.radius).toBeCloseTo(4, 2);
  });

  it('keeps a travelling machine in its middle, and shows a heap at rest', () => {
    const framing = new Framing();
    framing.start(at(0, 0, 0), new THREE.Sphere(at(1, 0, 0), 3), true);
    framing.update(at(10, 0, 0), new THREE.Sphere(at(11, 0, 0), 3), true, 1 / 60);
    expect(framing.centre.x).toBeCloseTo(11);
    framing.start(at(0, 0, 0), new THREE.Sphere(at(1, 0, 0), 3), false);
    framing.update(at(5, 0, 0), new THREE.Sphere(at(1, 0, 0), 3), false, 1 / 60);
    expect(framing.centre.x).toBeCloseTo(1);
  });

  it('needs more distance on a narrow screen, and beside panels', () => {
    expect(fitDistance(1, 90, 0.5, 2)).toBeCloseTo(Math.sqrt(5));
    expect(fitDistance(1, 90, 1, 2)).toBeCloseTo(Math.SQRT2);
    expect(fitDistance(1, 90, 1, 0.5)).toBeCloseTo(Math.sqrt(5));
  });
});
