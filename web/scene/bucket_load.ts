import * as THREE from 'three';
import type { Container, Load } from '../protocol/outrigger_pb.js';
import { Cavity } from './cavity.js';
import { lumps } from './lumps.js';
import { SoilSurface } from './soil_surface.js';

/** Rows per slice, and points along a row of the surface. */
const kRows = { high: 3, low: 1 };
const kColumns = { high: 36, low: 12 };
/** Metres that lumps rise and how wide they are. */
const kRise = 0.028;
const kWide = 0.17;
/** Metres of soil on which lumps are at their full height. */
const kDeep = 0.12;
/** How often ridges between flat parts are rounded. */
const kRounds = 3;

/** What a bucket holds: one surface across its slices, in the frame of its body. */
export class BucketLoad {
  readonly surface: SoilSurface;
  private readonly cavity: Cavity;
  private readonly slices: number;
  /** Of the surface without its wall: per point s, height, and what it lies on. */
  private readonly s: Float64Array;
  private readonly top: Float64Array;
  private readonly foot: Float64Array;
  private readonly smoother: Float64Array;
  private readonly rows: number;
  private readonly columns: number;
  private cos = 1;
  private sin = 0;

  constructor({ profile, width, slices }: Container, quality: 'high' | 'low') {
    this.cavity = new Cavity(profile, width);
    this.slices = Math.max(1, slices);
    this.rows = kRows[quality] * this.slices + 1;
    this.columns = kColumns[quality];
    const count = this.rows * this.columns;
    this.s = new Float64Array(count);
    this.top = new Float64Array(count);
    this.foot = new Float64Array(count);
    this.smoother = new Float64Array(count);
    const box = new THREE.Box3();
    const corner = new THREE.Vector3();
    for (let i = 0; i + 1 < profile.length; i += 2) {
      for (const side of [-0.5, 0.5]) {
        box.expandByPoint(corner.set(profile[i]!, side * width, profile[i + 1]!));
      }
    }
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    // A heap rises above the bucket by less than the bucket is wide.
    this.surface = new SoilSurface(
      this.rows + 2,
      this.columns + 2,
      sphere.center,
      sphere.radius + width,
    );
  }

  /** Shows what is in it. False: nothing is to be seen. */
  update({ levels, tilt, slope, tangent }: Load): boolean {
    if (levels.length < this.slices) return false;
    this.cavity.setPose(tilt, tangent);
    this.cos = Math.cos(tilt);
    this.sin = Math.sin(tilt);
    let area = 0;
    for (let r = 0; r < this.rows; r++) area += this.layRow(r, levels, slope);
    if (!(area > 0)) return false;
    for (let k = 0; k < kRounds; k++) this.roundOff();
    this.place();
    return true;
  }

  dispose(): void {
    this.surface.dispose();
  }

  private y(row: number): number {
    return this.cavity.width * (row / (this.rows - 1) - 0.5);
  }

  // Between the middles of two slices the level changes evenly.
  private levelAt(row: number, levels: readonly number[]): number {
    const last = this.slices - 1;
    const at = Math.min(last, Math.max(0, (this.slices * row) / (this.rows - 1) - 0.5));
    const i = Math.min(Math.max(0, last - 1), Math.floor(at));
    const next = levels[Math.min(last, i + 1)]!;
    return levels[i]! + (at - i) * (next - levels[i]!);
  }

  private layRow(row: number, levels: readonly number[], slope: number): number {
    const { cavity, columns } = this;
    const area = cavity.cut(this.y(row), this.levelAt(row, levels), slope);
    // Where nothing lies, the row shrinks to a point; a neighbour with soil ends there.
    const empty = !(cavity.high > cavity.low);
    const low = empty ? cavity.deepestS : cavity.low;
    const high = empty ? cavity.deepestS : cavity.high;
    for (let c = 0; c < columns; c++) {
      const at = row * columns + c;
      // Points are closer to each other at the ends, where the surface meets the shell.
      const t = 0.5 - 0.5 * Math.cos((Math.PI * c) / (columns - 1));
      const s = low + (high - low) * t;
      const inside = Math.min(high - 1e-9, Math.max(low + 1e-9, s));
      const top = empty ? cavity.deepestZ : cavity.top(inside);
      // A hair of soil: no point was found on it, and the one before, or the floor, is as good.
      const found = Number.isFinite(top);
      const before = c > 0 ? at - 1 : -1;
      this.s[at] = found || before < 0 ? s : this.s[before]!;
      this.top[at] = found ? top : before < 0 ? cavity.deepestZ : this.top[before]!;
      if (empty) this.foot[at] = cavity.deepestZ;
      else this.foot[at] = found ? cavity.bottom(inside) : this.top[at]!;
    }
    return area;
  }

  // The mean of a point and its four neighbours; edges stay where they meet the shell.
  private roundOff(): void {
    const { rows, columns, top, smoother, foot } = this;
    for (let r = 0; r < rows; r++) {
      const [near, far] = [Math.max(0, r - 1) * columns, Math.min(rows - 1, r + 1) * columns];
      for (let c = 0; c < columns; c++) {
        const at = r * columns + c;
        const ends = c === 0 || c === columns - 1 || r === 0 || r === rows - 1;
        const mean =
          0.5 * top[at]! + 0.125 * (top[at - 1]! + top[at + 1]! + top[near + c]! + top[far + c]!);
        smoother[at] = ends ? top[at]! : Math.max(foot[at]!, mean);
      }
    }
    top.set(smoother);
  }

  private place(): void {
    const { rows, columns, surface, cos, sin } = this;
    for (let r = -1; r <= rows; r++) {
      const row = Math.min(rows - 1, Math.max(0, r));
      const y = this.y(row);
      for (let c = -1; c <= columns; c++) {
        const column = Math.min(columns - 1, Math.max(0, c));
        const at = row * columns + column;
        const s = this.s[at]!;
        let z = this.foot[at]!;
        if (r === row && c === column) {
          const deep = Math.min(1, (this.top[at]! - z) / kDeep);
          z = this.top[at]!;
          // Lumps stay where they are in the bucket while it turns.
          const along = cos * s + sin * z + 0.7 * (cos * z - sin * s);
          const rise = lumps(along, y, kWide) + 0.5 * lumps(along + 7, y, 0.45 * kWide);
          z += kRise * deep * rise;
        }
        // Back into the frame of the body.
        surface.set(r + 1, c + 1, cos * s + sin * z, y, cos * z - sin * s);
      }
    }
    surface.finish();
  }
}
