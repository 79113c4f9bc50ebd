import { Matrix4, Quaternion, Vector3 } from 'three';

/** Where a link between two points is drawn. */
export class LinkFrame {
  /** At point a, z towards point b, y as near to the given axis as possible. */
  readonly position = new Vector3();
  readonly rotation = new Quaternion();
  /** Metres between the points. */
  length = 0;
  private readonly x = new Vector3();
  private readonly y = new Vector3();
  private readonly z = new Vector3();
  private readonly matrix = new Matrix4();

  /** From world point `a` to `b`; `side` is the wanted y axis. */
  set(a: Vector3, b: Vector3, side: Vector3): this {
    const { x, y, z, matrix } = this;
    z.subVectors(b, a);
    this.position.copy(a);
    this.length = z.length();
    if (this.length < 1e-9) z.set(0, 0, 1);
    else z.divideScalar(this.length);
    x.crossVectors(side, z);
    // The wanted axis along the link says nothing: take any other.
    if (x.lengthSq() < 1e-8) {
      x.crossVectors(Math.abs(z.x) < 0.9 ? y.set(1, 0, 0) : y.set(0, 1, 0), z);
    }
    x.normalize();
    y.crossVectors(z, x);
    this.rotation.setFromRotationMatrix(matrix.makeBasis(x, y, z));
    return this;
  }
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
