import * as THREE from 'three';
import type { Conditions } from './conditions.js';
import { machineMaterial } from './machine_shader.js';
import type { Quality } from './quality.js';

/** What the surface of a part does besides its colour; numbers are those of the shader. */
export const kPatterns = {
  plain: 0,
  paint: 1,
  steel: 2,
  rubber: 3,
  grille: 4,
  treadPlate: 5,
  hazard: 6,
  lamp: 7,
  beacon: 8,
  fabric: 9,
  clean: 10,
} as const;

interface Finish {
  roughness: number;
  metalness: number;
  pattern: number;
}

/** How the materials that the display knows look. */
const kFinishes = {
  paint: { roughness: 0.42, metalness: 0, pattern: kPatterns.paint },
  steel: { roughness: 0.5, metalness: 0.55, pattern: kPatterns.steel },
  chrome: { roughness: 0.2, metalness: 0.92, pattern: kPatterns.clean },
  rubber: { roughness: 0.92, metalness: 0, pattern: kPatterns.rubber },
  glass: { roughness: 0.04, metalness: 0, pattern: kPatterns.clean },
  plastic: { roughness: 0.62, metalness: 0, pattern: kPatterns.plain },
  wood: { roughness: 0.85, metalness: 0, pattern: kPatterns.plain },
  concrete: { roughness: 0.95, metalness: 0, pattern: kPatterns.plain },
  fabric: { roughness: 0.95, metalness: 0, pattern: kPatterns.fabric },
  lamp: { roughness: 0.12, metalness: 0, pattern: kPatterns.lamp },
  beacon: { roughness: 0.15, metalness: 0, pattern: kPatterns.beacon },
  grille: { roughness: 0.6, metalness: 0.1, pattern: kPatterns.grille },
  tread_plate: { roughness: 0.5, metalness: 0.4, pattern: kPatterns.treadPlate },
  hazard: { roughness: 0.45, metalness: 0, pattern: kPatterns.hazard },
  mirror: { roughness: 0.04, metalness: 1, pattern: kPatterns.clean },
} satisfies Record<string, Finish>;

export type MaterialName = keyof typeof kFinishes;

const kGrey = [0.6, 0.6, 0.6];
const kGlassOpacity = 0.22;

/** What a part is made of, as its machine says; paint where the word is unknown or missing. */
export const materialOf = (name: string): MaterialName =>
  Object.hasOwn(kFinishes, name) ? (name as MaterialName) : 'paint';

/** 0 is the default of the wire and means solid; glass is never solid. */
export function opacityOf(opacity: number, material: MaterialName): number {
  const given = opacity > 0 ? opacity : 1;
  return material === 'glass' && given >= 1 ? kGlassOpacity : given;
}

export const colourOf = (values: readonly number[]): readonly number[] =>
  values.length >= 3 ? values : kGrey;

/** Gives every vertex of a part the roughness, metalness and pattern of what it is made of. */
export function finish(geometry: THREE.BufferGeometry, name: MaterialName): THREE.BufferGeometry {
  const { roughness, metalness, pattern } = kFinishes[name];
  const count = geometry.getAttribute('position').count;
  const values = new Uint8Array(4 * count);
  for (let i = 0; i < count; i++) {
    values.set([255 * roughness, 255 * metalness, 16 * pattern, 0], 4 * i);
  }
  geometry.setAttribute('finish', new THREE.BufferAttribute(values, 4, true));
  return geometry;
}

/** One material for all that is solid, one per transparency: what parts are made of is in their vertices. */
export class Materials {
  private readonly made = new Map<string, THREE.Material>();
  private readonly tyres = new Map<object, THREE.Material>();

  constructor(
    private readonly quality: Quality,
    private readonly conditions: Conditions,
  ) {}

  get(opacity = 1): THREE.Material {
    const key = `${opacity}`;
    const found = this.made.get(key) ?? machineMaterial(this.quality, this.conditions, opacity);
    this.made.set(key, found);
    return found;
  }

  /** A material of its own for the tyres of a body, flat where their ground is: a plane in its frame. */
  tyre(ground: { value: THREE.Vector4 }): THREE.Material {
    const found =
      this.tyres.get(ground) ?? machineMaterial(this.quality, this.conditions, 1, ground);
    this.tyres.set(ground, found);
    return found;
  }

  dispose(): void {
    for (const material of [...this.made.values(), ...this.tyres.values()]) material.dispose();
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
