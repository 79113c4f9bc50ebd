import { describe, expect, it } from 'vitest';
import { Cavity } from './cavity.js';

// From the edge in front along a square shell of 1 m to the rear lip; the mouth looks up.
const kTrough = [1, 1, 1, 0, 0, 0, 0, 1];
// The profile of a backhoe bucket; without tilt its mouth looks down.
const kBackhoe = [1.27, 0, 1.24, 0.17, 1.14, 0.43, 0.66, 0.75, 0.36, 0.68, 0.05, 0.18, 0.16, -0.02];
const kHigh = 100;

describe('soil in a trough', () => {
  it('has the area below its surface', () => {
    const trough = new Cavity(kTrough, 2);
    expect(trough.cut(0, 0.5, 0)).toBeCloseTo(0.5, 12);
    expect(trough.cut(0, 0, 0)).toBe(0);
    expect(trough.cut(0, -3, 0)).toBe(0);
    // A sloped surface from 0.2 behind to 0.8 in front: a trapezium.
    expect(trough.cut(0, 0.2, 0.6)).toBeCloseTo(0.5, 12);
    // From the floor in the middle upwards: a triangle of 0.5 by 0.5.
    expect(trough.cut(0, -0.5, 1)).toBeCloseTo(0.125, 12);
  });

  it('is heaped up to the caps at the lips', () => {
    const trough = new Cavity(kTrough, 10);
    trough.setPose(0, 1);
    // Both caps rise by 45 degrees and meet half a metre above the middle: 0.25 m² more than the struck 1.
    expect(trough.cut(0, kHigh, 0)).toBeCloseTo(1.25, 12);
    trough.setPose(0, 0.5);
    expect(trough.cut(0, kHigh, 0)).toBeCloseTo(1.125, 12);
    // A surface that cuts the heap off 0.1 m above the mouth: a trapezium of 1 and 0.6 m.
    expect(trough.cut(0, 1.1, 0)).toBeCloseTo(1 + 0.1 * 0.8, 12);
  });

  it('is lower towards the side plates', () => {
    const trough = new Cavity(kTrough, 2);
    trough.setPose(0, 1);
    // At a side plate it is level with the mouth, at 0.2 m it is 0.2 m higher, cut at both lips.
    expect(trough.cut(1, kHigh, 0)).toBeCloseTo(1, 12);
    expect(trough.cut(-0.8, kHigh, 0)).toBeCloseTo(1 + 0.2 * 0.8, 12);
    expect(trough.cut(0.8, kHigh, 0)).toBeCloseTo(trough.cut(-0.8, kHigh, 0), 12);
  });

  it('holds the heaped volume of ISO 7451 at 1:1', () => {
    // L²W/4 - L³/12 over the struck volume, for a mouth of length L = 1 and width W = 2.
    const trough = new Cavity(kTrough, 2);
    trough.setPose(0, 1);
    const rows = 400;
    let volume = 0;
    for (let i = 0; i < rows; i++) {
      volume += (trough.cut(2 * ((i + 0.5) / rows) - 1, kHigh, 0) * 2) / rows;
    }
    expect(volume).toBeCloseTo(2 + 2 / 4 - 1 / 12, 4);
  });

  it('is known by its height at every place', () => {
    const trough = new Cavity(kTrough, 10);
    trough.setPose(0, 1);
    trough.cut(0, 1.3, 0);
    expect([trough.low, trough.high]).toEqual([0, 1]);
    expect(trough.top(0.1)).toBeCloseTo(1.1, 12);
    expect(trough.top(0.5)).toBeCloseTo(1.3, 12);
    expect(trough.top(0.8)).toBeCloseTo(1.2, 12);
    expect(trough.bottom(0.5)).toBeCloseTo(0, 12);
    expect(trough.top(1.5)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('a trough that is turned', () => {
  it('holds less the more it leans', () => {
    const trough = new Cavity(kTrough, 10);
    // No repose: soil as water. Tilted by 45 degrees only the half below the lower lip stays.
    trough.setPose(Math.PI / 4, 0);
    expect(trough.cut(0, kHigh, 0)).toBeCloseTo(0.5, 9);
    trough.setPose(-Math.PI / 4, 0);
    expect(trough.cut(0, kHigh, 0)).toBeCloseTo(0.5, 9);
  });

  it('holds nothing over a mouth that looks down', () => {
    const trough = new Cavity(kTrough, 10);
    trough.setPose(Math.PI, 1);
    expect(trough.cut(0, kHigh, 0)).toBeCloseTo(0, 9);
    // Its shell beside the mouth does hold some: with the mouth upright at 120 degrees.
    trough.setPose((120 * Math.PI) / 180, 1);
    expect(trough.cut(0, kHigh, 0)).toBeGreaterThan(0.01);
  });

  it('is the same for corners the other way round', () => {
    const there = new Cavity(kBackhoe, 1.14);
    const mirrored = kBackhoe.map((v, i) => (i % 2 === 0 ? -v : v));
    const back = new Cavity(mirrored, 1.14);
    for (let tilt = -3; tilt <= 3; tilt += 0.25) {
      there.setPose(tilt, 0.7);
      back.setPose(-tilt, 0.7);
      expect(back.cut(0.3, kHigh, 0)).toBeCloseTo(there.cut(0.3, kHigh, 0), 9);
    }
  });
});

describe('the content of a bucket in any pose', () => {
  // Tilt, tangent, place across, level, slope, and the area that Cavity::below of src/soil gives.
  const kOfTheSimulator = [
    [-2.9, 0.7, -0.49875, -0.24, 0.3, 0.398611853445],
    [-2.2, 0.4, -0.49875, -0.66, 0.3, 0.296920758918],
    [-1.6, 1, -0.49875, -0.66, 0.3, 0.176420406348],
    [1.3, 1, -0.49875, 0.6, -0.5, 0.155578957872],
    [2.7, 0.4, -0.49875, 0.18, 0.3, 0.3522366116],
  ];

  it('is what the simulator computes', () => {
    const profile = [
      1.27, 0, 1.24, 0.17, 1.14, 0.43, 0.94, 0.66, 0.66, 0.75, 0.36, 0.68, 0.13, 0.46,
    ];
    const bucket = new Cavity([...profile, 0.05, 0.18, 0.16, -0.02], 1.14);
    for (const [tilt, tangent, y, level, slope, area] of kOfTheSimulator) {
      bucket.setPose(tilt!, tangent!);
      expect(bucket.cut(y!, level!, slope!)).toBeCloseTo(area!, 10);
    }
  });

  it('grows with its level, and its height is its area', () => {
    const bucket = new Cavity(kBackhoe, 1.14);
    for (let tilt = -3.1; tilt <= 3.1; tilt += 0.155) {
      bucket.setPose(tilt, 0.7);
      for (const slope of [-0.6, 0, 0.4]) {
        let before = 0;
        for (let level = -2; level <= 2; level += 0.05) {
          const area = bucket.cut(0.2, level, slope);
          expect(area).toBeGreaterThanOrEqual(before - 1e-12);
          before = area;
        }
        expect(before).toBeLessThan(1.2);
      }
      // What is drawn is what is there, where nothing overhangs: in between heights change evenly.
      if (Math.abs(tilt) < 2.6) continue;
      const area = bucket.cut(0.2, 0.2, 0);
      const steps = 4000;
      let sum = 0;
      for (let i = 0; i < steps; i++) {
        const s = bucket.low + ((bucket.high - bucket.low) * (i + 0.5)) / steps;
        sum += ((bucket.top(s) - bucket.bottom(s)) * (bucket.high - bucket.low)) / steps;
      }
      if (area > 0) expect(sum / area).toBeCloseTo(1, 3);
    }
  });

  it('is drawn on one side of a mouth that looks down', () => {
    // A tent with a foot on either side: what lies on the left foot does not reach to the right one.
    const tent = new Cavity([0.6, 0, 1, -0.1, 1, 0.4, -1, 0.4, -1, -0.3, -0.6, 0], 1);
    tent.setPose(0, 1);
    const area = tent.cut(0, 0.1, 0);
    expect(tent.high).toBeLessThanOrEqual(-0.6);
    expect(tent.low).toBe(-1);
    expect(tent.top(-0.8)).toBeCloseTo(0.1, 12);
    expect(tent.top(0.8)).toBe(Number.NEGATIVE_INFINITY);
    // By shoelaces: 0.1 by 0.4 above the foot and a triangle of 0.3 by 0.4; on the right one of 0.1 by 0.4.
    // At the lips the caps of 45 degrees take a triangle of 0.1 by 0.1 from each.
    expect(area).toBeCloseTo(0.04 + 0.06 + 0.04 + 0.02 - 2 * 0.005, 9);
  });

  it('is refused where there is no room', () => {
    expect(() => new Cavity([0, 0, 1, 1], 1)).toThrow('2 corners');
    expect(() => new Cavity(kTrough, 0)).toThrow('0 m wide');
  });
});
