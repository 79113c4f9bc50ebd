/** Corners at most, as in src/soil/polygon.h. */
const kMostCorners = 64;

/** A small polygon in a vertical plane, (s, z), clipped by lines without allocation. */
export class Polygon {
  readonly s = new Float64Array(kMostCorners);
  readonly z = new Float64Array(kMostCorners);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(s: number, z: number): void {
    if (this.count === kMostCorners) return;
    this.s[this.count] = s;
    this.z[this.count++] = z;
  }

  /** What of another one lies where a s + b z <= c. */
  takeBelow(from: Polygon, a: number, b: number, c: number): void {
    this.clear();
    for (let i = 0; i < from.count; i++) {
      const next = i + 1 < from.count ? i + 1 : 0;
      const s = from.s[i]!;
      const z = from.z[i]!;
      const here = a * s + b * z - c;
      const there = a * from.s[next]! + b * from.z[next]! - c;
      if (here <= 0) this.add(s, z);
      if (here * there >= 0) continue;
      const t = here / (here - there);
      this.add(s + t * (from.s[next]! - s), z + t * (from.z[next]! - z));
    }
  }

  /** Positive when the corners are counter-clockwise. */
  area(): number {
    let sum = 0;
    for (let i = 0; i < this.count; i++) {
      const next = i + 1 < this.count ? i + 1 : 0;
      sum += this.s[i]! * this.z[next]! - this.s[next]! * this.z[i]!;
    }
    return sum / 2;
  }

  /** The highest point above a place, or with -1 the lowest; as a number below all where there is none. */
  highest(s: number, sign: 1 | -1): number {
    let best = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < this.count; i++) {
      const next = i + 1 < this.count ? i + 1 : 0;
      const p = this.s[i]!;
      const q = this.s[next]!;
      if ((s < p && s < q) || (s > p && s > q)) continue;
      const y = this.z[i]!;
      const z = this.z[next]!;
      if (p === q) best = Math.max(best, sign * y, sign * z);
      else best = Math.max(best, sign * (y + ((z - y) * (s - p)) / (q - p)));
    }
    return best;
  }
}
