import { describe, expect, it } from 'vitest';
import { loadOf } from './loads.js';

describe('a load', () => {
  it('is read in tonnes and cubic metres', () => {
    expect(loadOf({ mass: 1523.5, volume: 0.9375 })).toBe('1.5 t, 0.94 m³');
    expect(loadOf({ mass: 0, volume: 0 })).toBe('0.0 t, 0.00 m³');
    expect(loadOf({ mass: 24060, volume: 15.005 })).toBe('24.1 t, 15.01 m³');
  });

  it('is never a lone minus, and no number where nothing has come', () => {
    expect(loadOf({ mass: -1e-3, volume: -1e-9 })).toBe('0.0 t, 0.00 m³');
    expect(loadOf(undefined)).toBe('– t, – m³');
  });
});
