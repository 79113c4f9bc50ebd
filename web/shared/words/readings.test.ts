import { describe, expect, it } from 'vitest';
import { type ChannelWords, readingOf, readingsOf } from './readings.js';

const plain: ChannelWords = {
  name: '',
  unit: '',
  label: '',
  forOperators: false,
  shownUnit: '',
  shownScale: 0,
  decimals: 0,
  group: '',
  groupLabel: '',
};
const vector = (group: string, unit: string, groupLabel: string): ChannelWords[] =>
  ['x', 'y', 'z'].map((a) => ({ ...plain, name: `${group}_${a}`, unit, group, groupLabel }));

describe('readings', () => {
  it('are one for the components of a vector: a size, or a place', () => {
    const readings = readingsOf([
      ...vector('tip', 'm', 'Tip'),
      ...vector('tip_speed', 'm/s', 'Tip speed'),
      { ...plain, name: 'depth_x', unit: 'm', label: 'Depth' },
    ]);
    expect(readings.map((r) => [r.name, r.channels])).toEqual([
      ['Tip', [0, 1, 2]],
      ['Tip speed', [3, 4, 5]],
      ['Depth', [6]],
    ]);
    const frame = [1, -2.5, 10, 3, 0, 4, 1.254];
    expect(readings.map((r) => readingOf(r, frame))).toEqual([
      '1.00, -2.50, 10.0 m',
      '5.00 m/s',
      '1.25 m',
    ]);
  });

  it('guess nothing from names', () => {
    const names = ['a_speed_x', 'a_speed_y', 'engine_speed'];
    const readings = readingsOf(names.map((name) => ({ ...plain, name, unit: 'm/s' })));
    expect(readings.map((r) => r.name)).toEqual(names);
  });

  it('are in the unit, with the digits and the names that the machine gives them', () => {
    const engine = { ...plain, name: 'n', unit: 'rad/s', label: 'Engine', forOperators: true };
    const [rpm] = readingsOf([{ ...engine, shownUnit: 'rpm', shownScale: 30 / Math.PI }]);
    expect(rpm).toMatchObject({ name: 'Engine', forOperators: true });
    expect(readingOf(rpm!, [210.5])).toBe('2010 rpm');
    const slope = { ...plain, name: 's', unit: 'rad', shownUnit: 'deg', shownScale: 180 / Math.PI };
    const [degrees] = readingsOf([{ ...slope, decimals: 1 }]);
    expect(readingOf(degrees!, [-0.5])).toBe('-28.6°');
  });

  it('say so when a frame has no value for them', () => {
    const [reading] = readingsOf([{ ...plain, name: 'load', unit: 'N' }]);
    expect(readingOf(reading!, [])).toBe('– N');
  });
});
