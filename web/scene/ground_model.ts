import type { Ground, GroundTile } from '../protocol/outrigger_pb.js';
import { decodeGround, type GroundData, heightAt } from './ground_data.js';
import { groundPattern, kGroundPatterns } from './ground_looks.js';
import type { Tile } from './ground_tiles.js';

/** A piece of ground that was changed, decoded. */
export interface TileData {
  column: number;
  row: number;
  /** Points. */
  columns: number;
  rows: number;
  xMin: number;
  yMin: number;
  cell: number;
  /** Metres, row by row, y upwards. */
  heights: Float32Array;
  /** Per point: index into the kinds of the scene's ground; unknown: as the scene has it there. */
  surfaces: Uint8Array;
  /** Per point: 255 is loose, 0 is grown. Empty: all 0. */
  looseness: Uint8Array;
}

/** Throws when the sizes do not fit. */
export function decodeTile(tile: GroundTile): TileData {
  const { column, row, columns, rows, xMin, yMin, cell, surfaces, looseness } = tile;
  const count = columns * rows;
  const name = `the ground tile ${column}, ${row}`;
  if (columns < 2 || rows < 2 || columns !== rows || !(cell > 0)) {
    throw new Error(`${name} has ${columns} x ${rows} points, ${cell} m apart`);
  }
  for (const [what, bytes, wanted] of [
    ['heights', tile.heights, 2 * count],
    ['surfaces', surfaces, count],
    ['looseness', looseness, count],
  ] as const) {
    if (bytes.byteLength === wanted || (bytes.byteLength === 0 && what !== 'heights')) continue;
    throw new Error(`${name} has ${count} points but ${bytes.byteLength} bytes of ${what}`);
  }
  const view = new DataView(tile.heights.buffer, tile.heights.byteOffset, 2 * count);
  const heights = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    heights[i] = tile.heightBase + tile.heightStep * view.getInt16(2 * i, true);
  }
  return { column, row, columns, rows, xMin, yMin, cell, heights, surfaces, looseness };
}

/** The grid that all tiles lie on. */
export interface TileGrid {
  /** Where tile 0, 0 begins. */
  xMin: number;
  yMin: number;
  cell: number;
  /** Cells along a tile. */
  cells: number;
}

/** What a change of the ground touched. */
export interface GroundChange {
  column: number;
  row: number;
  /** Points of the field of the scene, when there is one and it lies there. */
  points: Tile | undefined;
}

const keyOf = (column: number, row: number): number => column + 2 ** 26 * row;

/** The ground of a scene with the tiles that were changed: one surface. */
export class GroundModel {
  /** The field of the scene, with the heights and colours of the tiles; nothing for the plane z = 0. */
  readonly field: GroundData | undefined;
  /** Once there is a tile. */
  grid: TileGrid | undefined;
  private readonly tiles = new Map<number, TileData>();
  private readonly kinds: readonly (readonly number[])[];
  /** Pattern of each colour, 0xrrggbb, by the names of the kinds. */
  private readonly patterns = new Map<number, number>();
  private found: TileData | undefined;
  /** The field as the scene has it. */
  private original: Pick<GroundData, 'heights' | 'colours'> | undefined;

  constructor(ground: Ground | undefined) {
    this.field = decodeGround(ground);
    this.kinds = ground?.kinds.map((kind) => kind.colour).filter((c) => c.length >= 3) ?? [];
    for (const { name, colour } of ground?.kinds ?? []) {
      const [r = 0, g = 0, b = 0] = colour.map((c) => Math.round(255 * c));
      this.patterns.set(0x10000 * r + 0x100 * g + b, groundPattern(name));
    }
  }

  /** What a surface of this colour looks like near the eye, as in ground_looks.ts. */
  patternAt(r: number, g: number, b: number): number {
    return this.patterns.get(0x10000 * r + 0x100 * g + b) ?? kGroundPatterns.earth;
  }

  tile(column: number, row: number): TileData | undefined {
    return this.tiles.get(keyOf(column, row));
  }

  all(): Iterable<TileData> {
    return this.tiles.values();
  }

  get count(): number {
    return this.tiles.size;
  }

  /** Throws when the tile does not lie on the grid of the others. */
  set(tile: TileData): GroundChange {
    this.grid ??= {
      xMin: tile.xMin - tile.column * (tile.columns - 1) * tile.cell,
      yMin: tile.yMin - tile.row * (tile.rows - 1) * tile.cell,
      cell: tile.cell,
      cells: tile.columns - 1,
    };
    const { xMin, yMin, cell, cells } = this.grid;
    const off = (min: number, at: number, index: number) =>
      Math.abs(min + index * cells * cell - at) > 0.01 * cell;
    const strange = tile.columns - 1 !== cells || Math.abs(tile.cell - cell) > 1e-6 * cell;
    if (strange || off(xMin, tile.xMin, tile.column) || off(yMin, tile.yMin, tile.row)) {
      throw new Error(`the ground tile ${tile.column}, ${tile.row} lies beside the grid`);
    }
    this.tiles.set(keyOf(tile.column, tile.row), tile);
    return this.changed(tile.column, tile.row);
  }

  /** What the scene says holds again there. */
  remove(column: number, row: number): GroundChange | undefined {
    if (!this.tiles.delete(keyOf(column, row))) return undefined;
    return this.changed(column, row);
  }

  /** Height at a place. */
  heightAt(x: number, y: number): number {
    const tile = this.tileAt(x, y);
    if (tile) return heightAt(tile, x, y);
    return this.field ? heightAt(this.field, x, y) : 0;
  }

  /** Height of a point of the grid of the tiles: of a tile where there is one, else of the scene. */
  gridHeight(i: number, j: number): number {
    const at = this.find(i, j);
    if (at >= 0) return this.found!.heights[at]!;
    const { xMin, yMin, cell } = this.grid!;
    return this.field ? heightAt(this.field, xMin + i * cell, yMin + j * cell) : 0;
  }

  /** How loose the ground is at a point of the grid of the tiles: 0 grown, 1 loose. */
  gridLooseness(i: number, j: number): number {
    const at = this.find(i, j);
    return at >= 0 ? (this.found!.looseness[at] ?? 0) / 255 : 0;
  }

  /** Colour of the surface there, 0..1; nothing where no tile knows it. */
  gridColour(i: number, j: number): readonly number[] | undefined {
    const at = this.find(i, j);
    return at >= 0 ? this.kinds[this.found!.surfaces[at] ?? 0] : undefined;
  }

  // Index of a point of the grid in the tile `found`, which the next call changes; -1 where there is none. Of
  // several tiles that share it, any: they agree.
  private find(i: number, j: number): number {
    const { cells } = this.grid!;
    const [column, row] = [Math.floor(i / cells), Math.floor(j / cells)];
    const left = i % cells === 0 ? 1 : 0;
    const below = j % cells === 0 ? 1 : 0;
    for (let r = row; r >= row - below; r--) {
      for (let c = column; c >= column - left; c--) {
        this.found = this.tile(c, r);
        if (this.found) return (j - r * cells) * this.found.columns + (i - c * cells);
      }
    }
    return -1;
  }

  private tileAt(x: number, y: number): TileData | undefined {
    if (!this.grid) return undefined;
    const { xMin, yMin, cell, cells } = this.grid;
    const size = cell * cells;
    return this.tile(Math.floor((x - xMin) / size), Math.floor((y - yMin) / size));
  }

  // Brings the field of the scene in line with the tiles around one that has changed.
  private changed(column: number, row: number): GroundChange {
    const points = this.pointsUnder(column, row);
    const { field } = this;
    if (field && points) {
      this.original ??= { heights: field.heights.slice(), colours: field.colours.slice() };
      for (let j = points.j0; j <= points.j1; j++) {
        for (let i = points.i0; i <= points.i1; i++) this.take(field, i, j);
      }
    }
    return { column, row, points };
  }

  private take(field: GroundData, i: number, j: number): void {
    const at = j * field.columns + i;
    const [x, y] = [field.xMin + i * field.cell, field.yMin + j * field.cell];
    const grid = this.grid!;
    const u = (x - grid.xMin) / grid.cell;
    const v = (y - grid.yMin) / grid.cell;
    // A hair inwards finds the tile on either side of a border.
    const near = [1e-6, -1e-6].flatMap((a) => [1e-6, -1e-6].map((b) => [u + a, v + b] as const));
    const tile = near
      .map(([p, q]) => this.tile(Math.floor(p / grid.cells), Math.floor(q / grid.cells)))
      .find((found) => found !== undefined);
    const { heights, colours } = this.original!;
    field.heights[at] = tile ? heightAt(tile, x, y) : heights[at]!;
    const colour = tile && this.colourAt(tile, x, y);
    for (let k = 0; k < 3; k++) {
      field.colours[3 * at + k] = colour ? Math.round(255 * colour[k]!) : colours[3 * at + k]!;
    }
  }

  private colourAt(tile: TileData, x: number, y: number): readonly number[] | undefined {
    const nearest = (at: number, min: number, count: number) =>
      Math.min(count - 1, Math.max(0, Math.round((at - min) / tile.cell)));
    const [i, j] = [nearest(x, tile.xMin, tile.columns), nearest(y, tile.yMin, tile.rows)];
    return this.kinds[tile.surfaces[j * tile.columns + i] ?? 0];
  }

  private pointsUnder(column: number, row: number): Tile | undefined {
    const { field, grid } = this;
    if (!field || !grid) return undefined;
    const size = grid.cell * grid.cells;
    const span = (low: number, min: number, count: number): [number, number] => [
      Math.max(0, Math.ceil((low - min) / field.cell - 1e-6)),
      Math.min(count - 1, Math.floor((low + size - min) / field.cell + 1e-6)),
    ];
    const [i0, i1] = span(grid.xMin + column * size, field.xMin, field.columns);
    const [j0, j1] = span(grid.yMin + row * size, field.yMin, field.rows);
    return i0 <= i1 && j0 <= j1 ? { i0, i1, j0, j1 } : undefined;
  }
}
