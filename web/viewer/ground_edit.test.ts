import { describe, expect, it } from 'vitest';
import type { Area } from '../scene/area_outline.js';
import { editText, problemOf } from './ground_edit.js';

const square: Area = { kind: 'rectangle', x0: 1, x1: 3.5, y0: -2.004, y1: 0.1 + 0.2 };
const round: Area = { kind: 'circle', x: 10, y: -4, radius: 1.234567 };

describe('a ground edit', () => {
  it('is one line of text', () => {
    expect(editText({ area: square, action: 'lower', amount: 0.5, bank: 0 })).toBe(
      '{rectangle: [1, 3.5, -2, 0.3], lower: 0.5}',
    );
    expect(editText({ area: round, action: 'level', amount: -0.25, bank: 1.5 })).toBe(
      '{circle: [10, -4, 1.23], level: -0.25, bank: 1.5}',
    );
  });

  it('has no digits that a text could not carry', () => {
    const tiny = editText({ area: round, action: 'raise', amount: 1e-9, bank: 0 });
    expect(tiny).not.toMatch(/e-/);
  });

  it('is not sent before it makes sense', () => {
    const good = { area: square, action: 'raise', amount: 0.3, bank: 0 } as const;
    expect(problemOf(good)).toBeUndefined();
    expect(problemOf({ ...good, area: { ...round, radius: 0.01 } })).toMatch(/Drag/);
    expect(problemOf({ ...good, amount: Number.NaN })).toMatch(/metres/);
    expect(problemOf({ ...good, bank: -1 })).toMatch(/negative/);
  });
});
