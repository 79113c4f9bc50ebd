import * as THREE from 'three';

/**
 * The surface of soil as a grid of points with a wall down to what it lies on all around: rows along y,
 * columns along x. The outermost points are the feet of the wall. Changed in place.
 */
export class SoilSurface {
  readonly geometry = new THREE.BufferGeometry();
  private readonly positions: Float32Array;
  private readonly normals: Float32Array;

  /** @param reach of a sphere around `centre` that all points stay in */
  constructor(
    readonly rows: number,
    readonly columns: number,
    centre: THREE.Vector3,
    reach: number,
  ) {
    this.positions = new Float32Array(3 * rows * columns);
    this.normals = new Float32Array(3 * rows * columns);
    const index: number[] = [];
    for (let r = 0; r + 1 < rows; r++) {
      for (let c = 0; c + 1 < columns; c++) {
        const a = r * columns + c;
        const d = a + columns;
        index.push(a, a + 1, d + 1, a, d + 1, d);
      }
    }
    for (const [name, values] of [
      ['position', this.positions],
      ['normal', this.normals],
    ] as const) {
      const attribute = new THREE.BufferAttribute(values, 3);
      attribute.setUsage(THREE.DynamicDrawUsage);
      this.geometry.setAttribute(name, attribute);
    }
    this.geometry.setIndex(index);
    this.geometry.boundingSphere = new THREE.Sphere(centre, reach);
  }

  set(row: number, column: number, x: number, y: number, z: number): void {
    const at = 3 * (row * this.columns + column);
    this.positions[at] = x;
    this.positions[at + 1] = y;
    this.positions[at + 2] = z;
  }

  /** After all points are set: normals, and the new ones go to the graphics card. */
  finish(): void {
    const { rows, columns, normals } = this;
    for (let r = 1; r + 1 < rows; r++) {
      for (let c = 1; c + 1 < columns; c++) this.setNormal(r, c);
    }
    // The wall is lit as the edge above it.
    const copy = (to: number, from: number) => normals.copyWithin(3 * to, 3 * from, 3 * from + 3);
    for (let r = 1; r + 1 < rows; r++) {
      copy(r * columns, r * columns + 1);
      copy((r + 1) * columns - 1, (r + 1) * columns - 2);
    }
    for (let c = 0; c < columns; c++) {
      copy(c, columns + c);
      copy((rows - 1) * columns + c, (rows - 2) * columns + c);
    }
    this.geometry.getAttribute('position').needsUpdate = true;
    this.geometry.getAttribute('normal').needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
  }

  // Across the neighbours on the surface, which ends before the feet.
  private setNormal(row: number, column: number): void {
    const { rows, columns, positions: p } = this;
    const left = 3 * (row * columns + Math.max(1, column - 1));
    const right = 3 * (row * columns + Math.min(columns - 2, column + 1));
    const near = 3 * (Math.max(1, row - 1) * columns + column);
    const far = 3 * (Math.min(rows - 2, row + 1) * columns + column);
    const ux = p[right]! - p[left]!;
    const uy = p[right + 1]! - p[left + 1]!;
    const uz = p[right + 2]! - p[left + 2]!;
    const vx = p[far]! - p[near]!;
    const vy = p[far + 1]! - p[near + 1]!;
    const vz = p[far + 2]! - p[near + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const size = Math.hypot(x, y, z);
    const at = 3 * (row * columns + column);
    this.normals[at] = size > 0 ? x / size : 0;
    this.normals[at + 1] = size > 0 ? y / size : 0;
    this.normals[at + 2] = size > 0 ? z / size : 1;
  }
}
