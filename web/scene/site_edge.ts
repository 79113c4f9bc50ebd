import * as THREE from 'three';
import type { GroundData } from './ground_data.js';

/** Metres: how high the fence at the edge of a site is, how far apart its posts are. */
export const kFenceHeight = 1.8;
const kPostEvery = 4;
/** Metres the fence goes into the ground, so that no light is seen under it. */
const kFoot = 0.1;
/** Metres between two points of the fence at least. */
const kSegment = 2;

/** Points of the edge, once round counter-clockwise, as column and row. */
export function edgeRing(ground: GroundData): [number, number][] {
  const { columns, rows, cell } = ground;
  const stride = Math.max(1, Math.round(kSegment / cell));
  const side = (count: number): number[] => {
    const kept: number[] = [];
    for (let i = 0; i < count - 1; i += stride) kept.push(i);
    return kept;
  };
  const [right, top] = [columns - 1, rows - 1];
  return [
    ...side(columns).map((i): [number, number] => [i, 0]),
    ...side(rows).map((j): [number, number] => [right, j]),
    ...side(columns).map((i): [number, number] => [right - i, top]),
    ...side(rows).map((j): [number, number] => [0, top - j]),
  ];
}

/** The fence as a band that follows the ground. Texture: x in posts, y from the foot to the top. */
export function fenceGeometry(ground: GroundData): THREE.BufferGeometry {
  const ring = edgeRing(ground);
  const positions: number[] = [];
  const uvs: number[] = [];
  const index: number[] = [];
  let length = 0;
  // The first point comes again at the end, with a texture that has gone all the way round.
  for (let k = 0; k <= ring.length; k++) {
    const [i, j] = ring[k % ring.length]!;
    const [a, b] = ring[(k + ring.length - 1) % ring.length]!;
    if (k > 0) length += ground.cell * Math.hypot(i - a, j - b);
    const [x, y] = [ground.xMin + i * ground.cell, ground.yMin + j * ground.cell];
    const z = ground.heights[j * ground.columns + i]!;
    positions.push(x, y, z - kFoot, x, y, z + kFenceHeight);
    uvs.push(length / kPostEvery, 0, length / kPostEvery, 1);
    if (k > 0) index.push(2 * k - 2, 2 * k, 2 * k + 1, 2 * k - 2, 2 * k + 1, 2 * k - 1);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2));
  // Lit like what stands upright, from either side.
  const up = new Float32Array(positions.length).map((_, k) => (k % 3 === 2 ? 1 : 0));
  geometry.setAttribute('normal', new THREE.BufferAttribute(up, 3));
  geometry.setIndex(index);
  return geometry;
}

/** One field of the fence: a post, wire, a rail at the foot and a striped band at the top. */
function fenceTexture(): THREE.DataTexture {
  const [width, height] = [128, 64];
  const data = new Uint8Array(4 * width * height);
  const set = (x: number, y: number, colour: readonly number[]) =>
    data.set(colour, 4 * (y * width + x));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wire = (x + y) % 8 === 0 || (x - y + 128) % 8 === 0;
      const stripe = Math.floor((x + y) / 16) % 2 === 0;
      if (y >= height - 9 && y < height - 2) {
        set(x, y, stripe ? [214, 74, 30, 255] : [240, 238, 232, 255]);
      } else if (x < 3 || y < 3) {
        set(x, y, [88, 92, 96, 255]);
      } else {
        set(x, y, [150, 156, 160, wire ? 190 : 28]);
      }
    }
  }
  const texture = new THREE.DataTexture(data, width, height);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.wrapS = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  return texture;
}

/** A fence where a site ends. */
export class SiteEdge {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;

  constructor(ground: GroundData) {
    this.mesh = new THREE.Mesh(
      fenceGeometry(ground),
      new THREE.MeshStandardMaterial({
        map: fenceTexture(),
        roughness: 0.8,
        metalness: 0,
        transparent: true,
        depthWrite: false,
        side: THREE.DoubleSide,
        // Once, not each side by itself: the normal would point down for one of them.
        forceSinglePass: true,
      }),
    );
    // Either side is lit as what stands in the open is.
    this.mesh.material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <normal_fragment_begin>',
        'vec3 normal = normalize(vNormal); vec3 nonPerturbedNormal = normal;',
      );
    };
    this.mesh.name = 'site edge';
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }
}
