import { describe, expect, it } from 'vitest';
import { calibrated, plainAxis, plainSetup, readSetup, setUp } from './calibration.js';

describe('an axis', () => {
  it('reaches its ends and rests, wherever the device has them', () => {
    const worn = { ...plainAxis(0), low: -0.8, rest: 0.1, high: 0.9 };
    expect([-0.8, 0.1, 0.9, 0.5, -0.35].map((raw) => setUp(worn, raw))).toEqual([
      -1,
      0,
      1,
      0.5,
      expect.closeTo(-0.5),
    ]);
    expect([-3, 3].map((raw) => setUp(worn, raw))).toEqual([-1, 1]);
  });

  it('may be turned round, have a dead zone and be finer near rest', () => {
    expect(setUp({ ...plainAxis(0), invert: true }, 0.4)).toBe(-0.4);
    const dead = { ...plainAxis(0), deadZone: 0.2 };
    expect([0.1, 0.2, 0.6, 1].map((raw) => setUp(dead, raw))).toEqual([
      0,
      0,
      expect.closeTo(0.5),
      1,
    ]);
    expect(setUp({ ...plainAxis(0), curve: 2 }, -0.5)).toBe(-0.25);
  });

  it('that gives nonsense gives nothing', () => {
    expect(setUp(plainAxis(0), Number.NaN)).toBe(0);
    expect(setUp({ ...plainAxis(0), rest: 1 }, 1)).toBe(0);
  });
});

describe('a device', () => {
  const pad = { index: 1, id: 'stick', axes: [0.1, 0.2, 0.3], buttons: [] };

  it('has its axes where they were put', () => {
    const setup = { axes: [plainAxis(2), plainAxis(0)] };
    expect(calibrated(pad, setup)).toEqual({ ...pad, axes: [0.3, 0.1] });
    expect(calibrated(pad, undefined)).toBe(pad);
    expect(calibrated(pad, plainSetup(3)).axes).toEqual(pad.axes);
  });

  it('is as it was when what was kept is no setup', () => {
    expect(readSetup(plainSetup(4))?.axes.length).toBe(4);
    const odd = [
      {},
      null,
      { axes: 3 },
      { axes: [null] },
      { axes: [{ ...plainAxis(0), curve: 0 }] },
    ];
    for (const value of odd) expect(readSetup(value)).toBeUndefined();
  });
});
