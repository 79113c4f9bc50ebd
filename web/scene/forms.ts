import * as THREE from 'three';
import { doubleArea, type OutlinePoint, outline, pointsFrom, thickened } from './outline.js';
import type { Quality } from './quality.js';

/** Collects vertices and triangles. */
class Mesher {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly index: number[] = [];

  add(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    this.positions.push(x, y, z);
    this.normals.push(nx, ny, nz);
    return this.positions.length / 3 - 1;
  }

  quad(a: number, b: number, c: number, d: number): void {
    this.triangle(a, b, c);
    this.triangle(a, c, d);
  }

  /** Nothing where two of its corners are in the same place. */
  triangle(a: number, b: number, c: number): void {
    if (this.same(a, b) || this.same(b, c) || this.same(c, a)) return;
    this.index.push(a, b, c);
  }

  private same(a: number, b: number): boolean {
    const p = this.positions;
    return [0, 1, 2].every((k) => Math.abs(p[3 * a + k]! - p[3 * b + k]!) < 1e-7);
  }

  /** Strips between rings of equal length, seen from where the rings run counter-clockwise upwards. */
  strips(rings: readonly (readonly number[])[], closed: boolean): void {
    for (let r = 0; r + 1 < rings.length; r++) {
      const [low, high] = [rings[r]!, rings[r + 1]!];
      const count = closed ? low.length : low.length - 1;
      for (let i = 0; i < count; i++) {
        const j = (i + 1) % low.length;
        this.quad(low[i]!, low[j]!, high[j]!, high[i]!);
      }
    }
  }

  geometry(): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute('normal', new THREE.Float32BufferAttribute(this.normals, 3));
    geometry.setIndex(this.index);
    return geometry;
  }
}

/** Segments of a quarter of a rounded edge. */
const arcSegments = (radius: number, quality: Quality): number =>
  !quality.detail ? 1 : radius < 0.03 ? 1 : radius < 0.08 ? 2 : 4;

function extrusion(
  ring: readonly OutlinePoint[],
  length: number,
  bevel: number,
): THREE.BufferGeometry {
  const m = new Mesher();
  const half = length / 2;
  const walls = [-1, 1].map((s) =>
    ring.map(({ x, z, nx, nz }) => m.add(x, s * (half - bevel), z, nx, 0, nz)),
  );
  const caps = [-1, 1].map((s) =>
    ring.map(({ x, z, nx, nz }) => m.add(x - bevel * nx, s * half, z - bevel * nz, 0, s, 0)),
  );
  // From the -y side to the +y side, the ring runs clockwise seen from -y.
  m.strips([caps[1]!, walls[1]!, walls[0]!, caps[0]!], true);
  const contour = ring.map(({ x, z, nx, nz }) => new THREE.Vector2(x - bevel * nx, z - bevel * nz));
  for (const [a, b, c] of THREE.ShapeUtils.triangulateShape(contour, []) as number[][]) {
    m.triangle(caps[0]![a!]!, caps[0]![b!]!, caps[0]![c!]!);
    m.triangle(caps[1]![c!]!, caps[1]![b!]!, caps[1]![a!]!);
  }
  return m.geometry();
}

/** A polygon in the x-z plane, extruded along y and centred, its edges rounded. */
export function prismGeometry(
  profile: readonly number[],
  length: number,
  quality: Quality,
  edge = 0,
  corner = 0,
): THREE.BufferGeometry {
  const points = pointsFrom(profile);
  const [first, last] = [points[0], points.at(-1)];
  if (first && last && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-6) points.pop();
  if (doubleArea(points) < 0) points.reverse();
  const bevel = quality.detail ? Math.min(edge || 0.012, 0.3 * length) : 0;
  const radius = quality.detail ? Math.max(corner, bevel) : corner > 0.1 ? corner : 0;
  const ring = outline(points, true, radius, arcSegments(radius, quality));
  return extrusion(ring, length, bevel);
}

/** A bent plate along a line in the x-z plane. */
export function plateGeometry(
  path: readonly number[],
  thickness: number,
  length: number,
  quality: Quality,
  edge = 0,
  corner = 0,
): THREE.BufferGeometry {
  const bent = outline(pointsFrom(path), false, corner, quality.detail ? 4 : 1);
  const line = pointsFrom(bent.flatMap(({ x, z }) => [x, z]));
  const bevel = Math.min(edge || 0.006, 0.35 * thickness);
  return prismGeometry(thickened(line, thickness).flat(), length, quality, bevel, bevel);
}

/** A line of radius and z, turned round z. */
export function latheGeometry(
  profile: readonly number[],
  quality: Quality,
  edge = 0,
): THREE.BufferGeometry {
  const points = pointsFrom(profile);
  const largest = Math.max(...points.map(([r]) => r));
  const sides = quality.detail ? sidesFor(largest, quality) : largest < 0.3 ? 7 : quality.sides;
  const radius = quality.detail ? edge || Math.min(0.01, 0.12 * largest) : 0;
  // Up along z the surface lies to the left, towards the axis.
  const ring = outline(points, false, radius, arcSegments(radius, quality));
  const m = new Mesher();
  const rings = Array.from({ length: sides + 1 }, (_, k) => {
    const [c, s] = [Math.cos((2 * Math.PI * k) / sides), Math.sin((2 * Math.PI * k) / sides)];
    return ring.map(({ x, z, nx, nz }) => m.add(c * x, s * x, z, c * nx, s * nx, nz));
  });
  m.strips(rings.reverse(), false);
  return m.geometry();
}

/** Sides of something round. */
export function sidesFor(radius: number, quality: Quality): number {
  if (!quality.detail) return radius < 0.1 ? 5 : quality.sides;
  const wanted = radius < 0.02 ? 8 : radius < 0.06 ? 12 : radius < 0.15 ? 18 : 32;
  return Math.min(wanted, quality.sides);
}

/** The middle line of a tube with its corners bent. */
function bentPath(path: readonly number[], bend: number, quality: Quality): THREE.Vector3[] {
  const corners: THREE.Vector3[] = [];
  for (let i = 0; i + 2 < path.length; i += 3) corners.push(new THREE.Vector3().fromArray(path, i));
  const points = [corners[0]!];
  for (let i = 1; i + 1 < corners.length; i++) {
    const p = corners[i]!;
    const to = corners[i - 1]!.clone().sub(p);
    const from = corners[i + 1]!.clone().sub(p);
    const [a, b] = [to.length(), from.length()];
    const angle = Math.PI - to.normalize().angleTo(from.normalize());
    const back = Math.min(bend * Math.tan(angle / 2), 0.48 * a, 0.48 * b);
    if (angle < 0.05 || back <= 0) {
      points.push(p);
      continue;
    }
    const curve = new THREE.QuadraticBezierCurve3(
      p.clone().addScaledVector(to, back),
      p,
      p.clone().addScaledVector(from, back),
    );
    const least = quality.detail ? 3 : 1;
    points.push(...curve.getPoints(Math.max(least, Math.round((quality.detail ? 4 : 1) * angle))));
  }
  points.push(corners.at(-1)!);
  return points;
}

/** A round tube along a line, with flat ends. */
export function tubeGeometry(
  path: readonly number[],
  radius: number,
  bend: number,
  quality: Quality,
): THREE.BufferGeometry {
  const points = bentPath(path, bend, quality);
  const sides = quality.detail ? Math.max(6, Math.round(sidesFor(radius, quality) * 0.75)) : 4;
  const m = new Mesher();
  const tangents = points.map((_, i) =>
    points[Math.min(points.length - 1, i + 1)]!.clone()
      .sub(points[Math.max(0, i - 1)]!)
      .normalize(),
  );
  const first = tangents[0]!;
  const u = new THREE.Vector3(Math.abs(first.z) < 0.9 ? 0 : 1, 0, Math.abs(first.z) < 0.9 ? 1 : 0);
  const v = new THREE.Vector3();
  const n = new THREE.Vector3();
  const ringAt = (i: number, flat: number) => {
    const t = tangents[i]!;
    // Carried along without twist.
    u.addScaledVector(t, -u.dot(t)).normalize();
    v.crossVectors(t, u);
    return Array.from({ length: sides }, (_, k) => {
      const angle = (2 * Math.PI * k) / sides;
      n.copy(u).multiplyScalar(Math.cos(angle)).addScaledVector(v, Math.sin(angle));
      const p = n.clone().multiplyScalar(radius).add(points[i]!);
      if (flat !== 0) n.copy(t).multiplyScalar(flat);
      return m.add(p.x, p.y, p.z, n.x, n.y, n.z);
    });
  };
  const start = ringAt(0, -1);
  const rings = points.map((_, i) => ringAt(i, 0));
  const end = ringAt(points.length - 1, 1);
  m.strips(rings, true);
  for (let k = 1; k + 1 < sides; k++) {
    m.triangle(start[0]!, start[k + 1]!, start[k]!);
    m.triangle(end[0]!, end[k]!, end[k + 1]!);
  }
  return m.geometry();
}

interface Section {
  x: number;
  y: number;
  z: number;
  width: number;
  height: number;
}

/** A body through rectangles across x, its edges rounded. */
export function loftGeometry(
  path: readonly number[],
  quality: Quality,
  edge = 0,
): THREE.BufferGeometry {
  const sections: Section[] = [];
  for (let i = 0; i + 4 < path.length; i += 5) {
    const [x, y, z, width, height] = path.slice(i, i + 5) as [
      number,
      number,
      number,
      number,
      number,
    ];
    sections.push({ x, y, z, width, height });
  }
  if (sections[0]!.x > sections.at(-1)!.x) sections.reverse();
  const bevel = quality.detail ? edge || 0.015 : 0;
  const segments = arcSegments(bevel, quality);
  // The ring of a section seen from +x, counter-clockwise from +y to +z.
  const ringOf = ({ y, z, width, height }: Section): OutlinePoint[] => {
    const [a, b] = [width / 2, height / 2];
    const corners = [
      [y - a, z - b],
      [y + a, z - b],
      [y + a, z + b],
      [y - a, z + b],
    ] as const;
    return outline(corners, true, Math.min(bevel, 0.9 * a, 0.9 * b), segments);
  };
  const m = new Mesher();
  const rings: number[][] = [];
  const capOf = (k: number, sign: number): number[] => {
    const s = sections[k]!;
    const cut = Math.min(bevel, 0.4 * s.width, 0.4 * s.height);
    const ring = ringOf(s).map(({ x, z, nx, nz }) =>
      m.add(s.x, x - cut * nx, z - cut * nz, sign, 0, 0),
    );
    const middle = m.add(s.x, s.y, s.z, sign, 0, 0);
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]!;
      if (sign > 0) m.triangle(middle, a, b);
      else m.triangle(middle, b, a);
    });
    return ring;
  };
  sections.forEach((s, k) => {
    const before = sections[Math.max(0, k - 1)]!;
    const after = sections[Math.min(sections.length - 1, k + 1)]!;
    const [low, own, high] = [ringOf(before), ringOf(s), ringOf(after)];
    const end = k === 0 ? 1 : k === sections.length - 1 ? -1 : 0;
    const inset = end * Math.min(bevel, 0.4 * Math.abs(after.x - before.x));
    rings.push(
      own.map((p, i) => {
        const along = new THREE.Vector3(
          after.x - before.x,
          high[i]!.x - low[i]!.x,
          high[i]!.z - low[i]!.z,
        ).normalize();
        const across = new THREE.Vector3(0, p.nx, p.nz);
        across.addScaledVector(along, -across.dot(along)).normalize();
        const slide = along.x > 0.05 ? inset / along.x : 0;
        return m.add(
          s.x + inset,
          p.x + slide * along.y,
          p.z + slide * along.z,
          across.x,
          across.y,
          across.z,
        );
      }),
    );
  });
  const first = capOf(0, -1);
  const last = capOf(sections.length - 1, 1);
  m.strips([first, ...rings, last], true);
  return m.geometry();
}
