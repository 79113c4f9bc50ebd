/** A plane that is to be dug: a zero on the site, how deep below it, and how it rises from there. */
export interface Design {
  /** Where zero was taken, world, metres. */
  x: number;
  y: number;
  z: number;
  /** The way the slope rises, radians from world x to the left. */
  heading: number;
  /** Metres below zero. */
  depth: number;
  /** Rise over way, percent. */
  slope: number;
}

/** Metres to either side that still count as on grade: what a good operator holds with a ditching bucket. */
export const kOnGrade = 0.03;
const kMostDepth = 30;
const kMostSlope = 200;

/** What was kept; nothing when a number is missing or not one. */
export function readDesign(kept: Readonly<Record<string, number>>): Design | undefined {
  const { x, y, z, heading, depth = 0, slope = 0 } = kept;
  const all = [x, y, z, heading, depth, slope];
  if (!all.every((v) => typeof v === 'number' && Number.isFinite(v))) return undefined;
  const within = (v: number, most: number) => Math.min(most, Math.max(-most, v));
  return {
    x: x!,
    y: y!,
    z: z!,
    heading: heading!,
    depth: within(depth, kMostDepth),
    slope: within(slope, kMostSlope),
  };
}

/** Height of the design at a place, metres. */
export function designHeight({ x, y, z, heading, depth, slope }: Design, at: [number, number]) {
  const along = (at[0] - x) * Math.cos(heading) + (at[1] - y) * Math.sin(heading);
  return z - depth + (slope / 100) * along;
}

export type Triple = [number, number, number];

/** A point of a body in the world; the pose is x y z qx qy qz qw. */
export function inWorld(pose: ArrayLike<number>, [px, py, pz]: Triple): Triple {
  const [x, y, z] = [pose[0]!, pose[1]!, pose[2]!];
  const [qx, qy, qz, qw] = [pose[3]!, pose[4]!, pose[5]!, pose[6]!];
  // t = 2 q x p, p + w t + q x t.
  const [tx, ty, tz] = [2 * (qy * pz - qz * py), 2 * (qz * px - qx * pz), 2 * (qx * py - qy * px)];
  return [
    x + px + qw * tx + qy * tz - qz * ty,
    y + py + qw * ty + qz * tx - qx * tz,
    z + pz + qw * tz + qx * ty - qy * tx,
  ];
}

/** Both ends of a cutting edge above the design, metres; below it negative. */
export function aboveDesign(design: Design, ends: readonly Triple[]): number[] {
  return ends.map(([x, y, z]) => z - designHeight(design, [x, y]));
}
