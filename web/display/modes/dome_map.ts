import { Vector3 } from 'three';
import type { Dome } from './layout.js';

/** Where a picture shows which direction: a grid over it, row by row upwards. */
export interface WarpMesh {
  columns: number;
  rows: number;
  /** x y from -1 to 1, per point. */
  places: Float32Array;
  /** Directions from the eye: x forward, y left, z up; per point. */
  directions: Float32Array;
  /** Share of the light, per point; negative: nothing is shown here. */
  light: Float32Array;
}

const kDegree = Math.PI / 180;
/** Points of the grid along each edge. */
const kGrid = 97;

/** From inside a sphere around the origin along a unit vector to its surface (THESIS 5.14: p inside). */
export function toSphere(p: Vector3, n: Vector3, radius: number): Vector3 {
  const b = p.dot(n);
  const root = Math.sqrt(Math.max(0, b * b - p.lengthSq() + radius * radius));
  return p.clone().addScaledVector(n, root - b);
}

/** A unit vector: azimuth to the right of ahead, elevation upwards. */
function towards(azimuth: number, elevation: number): Vector3 {
  const level = Math.cos(elevation);
  return new Vector3(level * Math.cos(azimuth), -level * Math.sin(azimuth), Math.sin(elevation));
}

/** Which way light leaves the lens at (x, y) of the picture, from -1 to 1; nothing: no light there. */
type LensRay = (x: number, y: number, aspect: number) => Vector3 | undefined;

/** THESIS (5.4), (5.5) with its errata: azimuth by x, elevation by y with another scale below. */
const anglesRay =
  ({ azimuth, up, down }: Dome): LensRay =>
  (x, y) =>
    towards(azimuth * kDegree * x, (y >= 0 ? up : down) * kDegree * y);

/** Equidistant: the angle from the axis grows evenly with the distance from the middle. */
const fisheyeRay =
  ({ aperture, circle, centre, tilt }: Dome): LensRay =>
  (x, y, aspect) => {
    const wide = aspect >= 1;
    // The circle touches the nearer edges at size 1.
    const px = ((x - centre[0]) * (wide ? aspect : 1)) / circle;
    const py = (y - centre[1]) / (wide ? 1 : aspect) / circle;
    const distance = Math.hypot(px, py);
    // Somewhat beyond the rim, so that the rim itself lies between points of the grid.
    if (distance > 1.1) return undefined;
    const angle = 0.5 * aperture * kDegree * distance;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [right, up] = distance > 0 ? [px / distance, py / distance] : [0, 0];
    const [ct, st] = [Math.cos(tilt * kDegree), Math.sin(tilt * kDegree)];
    return new Vector3(ct * c - st * s * up, -s * right, st * c + ct * s * up);
  };

/** A projector that looks at a mirror ball: where its light meets the ball, and leaves it. */
function mirrorBall(dome: Dome, x: number, y: number, aspect: number) {
  const from = new Vector3(...dome.lens);
  const ahead = new Vector3(...dome.aim).sub(from).normalize();
  const right = new Vector3().crossVectors(ahead, new Vector3(0, 0, 1)).normalize();
  const up = new Vector3().crossVectors(right, ahead);
  // The throw is distance over width of the picture.
  const half = 0.5 / dome.throw;
  const ray = ahead.addScaledVector(right, half * x).addScaledVector(up, (half * y) / aspect);
  ray.normalize();
  const centre = new Vector3(...dome.mirror);
  const back = from.clone().sub(centre);
  const b = back.dot(ray);
  const root = b * b - back.lengthSq() + dome.mirrorRadius ** 2;
  if (root < 0) return undefined;
  const hit = from.clone().addScaledVector(ray, -b - Math.sqrt(root));
  const normal = hit.clone().sub(centre).normalize();
  return { hit, ray: ray.addScaledVector(normal, -2 * ray.dot(normal)) };
}

/** The place on the dome that the picture lights at (x, y); nothing: none. */
function onDome(dome: Dome, x: number, y: number, aspect: number): Vector3 | undefined {
  if (dome.map === 'spherical_mirror') {
    const light = mirrorBall(dome, x, y, aspect);
    if (!light || light.hit.length() > dome.radius) return undefined;
    return toSphere(light.hit, light.ray, dome.radius);
  }
  const ray = (dome.map === 'fisheye' ? fisheyeRay : anglesRay)(dome)(x, y, aspect);
  return ray && toSphere(new Vector3(...dome.lens), ray, dome.radius);
}

/**
 * What a projector has to show where, so that the eye sees each direction where it is: from the lens to
 * the dome, from there to the eye (THESIS 5.7 to 5.15, for any place of the lens inside the dome).
 *
 * @param aspect width over height of the picture
 */
export function domeMesh(dome: Dome, aspect: number): WarpMesh {
  const count = kGrid * kGrid;
  const mesh: WarpMesh = {
    columns: kGrid,
    rows: kGrid,
    places: new Float32Array(2 * count),
    directions: new Float32Array(3 * count),
    light: new Float32Array(count),
  };
  const eye = new Vector3(...dome.eye);
  for (let k = 0; k < count; k++) {
    const x = (2 * (k % kGrid)) / (kGrid - 1) - 1;
    const y = (2 * Math.floor(k / kGrid)) / (kGrid - 1) - 1;
    const place = onDome(dome, x, y, aspect);
    mesh.places.set([dome.flip ? -x : x, y], 2 * k);
    mesh.directions.set(place ? place.sub(eye).normalize().toArray() : [1, 0, 0], 3 * k);
    mesh.light[k] = place ? 1 : -1;
  }
  return mesh;
}
