import * as THREE from 'three';
import type { Container, Load } from '../protocol/outrigger_pb.js';
import { lumps } from './lumps.js';
import { SoilSurface } from './soil_surface.js';

/** Metres that lumps rise and how wide they are. */
const kRise = 0.03;
const kWide = 0.21;
/** Metres of soil on which lumps are at their full height. */
const kDeep = 0.15;
/** Cells along a side that a point stands for. */
const kStride = { high: 1, low: 3 };
/** Where there is less soil, the surface dives under the floor: no rag of it is seen. */
const kLeast = 0.004;
const kDive = 0.03;

/** What lies on a bed: its height field, in the frame of its body. */
export class BedLoad {
  readonly surface: SoilSurface;
  /** Cells along a side that a point stands for; points along both sides. */
  private readonly stride: number;
  private readonly across: number;
  private readonly along: number;

  constructor(
    private readonly bed: Container,
    quality: 'high' | 'low',
  ) {
    const { xMin, xMax, yMin, yMax, floor, columns, rows } = bed;
    if (columns < 1 || rows < 1 || !(xMax > xMin) || !(yMax > yMin)) {
      throw new Error(`the bed "${bed.name}" has ${columns} x ${rows} cells and holds no soil`);
    }
    this.stride = kStride[quality];
    this.along = Math.ceil(columns / this.stride);
    this.across = Math.ceil(rows / this.stride);
    const centre = new THREE.Vector3((xMin + xMax) / 2, (yMin + yMax) / 2, floor);
    // The middles of cells, the edges of the bed, and the feet of the wall.
    this.surface = new SoilSurface(
      this.across + 4,
      this.along + 4,
      centre,
      xMax - xMin + yMax - yMin,
    );
  }

  /** Shows what is on it. False: nothing is to be seen. */
  update({ levels }: Load): boolean {
    const { surface, along, across } = this;
    const { xMin, xMax, yMin, yMax, floor, columns, rows } = this.bed;
    if (levels.length < columns * rows) return false;
    const cellX = (xMax - xMin) / columns;
    const cellY = (yMax - yMin) / rows;
    let most = 0;
    for (let r = 0; r < across + 4; r++) {
      // The first and the last two stand on the edge of the bed and have the height of what is beside it.
      const j = Math.min(across - 1, Math.max(0, r - 2));
      const y = r < 2 ? yMin : r > across + 1 ? yMax : yMin + this.middle(j, rows) * cellY;
      for (let c = 0; c < along + 4; c++) {
        const i = Math.min(along - 1, Math.max(0, c - 2));
        const x = c < 2 ? xMin : c > along + 1 ? xMax : xMin + this.middle(i, columns) * cellX;
        const height = this.mean(levels, i, j);
        most = Math.max(most, height);
        const foot = r === 0 || c === 0 || r === across + 3 || c === along + 3;
        surface.set(r, c, x, y, floor + (foot ? -kDive : shown(height, x, y)));
      }
    }
    if (most <= kLeast) return false;
    surface.finish();
    return true;
  }

  /** Height of the soil above the floor at a place in the frame of the body; nothing beside the bed. */
  heightAt({ levels }: Load, x: number, y: number): number | undefined {
    const { xMin, xMax, yMin, yMax, columns, rows } = this.bed;
    const i = Math.floor((columns * (x - xMin)) / (xMax - xMin));
    const j = Math.floor((rows * (y - yMin)) / (yMax - yMin));
    if (i < 0 || j < 0 || i >= columns || j >= rows) return undefined;
    return levels[j * columns + i] ?? 0;
  }

  // Of the cells that a point stands for, in cells.
  private middle(point: number, cells: number): number {
    return (this.stride * point + Math.min(cells, this.stride * (point + 1))) / 2;
  }

  private mean(levels: readonly number[], i: number, j: number): number {
    const { stride, bed } = this;
    const right = Math.min(bed.columns, stride * (i + 1));
    const top = Math.min(bed.rows, stride * (j + 1));
    let sum = 0;
    for (let b = stride * j; b < top; b++) {
      for (let a = stride * i; a < right; a++) sum += levels[b * bed.columns + a]!;
    }
    return sum / ((right - stride * i) * (top - stride * j));
  }

  dispose(): void {
    this.surface.dispose();
  }
}

function shown(height: number, x: number, y: number): number {
  if (!(height > kLeast)) return -kDive;
  const rise = lumps(x, y, kWide) + 0.5 * lumps(x + 7, y, 0.45 * kWide);
  return height + kRise * Math.min(1, height / kDeep) * rise;
}
