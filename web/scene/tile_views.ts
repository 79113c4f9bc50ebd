import * as THREE from 'three';
import type { GroundModel, TileGrid } from './ground_model.js';
import { type Field, stridesFor, type Tile, tileGeometry } from './ground_tiles.js';

/** Tiles made anew per picture at most: a large change does not stop the picture. */
const kPerPicture = 24;
/** Metres that a skirt hangs down besides the size of a cell. */
const kSkirt = 0.3;
/** What loose ground does to the colour of its surface: darker, as freshly broken soil is. */
const kLoose = [0.66, 0.58, 0.5];

const keyOf = (column: number, row: number): string => `${column} ${row}`;

/** The points of a tile on the grid of all tiles. */
export const pointsOf = (column: number, row: number, { cells }: TileGrid): Tile => ({
  i0: column * cells,
  i1: (column + 1) * cells,
  j0: row * cells,
  j1: (row + 1) * cells,
});

/** The grid of the tiles as a field: heights of tiles, and of the scene's ground beside them. */
export function tileField(model: GroundModel): Field {
  const { xMin, yMin, cell } = model.grid!;
  const { field } = model;
  return {
    xMin,
    yMin,
    cell,
    height: (i, j) => model.gridHeight(i, j),
    // Colours are those of the scene's ground, so that no border is seen.
    uv: (i, j) =>
      field
        ? [
            ((xMin + i * cell - field.xMin) / field.cell + 0.5) / field.columns,
            ((yMin + j * cell - field.yMin) / field.cell + 0.5) / field.rows,
          ]
        : [0.5, 0.5],
    tint: (i, j) => {
      const loose = model.gridLooseness(i, j);
      return kLoose.map((c) => 1 + loose * (c - 1));
    },
  };
}

interface TileView {
  column: number;
  row: number;
  mesh: THREE.Mesh;
  stride: number;
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
      if (--left === 0) break;
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
    const next: TileView = { column, row, mesh, stride: 1 };
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
    stridesFor(tiles, grid, eye, this.maxTriangles).forEach((stride, k) => {
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
    const depth = view.stride * grid.cell + kSkirt;
    view.mesh.geometry.dispose();
    view.mesh.geometry = tileGeometry(tileField(this.model), points, view.stride, depth);
  }
}
