import * as THREE from 'three';
import type { GroundModel } from './ground_model.js';

/**
 * Metres that the ground of the scene goes on under a tile: less than anybody sees, and no pixel of the
 * border is left to neither of them.
 */
const kUnder = 0.004;

export const kCutDeclaration = `
#ifdef USE_CUT
  uniform sampler2D cutMask;
  uniform vec2 cutOrigin;
  uniform vec2 cutCount;
  uniform float cutSize;
  uniform float cutUnder;
#endif
`;

export const kCutFragment = `
#ifdef USE_CUT
  vec2 cutAt = (vPlace - cutOrigin) / cutSize;
  if (all(greaterThan(cutAt, vec2(0.0))) && all(lessThan(cutAt, cutCount))) {
    vec2 cutLow = texture2D(cutMask, (floor(cutAt - cutUnder) + 0.5) / cutCount).rg;
    vec2 cutHigh = texture2D(cutMask, (floor(cutAt + cutUnder) + 0.5) / cutCount).rg;
    if (min(cutLow.r, cutHigh.r) > 0.5) discard;
  }
#endif
`;

/** Tells the shader of the scene's ground where tiles are drawn instead of it. */
export class GroundCut {
  readonly uniforms = {
    cutMask: { value: new THREE.DataTexture() },
    cutOrigin: { value: new THREE.Vector2() },
    cutCount: { value: new THREE.Vector2(1, 1) },
    cutSize: { value: 1 },
    cutUnder: { value: 0 },
  };
  private readonly materials: THREE.Material[] = [];

  /** A material that leaves out what is cut; it asks for nothing until there is something. */
  attach(material: THREE.Material): void {
    this.materials.push(material);
  }

  /** One texel per tile, around all of them. */
  update(model: GroundModel): void {
    const { grid } = model;
    const tiles = [...model.all()];
    for (const material of this.materials) {
      const cuts = material.defines !== undefined && 'USE_CUT' in material.defines;
      if (cuts === tiles.length > 0) continue;
      material.defines ??= {};
      if (tiles.length > 0) material.defines.USE_CUT = '';
      else delete material.defines.USE_CUT;
      material.needsUpdate = true;
    }
    if (!grid || tiles.length === 0) return;
    // An empty border, so that the texture has no edge to fall off.
    const columns = tiles.map((tile) => tile.column);
    const rows = tiles.map((tile) => tile.row);
    const [left, low] = [Math.min(...columns) - 1, Math.min(...rows) - 1];
    const [width, height] = [Math.max(...columns) - left + 2, Math.max(...rows) - low + 2];
    const data = new Uint8Array(4 * width * height);
    for (const { column, row } of tiles) data[4 * ((row - low) * width + column - left)] = 255;
    const size = grid.cell * grid.cells;
    const { cutMask, cutOrigin, cutCount, cutSize, cutUnder } = this.uniforms;
    cutMask.value.dispose();
    cutMask.value = new THREE.DataTexture(data, width, height);
    cutMask.value.needsUpdate = true;
    cutOrigin.value.set(grid.xMin + left * size, grid.yMin + low * size);
    cutCount.value.set(width, height);
    cutSize.value = size;
    cutUnder.value = kUnder / size;
  }

  dispose(): void {
    this.uniforms.cutMask.value.dispose();
  }
}
