import * as THREE from 'three';
import type { GroundModel, TileGrid } from './ground_model.js';
import { type Field, stridesFor, type Tile, tileGeometry, trianglesOf } from './ground_tiles.js';
import { kEarth } from './soil_material.js';

/** Points of tiles made anew per picture, and one tile more: a large change does not stop the picture. */
const kPerPicture = 20_000;
/** Metres that a skirt hangs down besides the size of a cell. */
const kSkirt = 0.3;
/** Drop to a neighbour, over the cell, from which on a point is the rim of a wall. */
const kWall = 1.2;
/** Metres from the eye within which walls are drawn as fine as they are known. */
const kFineWalls = 40;
/** How much of the earth shows where ground is loose but nothing tells its kind. */
const kEarthShare = 0.8;

const keyOf = (column: number, row: number): string => `${column} ${row}`;

/** The points of a tile on the grid of all tiles. */
export const pointsOf = (column: number, row: number, { cells }: TileGrid): Tile => ({
  i0: column * cells,
  i1: (column + 1) * cells,
  j0: row * cells,
  j1: (row + 1) * cells,
});

/** Heights are read this many points beyond a tile: normals ask for one, walls for one more. */
const kBeyond = 2;

/** Heights of a tile and around it, read once; of points further away as they are asked for. */
function heightsAround(model: GroundModel, { i0, i1, j0, j1 }: Tile) {
  const [left, low] = [i0 - kBeyond, j0 - kBeyond];
  const width = i1 - i0 + 1 + 2 * kBeyond;
  const rows = j1 - j0 + 1 + 2 * kBeyond;
  const heights = new Float64Array(width * rows);
  for (let j = 0, k = 0; j < rows; j++) {
    for (let i = 0; i < width; i++, k++) heights[k] = model.gridHeight(left + i, low + j);
  }
  return (i: number, j: number): number => {
    const [a, b] = [i - left, j - low];
    const inside = a >= 0 && b >= 0 && a < width && b < rows;
    return inside ? heights[b * width + a]! : model.gridHeight(i, j);
  };
}

/** A tile as a field: heights of tiles, and of the scene's ground beside them. */
export function tileField(model: GroundModel, points: Tile): Field {
  const { xMin, yMin, cell } = model.grid!;
  const { field } = model;
  const height = heightsAround(model, points);
  const colour = new THREE.Color();
  // Neighbours mostly are of the same kind.
  let last: readonly number[] | undefined = [];
  return {
    xMin,
    yMin,
    cell,
    height,
    // Colours are those of the scene's ground, so that no border is seen.
    uv: (i, j) =>
      field
        ? [
            ((xMin + i * cell - field.xMin) / field.cell + 0.5) / field.columns,
            ((yMin + j * cell - field.yMin) / field.cell + 0.5) / field.rows,
          ]
        : [0.5, 0.5],
    soil: (i, j) => {
      const [a, b] = ownerOf(height, i, j, kWall * cell);
      const loose = model.gridLooseness(a, b);
      const kind = model.gridColour(a, b);
      const share = kind ? 1 : kEarthShare * loose;
      const [red, green, blue] = kind ?? kEarth;
      if (kind !== last) colour.setRGB(red!, green!, blue!, THREE.SRGBColorSpace);
      last = kind;
      return [colour.r, colour.g, colour.b, share, loose];
    },
  };
}

const kAround = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/**
 * The point whose ground is seen at a point: at the rim of a wall the one at its foot, because a wall shows
 * what lies under the ground, not the grass on it.
 */
function ownerOf(heightAt: Field['height'], i: number, j: number, drop: number): [number, number] {
  let low = heightAt(i, j) - drop;
  let owner: [number, number] = [i, j];
  for (const [di, dj] of kAround) {
    const height = heightAt(i + di, j + dj);
    if (height >= low) continue;
    low = height;
    owner = [i + di, j + dj];
  }
  return owner;
}

/** Metres that the ground falls or rises from a point of the edge of a tile to the next. */
export function largestStep(field: Field, { i0, i1, j0, j1 }: Tile): number {
  let most = 0;
  const see = (a: number, b: number) => {
    most = Math.max(most, Math.abs(a - b));
  };
  for (const j of [j0, j1]) {
    for (let i = i0; i < i1; i++) see(field.height(i, j), field.height(i + 1, j));
  }
  for (const i of [i0, i1]) {
    for (let j = j0; j < j1; j++) see(field.height(i, j), field.height(i, j + 1));
  }
  return most;
}

/**
 * Draws tiles whose walls go on in the next tile as fine as can be, the nearest first, while there are
 * triangles: where one is coarser than the next, a wall has a step.
 *
 * @param triangles of all tiles at most
 */
export function refine(
  tiles: readonly Tile[],
  strides: number[],
  steep: (k: number) => boolean,
  grid: TileGrid,
  eye: { x: number; y: number },
  triangles: number,
): void {
  const away = (tile: Tile) =>
    Math.hypot(
      grid.xMin + (grid.cell * (tile.i0 + tile.i1)) / 2 - eye.x,
      grid.yMin + (grid.cell * (tile.j0 + tile.j1)) / 2 - eye.y,
    );
  const order = tiles.map((_, k) => k).filter((k) => strides[k]! > 1 && steep(k));
  order.sort((a, b) => away(tiles[a]!) - away(tiles[b]!));
  let left = triangles - tiles.reduce((sum, tile, k) => sum + trianglesOf(tile, strides[k]!), 0);
  for (const k of order) {
    const tile = tiles[k]!;
    left -= trianglesOf(tile, 1) - trianglesOf(tile, strides[k]!);
    if (left < 0 || away(tile) > kFineWalls) return;
    strides[k] = 1;
  }
}

interface TileView {
  column: number;
  row: number;
  mesh: THREE.Mesh;
  stride: number;
  /** Metres that its edge falls from one point to the next. */
  step: number;
}

/** The ground tiles that were changed, each as fine as its distance from the eye asks for. */
export class TileViews {
  readonly group = new THREE.Group();
  private readonly views = new Map<string, TileView>();
  private readonly dirty = new Set<string>();
  private readonly chosenAt = new THREE.Vector3(Number.POSITIVE_INFINITY, 0, 0);

  constructor(
    private readonly model: GroundModel,
    private readonly material: THREE.Material,
    private readonly receivesShadow: boolean,
    private readonly maxTriangles: number,
  ) {}

  /** A tile has come, changed or gone: it and its neighbours, whose normals reach over to it. */
  changed(column: number, row: number): void {
    for (const r of [row - 1, row, row + 1]) {
      for (const c of [column - 1, column, column + 1]) this.dirty.add(keyOf(c, r));
    }
    this.adopt(column, row);
  }

  update(eye: THREE.Vector3): void {
    if (this.chosenAt.distanceTo(eye) >= 1) this.choose(eye);
    let left = kPerPicture;
    for (const key of this.dirty) {
      const view = this.views.get(key);
      this.dirty.delete(key);
      if (!view) continue;
      this.build(view);
      left -= view.mesh.geometry.getAttribute('position').count;
      if (left <= 0) break;
    }
  }

  dispose(): void {
    for (const { mesh } of this.views.values()) mesh.geometry.dispose();
    this.material.dispose();
  }

  private adopt(column: number, row: number): void {
    const key = keyOf(column, row);
    const there = this.model.tile(column, row) !== undefined;
    const view = this.views.get(key);
    if (there === (view !== undefined)) return;
    if (view) {
      this.group.remove(view.mesh);
      view.mesh.geometry.dispose();
      this.views.delete(key);
      return;
    }
    const mesh = new THREE.Mesh(new THREE.BufferGeometry(), this.material);
    mesh.receiveShadow = this.receivesShadow;
    this.group.add(mesh);
    const next: TileView = { column, row, mesh, stride: 1, step: 0 };
    this.views.set(key, next);
    // At once: the ground under it is cut out.
    this.build(next);
    this.chosenAt.x = Number.POSITIVE_INFINITY;
  }

  private choose(eye: THREE.Vector3): void {
    const { grid } = this.model;
    this.chosenAt.copy(eye);
    const views = [...this.views.values()];
    if (!grid || views.length === 0) return;
    const tiles = views.map((view) => pointsOf(view.column, view.row, grid));
    const strides = stridesFor(tiles, grid, eye, this.maxTriangles);
    const steep = (k: number) => views[k]!.step > kWall * grid.cell;
    refine(tiles, strides, steep, grid, eye, this.maxTriangles);
    strides.forEach((stride, k) => {
      const view = views[k]!;
      if (view.stride === stride) return;
      view.stride = stride;
      this.dirty.add(keyOf(view.column, view.row));
    });
  }

  private build(view: TileView): void {
    const { grid } = this.model;
    if (!grid) return;
    const points = pointsOf(view.column, view.row, grid);
    const field = tileField(this.model, points);
    view.step = largestStep(field, points);
    // Beside a coarser neighbour a wall may begin a cell later: the skirt closes what is open then.
    const depth = view.stride * Math.max(grid.cell, view.step) + kSkirt;
    view.mesh.geometry.dispose();
    view.mesh.geometry = tileGeometry(field, points, view.stride, depth);
  }
}
