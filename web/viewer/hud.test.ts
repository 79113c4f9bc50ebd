import { describe, expect, it } from 'vitest';
import { formatNumber, formatQuantity, formatTilt, formatTime, readingsOf } from './hud.js';
import { SlownessWatch } from './quality.js';
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

  it('is said in words', () => {
    expect(formatTilt(0.1, 'up', 'down')).toBe('5.7° up');
    expect(formatTilt(-0.1, 'up', 'down')).toBe('5.7° down');
    expect(formatTilt(-0.0001, 'up', 'down')).toBe('0.0°');
  });
});

describe('numbers', () => {
  it('have about three digits', () => {
    expect(formatNumber(1234.5)).toBe('1235');
    expect(formatNumber(12.345)).toBe('12.3');
    expect(formatNumber(-0.001)).toBe('0.00');
    expect(formatNumber(Number.NaN)).toBe('–');
  });

  it('have the units that people use', () => {
    expect(formatQuantity(0.5, 'rad')).toBe('28.6°');
    expect(formatQuantity(-20145, 'N')).toBe('-20.1 kN');
    expect(formatQuantity(999, 'N m')).toBe('999 N m');
    expect(formatQuantity(2.5, 'm')).toBe('2.50 m');
    expect(formatQuantity(1, '')).toBe('1.00');
    expect(formatQuantity(Number.NaN, 'N')).toBe('– N');
  });

  it('say engine and travel speeds as operators do', () => {
    expect(formatQuantity(210.5, 'rad/s', 'engine speed')).toBe('2010 rpm');
    expect(formatQuantity(2, 'rad/s', 'slew speed')).toBe('2.00 rad/s');
    expect(formatQuantity(5, 'm/s', 'travel speed')).toBe('18.0 km/h');
    expect(formatQuantity(5, 'm/s', 'cylinder speed')).toBe('5.00 m/s');
  });

  it('are one for the three components of a speed', () => {
    const channels = ['x', 'y', 'z'].flatMap((axis) => [{ name: `position_${axis}`, unit: 'm' }]);
    const speeds = ['x', 'y', 'z'].map((axis) => ({ name: `travel_speed_${axis}`, unit: 'm/s' }));
    expect(readingsOf([...channels, ...speeds])).toEqual([
      { name: 'position x', unit: 'm', channels: [0] },
      { name: 'position y', unit: 'm', channels: [1] },
      { name: 'position z', unit: 'm', channels: [2] },
      { name: 'travel speed', unit: 'm/s', channels: [3, 4, 5] },
    ]);
  });

  it('show time as minutes and seconds', () => {
    expect(formatTime(0)).toBe('0:00.0');
    expect(formatTime(83.25)).toBe('1:23.2');
    expect(formatTime(59.99)).toBe('0:59.9');
    expect(formatTime(600)).toBe('10:00.0');
  });
});

describe('slow drawing', () => {
  it('is noticed after three seconds of slow frames, not after a stall', () => {
    const watch = new SlownessWatch();
    let noticed = 0;
    for (let t = 0; t < 2.9; t += 0.1) if (watch.tooSlow(t, 0.1)) noticed++;
    expect(noticed).toBe(0);
    watch.tooSlow(3, 0.01);
    for (let t = 3; t < 6.5; t += 0.1) if (watch.tooSlow(t, 0.1)) noticed++;
    expect(noticed).toBe(1);
    expect(new SlownessWatch().tooSlow(60, 30)).toBe(false);
  });
});
