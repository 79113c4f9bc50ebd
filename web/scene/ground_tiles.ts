import * as THREE from 'three';
import type { GroundData } from './ground_data.js';

/** Points on a regular grid, as much of the ground as is asked for. */
export interface Field {
  xMin: number;
  yMin: number;
  /** Metres between points. */
  cell: number;
  /** Metres; also beyond the tile that is drawn, for its normals. */
  height(i: number, j: number): number;
  /** Place in the texture of colours. */
  uv(i: number, j: number): [number, number];
  /**
   * What a point of changed ground is made of: r g b (linear), how much of it shows instead of the texture,
   * and how loose it is, both 0..1. Nothing: the texture alone.
   */
  soil?(i: number, j: number): readonly [number, number, number, number, number];
}

/** The whole height field of a scene. */
export function fieldOf(ground: GroundData): Field {
  const { columns, rows, heights, xMin, yMin, cell } = ground;
  const clamp = (i: number, count: number) => Math.min(count - 1, Math.max(0, i));
  return {
    xMin,
    yMin,
    cell,
    height: (i, j) => heights[clamp(j, rows) * columns + clamp(i, columns)]!,
    uv: (i, j) => [(i + 0.5) / columns, (j + 0.5) / rows],
  };
}

type Grid = Pick<Field, 'xMin' | 'yMin' | 'cell'>;

/** Cells along a tile, unless the field is so large that there would be too many tiles. */
const kCells = 32;
const kMostTiles = 256;

/** A rectangle of the field that is drawn at one level of detail: points i0..i1, j0..j1. */
export interface Tile {
  i0: number;
  i1: number;
  j0: number;
  j1: number;
}

/** The tiles of a field, together all of it. */
export function tilesOf(columns: number, rows: number): Tile[] {
  let cells = kCells;
  const count = (points: number) => Math.ceil((points - 1) / cells);
  while (count(columns) * count(rows) > kMostTiles) cells *= 2;
  const tiles: Tile[] = [];
  for (let j0 = 0; j0 < rows - 1; j0 += cells) {
    for (let i0 = 0; i0 < columns - 1; i0 += cells) {
      const [i1, j1] = [Math.min(columns - 1, i0 + cells), Math.min(rows - 1, j0 + cells)];
      tiles.push({ i0, i1, j0, j1 });
    }
  }
  return tiles;
}

/** Every stride-th point from a to b, and always b. */
function along(a: number, b: number, stride: number): number[] {
  const kept: number[] = [];
  for (let i = a; i < b; i += stride) kept.push(i);
  kept.push(b);
  return kept;
}

/** Triangles of a tile, with the skirt around it. */
export function trianglesOf(tile: Tile, stride: number): number {
  const [x, y] = [
    along(tile.i0, tile.i1, stride).length - 1,
    along(tile.j0, tile.j1, stride).length - 1,
  ];
  return 2 * x * y + 4 * (x + y);
}

/** Metres from a point above the ground to the nearest point of a tile, seen from above. */
function distanceTo(tile: Tile, ground: Grid, x: number, y: number): number {
  const off = (v: number, low: number, high: number) => Math.max(low - v, 0, v - high);
  const at = (min: number, i: number) => min + i * ground.cell;
  return Math.hypot(
    off(x, at(ground.xMin, tile.i0), at(ground.xMin, tile.i1)),
    off(y, at(ground.yMin, tile.j0), at(ground.yMin, tile.j1)),
  );
}

/** Size of a cell over its distance from the eye, which is counted from so many metres on. */
const kFinest = 0.02;
const kEyeHeight = 10;

/**
 * The stride (1, 2, 4, ...) of each tile: cells grow with the distance from the eye, and all of them
 * grow together until at most `maxTriangles` are drawn.
 */
export function stridesFor(
  tiles: readonly Tile[],
  ground: Grid,
  eye: { x: number; y: number },
  maxTriangles: number,
): number[] {
  const distances = tiles.map((tile) => distanceTo(tile, ground, eye.x, eye.y));
  const most = Math.max(...tiles.map((t) => Math.max(t.i1 - t.i0, t.j1 - t.j0)));
  const stridesAt = (share: number) =>
    distances.map((distance) => {
      let stride = 1;
      const largest = share * (kEyeHeight + distance);
      while (stride < most && 2 * stride * ground.cell <= largest) stride *= 2;
      return stride;
    });
  const sum = (strides: number[]) =>
    strides.reduce((all, stride, k) => all + trianglesOf(tiles[k]!, stride), 0);
  for (let share = kFinest; ; share *= 1.25) {
    const strides = stridesAt(share);
    if (sum(strides) <= maxTriangles || strides.every((stride) => stride >= most)) return strides;
  }
}

/**
 * A tile as a mesh; normals from all points, also where only some are drawn. A skirt hangs down from
 * its edge, so that no gap is seen beside a coarser neighbour.
 *
 * @param depth metres that the skirt hangs down
 */
export function tileGeometry(
  field: Field,
  tile: Tile,
  stride: number,
  depth = stride * field.cell,
): THREE.BufferGeometry {
  const { cell } = field;
  const xs = along(tile.i0, tile.i1, stride);
  const ys = along(tile.j0, tile.j1, stride);
  const at = (i: number, j: number) => field.height(i, j);
  const count = xs.length * ys.length + 2 * (xs.length + ys.length - 2);
  const positions = new Float32Array(3 * count);
  const normals = new Float32Array(3 * count);
  const uvs = new Float32Array(2 * count);
  const soils = new Float32Array(field.soil ? 4 * count : 0);
  const loose = new Float32Array(field.soil ? count : 0);
  const normal = new THREE.Vector3();
  let next = 0;
  const add = (i: number, j: number, down: number): number => {
    const k = next++;
    positions[3 * k] = field.xMin + i * cell;
    positions[3 * k + 1] = field.yMin + j * cell;
    positions[3 * k + 2] = at(i, j) - down;
    normal.set(at(i - 1, j) - at(i + 1, j), at(i, j - 1) - at(i, j + 1), 2 * cell).normalize();
    normal.toArray(normals, 3 * k);
    uvs.set(field.uv(i, j), 2 * k);
    const soil = field.soil?.(i, j);
    if (!soil) return k;
    for (let n = 0; n < 4; n++) soils[4 * k + n] = soil[n]!;
    loose[k] = soil[4];
    return k;
  };
  for (const j of ys) for (const i of xs) add(i, j, 0);
  const index: number[] = [];
  for (let j = 0; j + 1 < ys.length; j++) {
    for (let i = 0; i + 1 < xs.length; i++) {
      const a = j * xs.length + i;
      const c = a + xs.length;
      index.push(a, a + 1, c + 1, a, c + 1, c);
    }
  }
  // Once round, seen from above to the left: the skirt looks outwards.
  const [right, top] = [xs.length - 1, ys.length - 1];
  const ring = [
    ...xs.slice(0, -1).map((_, i) => [i, 0]),
    ...ys.slice(0, -1).map((_, j) => [right, j]),
    ...xs.slice(0, -1).map((_, i) => [right - i, top]),
    ...ys.slice(0, -1).map((_, j) => [0, top - j]),
  ] as [number, number][];
  const low = ring.map(([i, j]) => add(xs[i]!, ys[j]!, depth));
  const high = ring.map(([i, j]) => j * xs.length + i);
  ring.forEach((_, k) => {
    const after = (k + 1) % ring.length;
    index.push(high[k]!, low[k]!, low[after]!, high[k]!, low[after]!, high[after]!);
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new THREE.BufferAttribute(uvs, 2));
  if (field.soil) {
    geometry.setAttribute('soil', new THREE.BufferAttribute(soils, 4));
    geometry.setAttribute('loose', new THREE.BufferAttribute(loose, 1));
  }
  geometry.setIndex(index);
  geometry.computeBoundingSphere();
  return geometry;
}

/** The field as tiles, each as fine as its distance from the eye asks for. */
export class TiledField {
  readonly group = new THREE.Group();
  private readonly tiles: Tile[];
  private readonly meshes: THREE.Mesh[];
  private readonly made = new Map<string, THREE.BufferGeometry>();
  private readonly field: Field;
  private strides: number[] = [];
  private readonly chosenAt = new THREE.Vector3(Number.POSITIVE_INFINITY, 0, 0);

  constructor(
    ground: GroundData,
    material: THREE.Material,
    receivesShadow: boolean,
    private readonly maxTriangles: number,
  ) {
    this.field = fieldOf(ground);
    this.tiles = tilesOf(ground.columns, ground.rows);
    this.meshes = this.tiles.map(() => {
      const mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
      mesh.receiveShadow = receivesShadow;
      return mesh;
    });
    this.group.add(...this.meshes);
  }

  /** Chooses again once the eye has moved by a metre. */
  update(eye: THREE.Vector3): void {
    if (this.chosenAt.distanceTo(eye) < 1) return;
    this.chosenAt.copy(eye);
    const strides = stridesFor(this.tiles, this.field, eye, this.maxTriangles);
    strides.forEach((stride, k) => {
      if (this.strides[k] !== stride) this.meshes[k]!.geometry = this.geometry(k, stride);
    });
    this.strides = strides;
  }

  /** The heights of points i0..i1, j0..j1 are other ones. */
  heightsChanged({ i0, i1, j0, j1 }: Tile): void {
    this.tiles.forEach((tile, k) => {
      // One more all around, for the normals.
      const apart = tile.i1 < i0 - 1 || tile.i0 > i1 + 1 || tile.j1 < j0 - 1 || tile.j0 > j1 + 1;
      if (apart) return;
      for (const [key, geometry] of this.made) {
        if (Number.parseInt(key, 10) !== k) continue;
        geometry.dispose();
        this.made.delete(key);
      }
      const stride = this.strides[k];
      if (stride !== undefined) this.meshes[k]!.geometry = this.geometry(k, stride);
    });
  }

  dispose(): void {
    for (const geometry of this.made.values()) geometry.dispose();
    (this.meshes[0]?.material as THREE.Material | undefined)?.dispose();
  }

  private geometry(k: number, stride: number): THREE.BufferGeometry {
    const key = `${k} ${stride}`;
    const found = this.made.get(key) ?? tileGeometry(this.field, this.tiles[k]!, stride);
    this.made.set(key, found);
    return found;
  }
}
