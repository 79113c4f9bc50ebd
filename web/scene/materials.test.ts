import { BoxGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { Conditions } from './conditions.js';
import { finish, type MaterialName, Materials, materialOf, opacityOf } from './materials.js';
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

  it('is one for all that is solid: what parts are made of is in their vertices', () => {
    const materials = new Materials(kQualities.high, new Conditions());
    expect(materials.get()).toBe(materials.get(1));
    expect(materials.get()).toMatchObject({ transparent: false });
    expect(materials.get(0.3)).toMatchObject({ transparent: true, depthWrite: false });
    const roughness = (name: MaterialName) =>
      finish(new BoxGeometry(), name).getAttribute('finish').getX(0);
    expect(roughness('rubber')).toBeGreaterThan(roughness('paint') + 0.2);
    expect(roughness('chrome')).toBeLessThan(0.3);
  });
});
