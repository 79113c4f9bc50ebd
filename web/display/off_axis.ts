import { Matrix4, type PerspectiveCamera, Vector3 } from 'three';

/** A flat window that an eye looks through: a screen, a wall of a cave, a mirror. */
export interface Surface {
  lowerLeft: Vector3;
  lowerRight: Vector3;
  upperLeft: Vector3;
}

/** Where a camera is and how it projects; columns, as of three.js. */
export interface OffAxisView {
  /** From the frame of the camera to that of the corners: x right, y up, z from the surface to the eye. */
  pose: Matrix4;
  projection: Matrix4;
  /** Metres from the eye to the plane of the surface. */
  distance: number;
}

/** Metres; an eye that is nearer looks at nothing. */
const kNearest = 1e-3;

/**
 * The one projection of all displays: what an eye anywhere before a flat surface sees through it, drawn
 * so that it fills the surface (R. Kooima, Generalized Perspective Projection, 2008). Screens, walls, the
 * eyes of stereo, faces of a dome and mirrors are only different eyes and corners.
 *
 *   r = (lr - ll)/|lr - ll|   u ⊥ r towards ul   n = r × u   d = n·(eye - ll)
 *   left, right = near/d r·(ll - eye, lr - eye)   bottom, top = near/d u·(ll - eye, ul - eye)
 *
 * @throws Error when the eye is behind the surface or in its plane, or the surface has no area
 */
export function offAxis(eye: Vector3, surface: Surface, near: number, far: number): OffAxisView {
  const { lowerLeft, lowerRight, upperLeft } = surface;
  const right = new Vector3().subVectors(lowerRight, lowerLeft);
  const side = new Vector3().subVectors(upperLeft, lowerLeft);
  const width = right.length();
  right.normalize();
  const up = side.clone().addScaledVector(right, -side.dot(right));
  const height = up.length();
  if (!(width > 0 && height > 0)) throw new Error('the surface has no area');
  up.normalize();
  const normal = new Vector3().crossVectors(right, up);
  const corner = new Vector3().subVectors(lowerLeft, eye);
  const distance = -normal.dot(corner);
  if (!(distance > kNearest)) throw new Error('the eye is behind the surface');
  const scale = near / distance;
  const left = scale * right.dot(corner);
  const bottom = scale * up.dot(corner);
  const [wide, high] = [scale * width, scale * height];
  const pose = new Matrix4().makeBasis(right, up, normal).setPosition(eye);
  const projection = new Matrix4().makePerspective(
    left,
    left + wide,
    bottom + high,
    bottom,
    near,
    far,
  );
  return { pose, projection, distance };
}

/** Gives a camera a view of its own; three.js must not compute another one. */
export function place(camera: PerspectiveCamera, { pose, projection }: OffAxisView): void {
  camera.matrixAutoUpdate = false;
  camera.matrixWorldAutoUpdate = false;
  camera.matrixWorld.copy(pose);
  camera.matrix.copy(pose);
  pose.decompose(camera.position, camera.quaternion, camera.scale);
  camera.matrixWorldInverse.copy(pose).invert();
  camera.projectionMatrix.copy(projection);
  camera.projectionMatrixInverse.copy(projection).invert();
}

/** From a frame with x forward, y to the left and z up to that of a camera, whose -z is forward. */
export const kSeatToCamera = new Matrix4().set(0, -1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 0, 0, 1);
