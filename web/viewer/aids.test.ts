import { describe, expect, it } from 'vitest';
import { shownAids } from './aids.js';

describe('view aids', () => {
  it('are those chosen, and the usual ones', () => {
    expect(shownAids({})).toEqual({
      grade: false,
      levers: false,
      tilt: true,
      readings: true,
      views: true,
    });
    expect(shownAids({ grade: true, tilt: false })).toMatchObject({ grade: true, tilt: false });
  });
});
