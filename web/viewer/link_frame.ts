import { Matrix4, type Quaternion, Vector3 } from 'three';

/** Where a link between two points is drawn. */
export interface LinkFrame {
  /** At point a, z towards point b, y as near to the given axis as possible. */
  position: Vector3;
  rotation: Quaternion;
  /** Metres between the points. */
  length: number;
}

const scratch = { x: new Vector3(), y: new Vector3(), z: new Vector3(), m: new Matrix4() };

/** The frame of a link from world point `a` to `b`; `side` is the wanted y axis. */
export function linkFrame(a: Vector3, b: Vector3, side: Vector3, out: LinkFrame): LinkFrame {
  const { x, y, z, m } = scratch;
  z.subVectors(b, a);
  out.position.copy(a);
  out.length = z.length();
  if (out.length < 1e-9) z.set(0, 0, 1);
  else z.divideScalar(out.length);
  x.crossVectors(side, z);
  // The wanted axis along the link says nothing: take any other.
  if (x.lengthSq() < 1e-8) x.crossVectors(Math.abs(z.x) < 0.9 ? y.set(1, 0, 0) : y.set(0, 1, 0), z);
  x.normalize();
  y.crossVectors(z, x);
  out.rotation.setFromRotationMatrix(m.makeBasis(x, y, z));
  return out;
}

/** Share of the first length seen that a cylinder's barrel takes, and its share at most. */
const kBarrelShare = 0.6;
const kBarrelMost = 0.93;

/**
 * The length of a barrel whose cylinder is `length` long now. It keeps its length while the rod
 * moves, and gets shorter only when the rod would no longer fit.
 *
 * @param before the barrel so far, or nothing at the first length
 */
export function barrelLength(before: number | undefined, length: number): number {
  if (before === undefined) return kBarrelShare * length;
  return Math.min(before, kBarrelMost * length);
}
