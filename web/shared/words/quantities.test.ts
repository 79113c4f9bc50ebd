import { describe, expect, it } from 'vitest';
import { formatMeasured, formatNumber, formatShown, formatTilt, formatTime } from './quantities.js';

describe('numbers', () => {
  it('have about three digits', () => {
    expect(formatNumber(1234.5)).toBe('1235');
    expect(formatNumber(12.345)).toBe('12.3');
    expect(formatNumber(-0.001)).toBe('0.00');
    expect(formatNumber(Number.NaN)).toBe('–');
  });

  it('have about three digits as measured, and thousands a k', () => {
    expect(formatMeasured([-20145], 'N')).toBe('-20.1 kN');
    expect(formatMeasured([999], 'N m')).toBe('999 N m');
    expect(formatMeasured([2.5, -0.001], 'm')).toBe('2.50, 0.00 m');
    expect(formatMeasured([1], '')).toBe('1.00');
    expect(formatMeasured([Number.NaN], 'N')).toBe('– N');
  });

  it('are shown with the digits that are asked for', () => {
    expect(formatShown([2010.4], 'rpm', 0)).toBe('2010 rpm');
    expect(formatShown([-0.004], 'km/h', 1)).toBe('0.0 km/h');
    expect(formatShown([-69.2], 'deg', 0)).toBe('-69°');
    expect(formatShown([50], '%', 0)).toBe('50 %');
    expect(formatShown([Number.NaN], 'deg', 1)).toBe('–°');
  });

  it('show time as minutes and seconds', () => {
    expect(formatTime(0)).toBe('0:00.0');
    expect(formatTime(83.25)).toBe('1:23.2');
    expect(formatTime(59.99)).toBe('0:59.9');
    expect(formatTime(600)).toBe('10:00.0');
  });
});

describe('tilt', () => {
  it('is said in words', () => {
    expect(formatTilt(0.1, 'up', 'down')).toBe('5.7° up');
    expect(formatTilt(-0.1, 'up', 'down')).toBe('5.7° down');
    expect(formatTilt(-0.0001, 'up', 'down')).toBe('0.0°');
  });
});
