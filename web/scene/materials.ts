import * as THREE from 'three';
import type { Quality } from './quality.js';

/** How the materials that the display knows shine. */
const kShine = {
  paint: { roughness: 0.5, metalness: 0 },
  steel: { roughness: 0.55, metalness: 0.45 },
  chrome: { roughness: 0.22, metalness: 0.9 },
  rubber: { roughness: 0.92, metalness: 0 },
  glass: { roughness: 0.06, metalness: 0.1 },
  plastic: { roughness: 0.65, metalness: 0 },
  wood: { roughness: 0.85, metalness: 0 },
  concrete: { roughness: 0.95, metalness: 0 },
  fabric: { roughness: 0.92, metalness: 0 },
  lamp: { roughness: 0.15, metalness: 0 },
};

export type MaterialName = keyof typeof kShine;

const kGrey = [0.6, 0.6, 0.6];
const kGlassOpacity = 0.35;

/** What a part is made of, as its machine says; paint where the word is unknown or missing. */
export const materialOf = (name: string): MaterialName =>
  Object.hasOwn(kShine, name) ? (name as MaterialName) : 'paint';

/** 0 is the default of the wire and means solid; glass is never solid. */
export function opacityOf(opacity: number, material: MaterialName): number {
  const given = opacity > 0 ? opacity : 1;
  return material === 'glass' && given >= 1 ? kGlassOpacity : given;
}

export const colourOf = (values: readonly number[]): readonly number[] =>
  values.length >= 3 ? values : kGrey;

/** One material per kind, shared by all bodies; colours are in the vertices. */
export class Materials {
  private readonly made = new Map<string, THREE.Material>();

  constructor(private readonly quality: Quality) {}

  get(name: MaterialName, opacity = 1): THREE.Material {
    const key = `${name} ${opacity}`;
    const found = this.made.get(key);
    if (found) return found;
    const clear = opacity < 1;
    const common = { vertexColors: true, transparent: clear, opacity, depthWrite: !clear };
    const material = this.quality.detail
      ? new THREE.MeshStandardMaterial({ ...common, ...kShine[name] })
      : new THREE.MeshLambertMaterial(common);
    this.made.set(key, material);
    return material;
  }

  dispose(): void {
    for (const material of this.made.values()) material.dispose();
  }
}

export function makeMesh(
  geometry: THREE.BufferGeometry,
  material: THREE.Material,
  quality: Quality,
): THREE.Mesh {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.castShadow = quality.shadows && !material.transparent;
  mesh.receiveShadow = quality.shadows;
  return mesh;
}
