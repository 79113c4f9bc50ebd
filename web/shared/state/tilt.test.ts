import { describe, expect, it } from 'vitest';
import { tiltOf } from './tilt.js';

const about = (axis: [number, number, number], angle: number) => {
  const s = Math.sin(angle / 2);
  return tiltOf(axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2));
};

describe('tilt', () => {
  it('is positive for the front up, leaning right, turning left', () => {
    expect(about([0, -1, 0], 0.1)).toMatchObject({ pitch: expect.closeTo(0.1) });
    expect(about([1, 0, 0], 0.2)).toMatchObject({ roll: expect.closeTo(0.2) });
    expect(about([0, 0, 1], 0.3)).toMatchObject({ heading: expect.closeTo(0.3) });
  });
});
