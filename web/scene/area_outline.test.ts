import { describe, expect, it } from 'vitest';
import { AreaOutline, areaOf, ringOf } from './area_outline.js';

describe('an area', () => {
  it('is marked from corner to corner in any direction, or from the centre to the rim', () => {
    const rectangle = { kind: 'rectangle', x0: 1, x1: 4, y0: -2, y1: 2 };
    expect(areaOf('rectangle', { x: 4, y: -2 }, { x: 1, y: 2 })).toEqual(rectangle);
    expect(areaOf('rectangle', { x: 1, y: 2 }, { x: 4, y: -2 })).toEqual(rectangle);
    const circle = { kind: 'circle', x: 1, y: 1, radius: 5 };
    expect(areaOf('circle', { x: 1, y: 1 }, { x: 4, y: 5 })).toEqual(circle);
  });

  it('has an outline once round with all its corners', () => {
    const ring = ringOf({ kind: 'rectangle', x0: 0, x1: 2, y0: 0, y1: 1 });
    expect(ring.length).toBe(24);
    for (const corner of [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 1 },
      { x: 0, y: 1 },
    ]) {
      expect(ring).toContainEqual(corner);
    }
    for (const { x, y } of ringOf({ kind: 'circle', x: 3, y: 4, radius: 2 })) {
      expect(Math.hypot(x - 3, y - 4)).toBeCloseTo(2);
    }
  });

  it('lies on the ground', () => {
    const outline = new AreaOutline();
    outline.show({ kind: 'circle', x: 0, y: 0, radius: 3 }, (x) => 0.5 * x);
    expect(outline.line.visible).toBe(true);
    const position = outline.line.geometry.getAttribute('position');
    for (let k = 0; k < position.count; k++) {
      expect(position.getZ(k)).toBeGreaterThan(0.5 * position.getX(k));
      expect(position.getZ(k)).toBeLessThan(0.5 * position.getX(k) + 0.1);
    }
    outline.show(undefined, () => 0);
    expect(outline.line.visible).toBe(false);
  });
});
