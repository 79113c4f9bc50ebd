import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { barrelLength, LinkFrame } from './link_frame.js';

const y = new Vector3(0, 1, 0);

describe('a link between two points', () => {
  it('begins at a, points to b and keeps y along the side axis', () => {
    const a = new Vector3(1, 2, 3);
    const b = new Vector3(4, 2, 7);
    const link = new LinkFrame().set(a, b, y);
    expect(link.length).toBeCloseTo(5);
    const end = new Vector3(0, 0, link.length).applyQuaternion(link.rotation).add(link.position);
    expect(end.distanceTo(b)).toBeLessThan(1e-9);
    expect(new Vector3(0, 1, 0).applyQuaternion(link.rotation).distanceTo(y)).toBeLessThan(1e-9);
  });

  it('tilts y as little as needed when the side axis is oblique', () => {
    const link = new LinkFrame().set(new Vector3(), new Vector3(0, 1, 1), y);
    const side = new Vector3(0, 1, 0).applyQuaternion(link.rotation);
    expect(side.distanceTo(new Vector3(0, 1, -1).normalize())).toBeLessThan(1e-9);
  });

  it('survives a side axis along the link and two equal points', () => {
    for (const b of [new Vector3(0, 2, 0), new Vector3()]) {
      const link = new LinkFrame().set(new Vector3(), b, y);
      expect(link.rotation.length()).toBeCloseTo(1);
      expect(Number.isFinite(link.rotation.x)).toBe(true);
    }
  });
});

describe('a telescopic cylinder', () => {
  it('keeps its barrel while the rod moves out, and fits when it moves in', () => {
    const barrel = barrelLength(undefined, 2);
    expect(barrel).toBeCloseTo(1.2);
    expect(barrelLength(barrel, 2.8)).toBe(barrel);
    const shorter = barrelLength(barrel, 1);
    expect(shorter).toBeLessThan(1);
    expect(barrelLength(shorter, 2.8)).toBe(shorter);
  });
});
