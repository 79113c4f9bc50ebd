import { describe, expect, it } from 'vitest';
import { Tilt } from '../protocol/outrigger_pb.js';
import {
  alarmText,
  formatNumber,
  formatQuantity,
  formatTilt,
  formatTime,
  readingOf,
  readingsOf,
} from './hud.js';
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

  it('are in the unit that the machine asks for', () => {
    expect(formatQuantity(210.5, 'rad/s', 'rpm')).toBe('2010 rpm');
    expect(formatQuantity(2, 'rad/s')).toBe('2.00 rad/s');
    expect(formatQuantity(5, 'm/s', 'km/h')).toBe('18.0 km/h');
    expect(formatQuantity(-0.001, 'm/s', 'km/h')).toBe('0.0 km/h');
    expect(formatQuantity(-1.2, 'rad', 'deg')).toBe('-69°');
    expect(formatQuantity(0.5, '', '%')).toBe('50 %');
    expect(formatQuantity(Number.NaN, 'rad', 'deg')).toBe('–°');
    // A unit that it cannot be shown in is no reason to show a wrong number.
    expect(formatQuantity(5, 'm', 'rpm')).toBe('5.00 m');
  });

  it('are one for the three components of a speed', () => {
    const plain = { label: '', forOperators: false, shownUnit: '' };
    const channels = ['x', 'y', 'z'].map((a) => ({ ...plain, name: `position_${a}`, unit: 'm' }));
    const speeds = ['x', 'y', 'z'].map((a) => ({ ...plain, name: `tip_speed_${a}`, unit: 'm/s' }));
    const readings = readingsOf([...channels, ...speeds]);
    expect(readings.map((r) => [r.name, r.channels])).toEqual([
      ['position x', [0]],
      ['position y', [1]],
      ['position z', [2]],
      ['tip speed', [3, 4, 5]],
    ]);
    expect(readingOf(readings[3]!, [0, 0, 0, 3, 0, 4])).toBe('5.00 m/s');
  });

  it('have the names and the readers that the machine gives them', () => {
    const depth = { name: 'teeth_depth', unit: 'm', label: 'Depth', forOperators: true };
    const [reading] = readingsOf([{ ...depth, shownUnit: '' }]);
    expect(reading).toMatchObject({ name: 'Depth', forOperators: true });
    expect(readingOf(reading!, [1.254])).toBe('1.25 m');
  });

  it('show time as minutes and seconds', () => {
    expect(formatTime(0)).toBe('0:00.0');
    expect(formatTime(83.25)).toBe('1:23.2');
    expect(formatTime(59.99)).toBe('0:59.9');
    expect(formatTime(600)).toBe('10:00.0');
  });
});

describe('the alarm', () => {
  it('says what to do, and nothing while the machine stands', () => {
    expect(alarmText(Tilt.UPRIGHT, false)).toBe('');
    expect(alarmText(Tilt.LEANING, false)).toMatch(/may roll over/);
    expect(alarmText(Tilt.ROLLED_OVER, false)).toMatch(/Reset/);
    expect(alarmText(Tilt.ROLLED_OVER, true)).toBe('Rolled over.');
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
