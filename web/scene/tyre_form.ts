import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { latheGeometry } from './forms.js';
import type { Quality } from './quality.js';

/** What a tyre looks like from its numbers, in metres. */
export interface TyreForm {
  radius: number;
  width: number;
  rim: number;
  tread: string;
}

/** A lug that stands on the tread: along the circumference, across, and how it leans. */
interface Lug {
  /** Middle, in shares of the width from the middle of the tyre. */
  at: number;
  /** Share of the width. */
  wide: number;
  /** Share of the distance to the next one. */
  long: number;
  /** Shift along the circumference, in distances to the next one. */
  shift: number;
  /** Turn about the radius [rad]. */
  lean: number;
}

const kTreads: Record<string, { pitch: number; depth: number; lugs: readonly Lug[] }> = {
  blocks: {
    pitch: 0.118,
    depth: 0.026,
    lugs: [
      { at: 0.33, wide: 0.26, long: 0.62, shift: 0, lean: 0.12 },
      { at: 0.02, wide: 0.26, long: 0.66, shift: 0.5, lean: -0.3 },
      { at: -0.33, wide: 0.26, long: 0.62, shift: 0, lean: -0.12 },
    ],
  },
  lugs: {
    pitch: 0.2,
    depth: 0.04,
    lugs: [
      { at: 0.23, wide: 0.5, long: 0.36, shift: 0, lean: 0.45 },
      { at: -0.23, wide: 0.5, long: 0.36, shift: 0.5, lean: -0.45 },
    ],
  },
  ribs: {
    pitch: 0.13,
    depth: 0.014,
    lugs: [
      { at: 0.37, wide: 0.18, long: 0.86, shift: 0, lean: 0.2 },
      { at: 0.125, wide: 0.19, long: 0.94, shift: 0.4, lean: 0.1 },
      { at: -0.125, wide: 0.19, long: 0.94, shift: 0.2, lean: -0.1 },
      { at: -0.37, wide: 0.18, long: 0.86, shift: 0.6, lean: -0.2 },
    ],
  },
};

/** The carcass in section: half of the width and height above the rim, both as shares. */
const kSection: readonly (readonly [number, number])[] = [
  [0.36, 0],
  [0.44, 0.1],
  [0.5, 0.45],
  [0.49, 0.7],
  [0.46, 0.9],
  [0.4, 0.98],
  [0.2, 1],
];

const kSimpleSection: typeof kSection = [
  [0.4, 0],
  [0.5, 0.5],
  [0.42, 1],
];

/** A block without its foot, leaning a little outwards so that its sides are seen. */
function lugGeometry(long: number, wide: number, high: number): THREE.BufferGeometry {
  const box = new THREE.BoxGeometry(high, long, wide);
  const position = box.getAttribute('position');
  for (let i = 0; i < position.count; i++) {
    if (position.getX(i) < 0) continue;
    position.setY(i, 0.86 * position.getY(i));
    position.setZ(i, 0.93 * position.getZ(i));
  }
  // The face towards the axis is never seen.
  const index = [...box.index!.array].filter((_, i) => i < 6 || i >= 12);
  box.setIndex(index);
  box.clearGroups();
  box.deleteAttribute('uv');
  return box;
}

/** A tyre round the y axis. */
export function tyreGeometry(form: TyreForm, quality: Quality): THREE.BufferGeometry {
  const { radius, width, rim } = form;
  const tread = kTreads[form.tread] ?? kTreads.blocks!;
  const depth = quality.detail ? tread.depth : 0;
  const crown = radius - depth;
  const section = quality.detail ? kSection : kSimpleSection;
  const half = section.map(([w, h]) => [rim + h * (crown - rim), w * width] as const);
  const profile = [...half, ...half.map(([r, y]) => [r, -y] as const).reverse()];
  // Up along the axis, as a lathe wants it.
  profile.reverse();
  const carcass = latheGeometry(profile.flat(), quality, 0.01).rotateX(Math.PI / 2);
  if (!quality.detail) return carcass;
  const around = Math.round((2 * Math.PI * radius) / tread.pitch);
  const pitch = (2 * Math.PI * radius) / around;
  const parts = [carcass];
  for (const lug of tread.lugs) {
    const one = lugGeometry(lug.long * pitch, lug.wide * width, 2 * depth);
    one.rotateX(lug.lean);
    // Shoulders are lower than the crown.
    one.translate(crown - 0.1 * depth * Math.abs(lug.at), 0, lug.at * width);
    for (let k = 0; k < around; k++) {
      parts.push(one.clone().rotateZ(((k + lug.shift) * pitch) / radius));
    }
  }
  const treads = parts.slice(1).map((part) => part.rotateX(Math.PI / 2));
  const merged = mergeGeometries([carcass, ...treads]);
  for (const part of parts) part.dispose();
  return merged;
}
