import { describe, expect, it } from 'vitest';
import { Materials, materialOf, opacityOf } from './materials.js';
import { kQualities } from './quality.js';

describe('a material', () => {
  it('is what the machine says, and paint where that is unknown', () => {
    expect(materialOf('rubber')).toBe('rubber');
    expect(materialOf('')).toBe('paint');
    expect(materialOf('unobtainium')).toBe('paint');
    expect(materialOf('toString')).toBe('paint');
  });

  it('is solid at opacity 0, the default of the wire, unless it is glass', () => {
    expect(opacityOf(0, 'paint')).toBe(1);
    expect(opacityOf(0.4, 'paint')).toBe(0.4);
    expect(opacityOf(0, 'glass')).toBeLessThan(0.5);
    expect(opacityOf(0.2, 'glass')).toBe(0.2);
  });

  it('is made once for all parts, and shines differently from another', () => {
    const materials = new Materials(kQualities.high);
    const [paint, steel] = [materials.get('paint'), materials.get('steel')];
    expect(materials.get('paint')).toBe(paint);
    expect(steel).toMatchObject({ metalness: 0.45, transparent: false });
    expect(paint).toMatchObject({ metalness: 0 });
    expect(materials.get('glass', 0.3)).toMatchObject({ transparent: true, depthWrite: false });
  });
});
