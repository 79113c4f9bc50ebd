import { describe, expect, it } from 'vitest';
import { kAids, shownAids } from './aids.js';

describe('view aids', () => {
  it('are those chosen, and the usual ones', () => {
    expect(shownAids({}, 0, false)).toEqual({
      grade: false,
      levers: false,
      tilt: true,
      readings: true,
      views: true,
    });
    expect(shownAids({ grade: true, tilt: false }, 0, false)).toMatchObject({
      grade: true,
      tilt: false,
    });
  });

  it('that are locked show only to who may instruct', () => {
    const chosen = Object.fromEntries(kAids.map((name) => [name, true]));
    kAids.forEach((name, bit) => {
      expect(shownAids(chosen, 1 << bit, false)[name]).toBe(false);
      expect(shownAids(chosen, 1 << bit, true)[name]).toBe(true);
      expect(shownAids(chosen, 31 & ~(1 << bit), false)[name]).toBe(true);
    });
  });
});
