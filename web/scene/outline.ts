/** A point of a line in a plane, with the direction in which the surface along it looks. */
export interface OutlinePoint {
  x: number;
  z: number;
  nx: number;
  nz: number;
}

type Point = readonly [number, number];

/** Points from a list x0 z0 x1 z1 ...; repeated ones are left out. */
export function pointsFrom(list: readonly number[]): Point[] {
  const points: Point[] = [];
  for (let i = 0; i + 1 < list.length; i += 2) {
    const point: Point = [list[i]!, list[i + 1]!];
    const last = points.at(-1);
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) > 1e-6) points.push(point);
  }
  return points;
}

/** Twice the area inside, positive when the points go round counter-clockwise. */
export function doubleArea(points: readonly Point[]): number {
  return points.reduce((sum, [x, z], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    return sum + x * v - u * z;
  }, 0);
}

/** Turns of less than this are parts of a curve [rad]. */
const kSmooth = 0.45;

/**
 * A line with its corners rounded off; the surface lies to the left of the way along it, so that
 * normals look to the right.
 *
 * @param radius of corners, as far as there is room; 0: sharp, each corner twice with its two normals
 * @param segments of a rounded corner
 */
export function outline(
  points: readonly Point[],
  closed: boolean,
  radius: number,
  segments: number,
): OutlinePoint[] {
  const count = points.length;
  const along = (i: number) => {
    const [a, b] = [points[(i + count) % count]!, points[(i + 1 + count) % count]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return { x: (b[0] - a[0]) / length, z: (b[1] - a[1]) / length, length };
  };
  const out: OutlinePoint[] = [];
  for (let i = 0; i < count; i++) {
    const [x, z] = points[i]!;
    const first = !closed && i === 0;
    const last = !closed && i === count - 1;
    const before = first ? along(0) : along(i - 1);
    const after = last ? along(i - 1) : along(i);
    if (first || last) {
      out.push({ x, z, nx: after.z, nz: -after.x });
      continue;
    }
    const turn = Math.atan2(
      before.x * after.z - before.z * after.x,
      before.x * after.x + before.z * after.z,
    );
    // A curve given by points stays smooth.
    if (Math.abs(turn) < kSmooth) {
      const middle = Math.atan2(before.z, before.x) + turn / 2;
      out.push({ x, z, nx: Math.sin(middle), nz: -Math.cos(middle) });
      continue;
    }
    if (radius <= 0) {
      out.push({ x, z, nx: before.z, nz: -before.x }, { x, z, nx: after.z, nz: -after.x });
      continue;
    }
    const slope = Math.tan(Math.abs(turn) / 2);
    const back = Math.min(radius * slope, 0.45 * before.length, 0.45 * after.length);
    const r = (back / slope) * Math.sign(turn);
    const start = Math.atan2(before.z, before.x);
    const [cx, cz] = [x - back * before.x - r * before.z, z - back * before.z + r * before.x];
    for (let k = 0; k <= segments; k++) {
      const angle = start + (turn * k) / segments;
      const [nx, nz] = [Math.sin(angle), -Math.cos(angle)];
      out.push({ x: cx + r * nx, z: cz + r * nz, nx, nz });
    }
  }
  return out;
}

/** The polygon around a line with a thickness. */
export function thickened(points: readonly Point[], thickness: number): Point[] {
  const side = (sign: number): Point[] =>
    points.map(([x, z], i) => {
      const a = points[Math.max(0, i - 1)]!;
      const b = points[Math.min(points.length - 1, i + 1)]!;
      const own = points[i]!;
      const unit = (p: Point, q: Point): Point => {
        const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
        return [(q[0] - p[0]) / length, (q[1] - p[1]) / length];
      };
      const u = i === 0 ? unit(own, b) : unit(a, own);
      const v = i === points.length - 1 ? u : unit(own, b);
      const [mx, mz] = [u[0] + v[0], u[1] + v[1]];
      const length = Math.hypot(mx, mz) || 1;
      // Mitred: as thick beyond the corner as before it.
      const cosine = Math.max(0.4, (mx * u[0] + mz * u[1]) / length);
      const away = (sign * thickness) / 2 / cosine;
      return [x - (away * mz) / length, z + (away * mx) / length];
    });
  return [...side(-1), ...side(1).reverse()];
}
