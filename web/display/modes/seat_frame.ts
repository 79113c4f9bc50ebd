import { Matrix4, type PerspectiveCamera, Vector3 } from 'three';
import { offAxis, place, type Surface } from '../off_axis.js';

/**
 * The frame in which surfaces and domes are described: its origin in the eye of a camera, x ahead and
 * level with what the camera calls up, y to the left, z up.
 */
export function seatFrame(camera: PerspectiveCamera): Matrix4 {
  const z = camera.up.clone().normalize();
  const ahead = new Vector3(0, 0, -1).applyQuaternion(camera.quaternion);
  const x = ahead.clone().addScaledVector(z, -ahead.dot(z));
  // Straight up or down: ahead is where the upper edge of the picture is.
  if (x.lengthSq() < 1e-6) {
    const edge = new Vector3(0, ahead.dot(z) > 0 ? -1 : 1, 0).applyQuaternion(camera.quaternion);
    x.copy(edge.addScaledVector(z, -edge.dot(z)));
  }
  x.normalize();
  return new Matrix4()
    .makeBasis(x, new Vector3().crossVectors(z, x), z)
    .setPosition(camera.position);
}

/** Has a camera look from an eye through a surface, both in the seat's frame. */
export function lookThrough(
  camera: PerspectiveCamera,
  seat: Matrix4,
  eye: Vector3,
  surface: Surface,
  near: number,
  far: number,
): void {
  const view = offAxis(eye, surface, near, far);
  place(camera, { ...view, pose: view.pose.premultiply(seat) });
}

/** Faces of a cube around the eye, as surfaces: ahead, left, right, back, up, down. */
export const kFaces: readonly { ahead: Vector3; right: Vector3; up: Vector3 }[] = [
  { ahead: new Vector3(1, 0, 0), right: new Vector3(0, -1, 0), up: new Vector3(0, 0, 1) },
  { ahead: new Vector3(0, 1, 0), right: new Vector3(1, 0, 0), up: new Vector3(0, 0, 1) },
  { ahead: new Vector3(0, -1, 0), right: new Vector3(-1, 0, 0), up: new Vector3(0, 0, 1) },
  { ahead: new Vector3(-1, 0, 0), right: new Vector3(0, 1, 0), up: new Vector3(0, 0, 1) },
  { ahead: new Vector3(0, 0, 1), right: new Vector3(0, -1, 0), up: new Vector3(-1, 0, 0) },
  { ahead: new Vector3(0, 0, -1), right: new Vector3(0, -1, 0), up: new Vector3(1, 0, 0) },
];

/** A face of the cube, a little larger than it is so that its neighbours overlap. */
export function faceSurface(face: number, eye: Vector3, margin: number): Surface {
  const { ahead, right, up } = kFaces[face]!;
  const size = 1 + margin;
  const corner = (x: number, y: number) =>
    eye
      .clone()
      .add(ahead)
      .addScaledVector(right, x * size)
      .addScaledVector(up, y * size);
  return { lowerLeft: corner(-1, -1), lowerRight: corner(1, -1), upperLeft: corner(-1, 1) };
}

/** Which face a direction goes through, and where: -1 to 1 across and up. */
export function onFace(direction: Vector3): { face: number; x: number; y: number } {
  const ways = kFaces.map(({ ahead }) => direction.dot(ahead));
  const face = ways.indexOf(Math.max(...ways));
  const { right, up } = kFaces[face]!;
  return { face, x: direction.dot(right) / ways[face]!, y: direction.dot(up) / ways[face]! };
}
