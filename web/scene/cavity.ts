import { Polygon } from './polygon.js';

/**
 * The room for soil in a bucket and what of it is filled: the laws of src/soil/cavity.h, so that what is
 * shown is what the simulator computes.
 *
 * In the vertical plane of the bucket's side, s along the horizontal and z up from the origin of its body,
 * soil lies inside the profile, and over the open mouth where that looks up, below
 *
 *     z = level + slope s             the surface
 *     z = lip + tangent |s - lip|     a cap at each lip
 *     z = mouth + tangent d           over the mouth, d from the next side plate
 *
 * and never over the mouth while that looks down. Lengths in metres, angles in radians.
 */
export class Cavity {
  /** Of the soil of the last cut that is drawn, along s. */
  low = 0;
  high = 0;
  /** The lowest corner of the profile. */
  deepestS = 0;
  deepestZ = 0;
  private readonly hull = new Polygon();
  /** Beyond the left lip, over the mouth, beyond the right lip. */
  private readonly rooms = [new Polygon(), new Polygon(), new Polygon()];
  private readonly soil = [new Polygon(), new Polygon(), new Polygon()];
  private readonly scratch = new Polygon();
  private tangent = 1;
  private mouthUp = true;
  /** Of the line through the mouth, z = mouthLevel + mouthSlope s. */
  private mouthLevel = 0;
  private mouthSlope = 0;

  /** @param profile x0 z0 x1 z1 ..., from the cutting edge along the shell to the rear lip */
  constructor(
    private readonly profile: readonly number[],
    readonly width: number,
  ) {
    if (profile.length < 6 || profile.length % 2 === 1 || !(width > 0)) {
      throw new Error(`a bucket of ${profile.length / 2} corners, ${width} m wide, holds no soil`);
    }
    this.setPose(0, 1);
  }

  /**
   * @param tilt of the x axis of the body above the horizontal
   * @param tangent of the angle of repose
   */
  setPose(tilt: number, tangent: number): void {
    const { hull, profile } = this;
    const [c, n] = [Math.cos(tilt), Math.sin(tilt)];
    hull.clear();
    let top = Number.NEGATIVE_INFINITY;
    this.deepestZ = Number.POSITIVE_INFINITY;
    for (let i = 0; i + 1 < profile.length; i += 2) {
      const s = c * profile[i]! - n * profile[i + 1]!;
      const z = n * profile[i]! + c * profile[i + 1]!;
      hull.add(s, z);
      top = Math.max(top, z);
      if (z >= this.deepestZ) continue;
      this.deepestZ = z;
      this.deepestS = s;
    }
    this.tangent = tangent;
    const last = hull.count - 1;
    const [edgeS, edgeZ] = [hull.s[0]!, hull.z[0]!];
    const [rearS, rearZ] = [hull.s[last]!, hull.z[last]!];
    // What is to the right of the way from the rear lip to the edge is outside, when corners are
    // counter-clockwise.
    this.mouthUp = (edgeS - rearS) * (hull.area() < 0 ? -1 : 1) < 0;
    const span = Math.abs(edgeS - rearS);
    const edgeFirst = edgeS <= rearS;
    const [leftS, leftZ] = edgeFirst ? [edgeS, edgeZ] : [rearS, rearZ];
    const [rightS, rightZ] = edgeFirst ? [rearS, rearZ] : [edgeS, edgeZ];
    this.mouthSlope = span > 1e-9 ? (rightZ - leftZ) / span : 0;
    this.mouthLevel = leftZ - this.mouthSlope * leftS;
    if (this.mouthUp) {
      const above = top + span * tangent + 1;
      hull.add(rearS, above);
      hull.add(edgeS, above);
    }
    const [left, over, right] = this.rooms as [Polygon, Polygon, Polygon];
    const fromLeft = (room: Polygon) => this.keep(room, -tangent, 1, leftZ - tangent * leftS);
    const fromRight = (room: Polygon) => this.keep(room, tangent, 1, rightZ + tangent * rightS);
    left.takeBelow(hull, 1, 0, leftS);
    this.keep(left, tangent, 1, leftZ + tangent * leftS);
    right.takeBelow(hull, -1, 0, -rightS);
    this.keep(right, -tangent, 1, rightZ - tangent * rightS);
    // Nothing holds what lies over a mouth that looks down.
    over.clear();
    if (!this.mouthUp) return;
    over.takeBelow(hull, -1, 0, -leftS);
    this.keep(over, 1, 0, rightS);
    fromRight(left);
    fromLeft(over);
    fromRight(over);
    fromLeft(right);
  }

  /**
   * Cuts out the soil below a surface at a place across the bucket. Returns its area.
   *
   * Soil on both sides of a mouth that looks down is two heaps: of them the larger one is to be drawn, which
   * low, high, top and bottom tell of.
   */
  cut(y: number, level: number, slope: number): number {
    let area = 0;
    let largest = 0;
    let drawn = -1;
    for (let k = 0; k < 3; k++) {
      const soil = this.soil[k]!;
      soil.takeBelow(this.rooms[k]!, -slope, 1, level);
      if (k === 1 && this.mouthUp) {
        const toSide = Math.max(0, 0.5 * this.width - Math.abs(y));
        this.keep(soil, -this.mouthSlope, 1, this.mouthLevel + this.tangent * toSide);
      }
      const here = soil.count < 3 ? 0 : Math.abs(soil.area());
      area += here;
      if (here > largest) drawn = k;
      largest = Math.max(largest, here);
    }
    this.low = Number.POSITIVE_INFINITY;
    this.high = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < 3; k++) {
      const soil = this.soil[k]!;
      if (soil.count < 3 || (!this.mouthUp && k !== drawn)) soil.clear();
      for (let i = 0; i < soil.count; i++) {
        this.low = Math.min(this.low, soil.s[i]!);
        this.high = Math.max(this.high, soil.s[i]!);
      }
    }
    return area;
  }

  /** Height of the soil of the last cut; -Infinity where there is none. */
  top(s: number): number {
    let z = Number.NEGATIVE_INFINITY;
    for (const soil of this.soil) z = Math.max(z, soil.highest(s, 1));
    return z;
  }

  /** What it lies on there. */
  bottom(s: number): number {
    let z = Number.NEGATIVE_INFINITY;
    for (const soil of this.soil) z = Math.max(z, soil.highest(s, -1));
    return -z;
  }

  private keep(room: Polygon, a: number, b: number, c: number): void {
    const { scratch } = this;
    scratch.takeBelow(room, a, b, c);
    room.count = scratch.count;
    for (let i = 0; i < scratch.count; i++) {
      room.s[i] = scratch.s[i]!;
      room.z[i] = scratch.z[i]!;
    }
  }
}
