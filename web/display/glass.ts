import { Matrix3, Vector3 } from 'three';
import type { Surface } from './off_axis.js';

/** Metres from the glass at which a convex mirror is exact; nearer and further the eye's image is used. */
const kExactAt = 12;
/** Shares of the window that are drawn beyond what is seen in it. */
const kMargin = 0.02;
/** Points of a glass along each edge from which the eye's image is found. */
const kRays = 5;

/** A piece of mirror: where it is, and how it bends. */
export interface Glass {
  centre: Vector3;
  /** Out of the glass. */
  normal: Vector3;
  /** To the right for who looks into it. */
  right: Vector3;
  up: Vector3;
  width: number;
  height: number;
  /** Of curvature, convex; 0: plane. */
  radius: number;
}

/** A glass that looks along `normal`, its upper edge as level as can be. */
export function makeGlass(
  centre: Vector3,
  normal: Vector3,
  upwards: Vector3,
  size: Pick<Glass, 'width' | 'height' | 'radius'>,
): Glass {
  const n = normal.clone().normalize();
  const right = new Vector3().crossVectors(upwards, n);
  if (right.lengthSq() < 1e-8) right.crossVectors(new Vector3(1, 0, 0), n);
  right.normalize();
  const up = new Vector3().crossVectors(n, right);
  const { width, height, radius } = size;
  return { centre, normal: n, right, up, width, height, radius };
}

/** The point of a glass at (x, y), from -1 to 1 across and upwards, and its normal there. */
export function glassPoint(glass: Glass, x: number, y: number, normal: Vector3): Vector3 {
  const { centre, right, up, width, height, radius } = glass;
  const [a, b] = [0.5 * width * x, 0.5 * height * y];
  const point = centre.clone().addScaledVector(right, a).addScaledVector(up, b);
  normal.copy(glass.normal);
  if (radius <= 0) return point;
  // On the sphere: R - sqrt(R² - a² - b²) behind the plane that touches its middle.
  const depth = Math.sqrt(Math.max(0, radius * radius - a * a - b * b));
  point.addScaledVector(glass.normal, depth - radius);
  normal.multiplyScalar(depth).addScaledVector(right, a).addScaledVector(up, b).normalize();
  return point;
}

/** Where the eye looks when it looks at a point of the glass: n is the normal there. */
function reflected(eye: Vector3, point: Vector3, n: Vector3): Vector3 {
  const ray = new Vector3().subVectors(point, eye).normalize();
  return ray.addScaledVector(n, -2 * ray.dot(n));
}

/**
 * The image of the eye behind the glass: the place nearest, in the least squares, to all rays that go
 * out from the glass. Exact for a plane glass, where it is the eye's reflection; for a convex one what
 * the paraxial 1/v = 2/R + 1/u says near its axis, and also right for an eye far off it.
 */
export function imageOfEye(glass: Glass, eye: Vector3): Vector3 {
  // Σ (I - d dᵀ) x = Σ (I - d dᵀ) g, over rays from g along d
  const sum = new Array<number>(9).fill(0);
  const rest = new Vector3();
  const n = new Vector3();
  for (let i = 0; i < kRays; i++) {
    for (let j = 0; j < kRays; j++) {
      const at = (k: number) => (2 * k) / (kRays - 1) - 1;
      const g = glassPoint(glass, at(i), at(j), n);
      const d = reflected(eye, g, n);
      const [dx, dy, dz] = d.toArray();
      const part = [1 - dx * dx, -dx * dy, -dx * dz, 1 - dy * dy, -dy * dz, 1 - dz * dz];
      const all = [0, 1, 2, 1, 3, 4, 2, 4, 5].map((k) => part[k]!);
      for (let k = 0; k < 9; k++) sum[k]! += all[k]!;
      rest.add(g).addScaledVector(d, -g.dot(d));
    }
  }
  const [a, b, c, d, e, f, g, h, k] = sum as [number, ...number[]] as number[];
  const matrix = new Matrix3().set(a!, b!, c!, d!, e!, f!, g!, h!, k!);
  return rest.applyMatrix3(matrix.invert());
}

/** What is drawn for a mirror, and where each part of it is on the glass. */
export interface MirrorView {
  /** The eye behind the glass. */
  eye: Vector3;
  /** What that eye looks through, seen from behind: near plane of what is drawn. */
  window: Surface;
  /** Shares of the drawn picture, u v u v ..., row by row upwards, each from left to right for the eye. */
  texels: Float32Array;
}

/** True when the eye can see into the glass. */
export const isBefore = (glass: Glass, eye: Vector3): boolean =>
  new Vector3().subVectors(eye, glass.centre).dot(glass.normal) > 1e-3;

/** The plane through the middle of the glass, seen from the eye's image behind it. */
interface Behind {
  eye: Vector3;
  distance: number;
}

/** Where a glass point's ray goes, in metres to the right (for the eye before it) and up on that plane. */
function onPlane(
  glass: Glass,
  eye: Vector3,
  { eye: image, distance }: Behind,
  x: number,
  y: number,
) {
  const n = new Vector3();
  const g = glassPoint(glass, x, y, n);
  const far = g.addScaledVector(reflected(eye, g, n), kExactAt).sub(image);
  const scale = distance / far.dot(glass.normal);
  const hit = image.clone().addScaledVector(far, scale).sub(glass.centre);
  return [hit.dot(glass.right), hit.dot(glass.up)] as const;
}

/**
 * A mirror is a window that the image of the eye looks through from behind: whatever is behind the glass
 * is not drawn, and every pixel lands on the glass. Each point of a convex glass shows what its own ray
 * meets 12 m away.
 *
 * @param columns,rows points of the grid on the glass
 */
export function mirrorView(glass: Glass, eye: Vector3, columns: number, rows: number): MirrorView {
  const image = imageOfEye(glass, eye);
  const distance = new Vector3().subVectors(glass.centre, image).dot(glass.normal);
  const behind = { eye: image, distance };
  const texels = new Float32Array(2 * columns * rows);
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let j = 0, k = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, k += 2) {
      const at = onPlane(glass, eye, behind, (2 * i) / (columns - 1) - 1, (2 * j) / (rows - 1) - 1);
      for (const axis of [0, 1] as const) {
        texels[k + axis] = at[axis];
        low[axis] = Math.min(low[axis]!, at[axis]);
        high[axis] = Math.max(high[axis]!, at[axis]);
      }
    }
  }
  for (const axis of [0, 1]) {
    const margin = kMargin * (high[axis]! - low[axis]!);
    low[axis]! -= margin;
    high[axis]! += margin;
  }
  // From behind, the right edge is on the left.
  for (let k = 0; k < texels.length; k += 2) {
    texels[k] = (high[0]! - texels[k]!) / (high[0]! - low[0]!);
    texels[k + 1] = (texels[k + 1]! - low[1]!) / (high[1]! - low[1]!);
  }
  const corner = (x: number, y: number) =>
    glass.centre.clone().addScaledVector(glass.right, x).addScaledVector(glass.up, y);
  const window = {
    lowerLeft: corner(high[0]!, low[1]!),
    lowerRight: corner(low[0]!, low[1]!),
    upperLeft: corner(high[0]!, high[1]!),
  };
  return { eye: image, window, texels };
}
