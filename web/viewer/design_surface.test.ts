import { describe, expect, it } from 'vitest';
import { aboveDesign, designHeight, inWorld, readDesign } from './design_surface.js';

const kDesign = { x: 10, y: 5, z: 1, heading: Math.PI / 2, depth: 1.5, slope: 2 };

describe('a design surface', () => {
  it('lies so deep below its zero, and rises the way it was told', () => {
    expect(designHeight(kDesign, [10, 5])).toBeCloseTo(-0.5);
    // Ten metres to the left of world x, which is ahead: 2 % of that higher.
    expect(designHeight(kDesign, [10, 15])).toBeCloseTo(-0.3);
    expect(designHeight(kDesign, [99, 15])).toBeCloseTo(-0.3);
  });

  it('is compared with both ends of an edge', () => {
    const above = aboveDesign(kDesign, [
      [10, 5, 0],
      [10, 15, -0.4],
    ]);
    expect(above[0]).toBeCloseTo(0.5);
    expect(above[1]).toBeCloseTo(-0.1);
  });

  it('is none when a number is missing, and no cliff when one is wild', () => {
    expect(readDesign({})).toBeUndefined();
    expect(readDesign({ ...kDesign, z: Number.NaN })).toBeUndefined();
    expect(readDesign({ ...kDesign, depth: 1e9, slope: -1e9 })).toMatchObject({
      depth: 30,
      slope: -200,
    });
  });
});

describe('a point of a body', () => {
  it('turns with it', () => {
    const half = Math.SQRT1_2;
    // A quarter turn to the left about z, then one about y (x goes down).
    expect(inWorld([1, 2, 3, 0, 0, half, half], [1, 0, 0.5])[1]).toBeCloseTo(3);
    const down = inWorld([1, 2, 3, 0, half, 0, half], [1, 0.25, 0]);
    expect(down[0]).toBeCloseTo(1);
    expect(down[1]).toBeCloseTo(2.25);
    expect(down[2]).toBeCloseTo(2);
  });
});
