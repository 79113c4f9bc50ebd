import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { type Shape, Shape_Kind } from '../protocol/outrigger_pb.js';
import {
  latheGeometry,
  loftGeometry,
  plateGeometry,
  prismGeometry,
  sidesFor,
  tubeGeometry,
} from './forms.js';
import { colourOf, finish, type MaterialName, materialOf } from './materials.js';
import type { Quality } from './quality.js';
import { tyreGeometry } from './tyre_form.js';

/**
 * A box with broken edges. The corners of its six faces carry the face's normal, so that the light
 * runs round the edges.
 */
export function chamferedBox(x: number, y: number, z: number, chamfer: number) {
  const half = [x / 2, y / 2, z / 2];
  const positions: number[] = [];
  const normals: number[] = [];
  const index: number[] = [];
  // Vertex of corner (sx, sy, sz) on the face along `axis`.
  const vertex = (axis: number, signs: readonly number[]) => {
    const corner = signs.map((s) => (s > 0 ? 1 : 0));
    return axis * 8 + corner[0]! * 4 + corner[1]! * 2 + corner[2]!;
  };
  for (let axis = 0; axis < 3; axis++) {
    for (const sx of [-1, 1]) {
      for (const sy of [-1, 1]) {
        for (const sz of [-1, 1]) {
          const signs = [sx, sy, sz];
          for (let k = 0; k < 3; k++) {
            positions.push(signs[k]! * (half[k]! - (k === axis ? 0 : chamfer)));
            normals.push(k === axis ? signs[k]! : 0);
          }
        }
      }
    }
  }
  const quad = (a: number, b: number, c: number, d: number, flip: boolean) => {
    if (flip) index.push(a, c, b, a, d, c);
    else index.push(a, b, c, a, c, d);
  };
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const at = (face: number, sa: number, su: number, sv: number) => {
      const signs = [0, 0, 0];
      signs[axis] = sa;
      signs[u] = su;
      signs[v] = sv;
      return vertex(face, signs);
    };
    for (const s of [-1, 1]) {
      // The face, then the broken edges parallel to this axis.
      quad(at(axis, s, -1, -1), at(axis, s, 1, -1), at(axis, s, 1, 1), at(axis, s, -1, 1), s < 0);
      for (const t of [-1, 1]) {
        const corners = [at(u, -1, s, t), at(u, 1, s, t), at(v, 1, s, t), at(v, -1, s, t)];
        quad(corners[0]!, corners[1]!, corners[2]!, corners[3]!, s * t > 0);
      }
    }
  }
  for (const sx of [-1, 1]) {
    for (const sy of [-1, 1]) {
      for (const sz of [-1, 1]) {
        const signs = [sx, sy, sz];
        const [a, b, c] = [vertex(0, signs), vertex(1, signs), vertex(2, signs)];
        if (sx * sy * sz > 0) index.push(a, b, c);
        else index.push(a, c, b);
      }
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
  geometry.setIndex(index);
  return geometry;
}

/** Edges rounder than this are drawn round, others broken [m]. */
const kRound = 0.035;

/** @param edge radius of its edges; 0: as large as looks right */
export function boxGeometry(x: number, y: number, z: number, quality: Quality, edge = 0) {
  const most = 0.49 * Math.min(x, y, z);
  const radius = edge > 0 ? Math.min(edge, most) : Math.min(0.014, 0.4 * most);
  if (!quality.detail) return new THREE.BoxGeometry(x, y, z);
  if (radius < kRound) return chamferedBox(x, y, z, radius);
  const round = new RoundedBoxGeometry(x, y, z, radius < 0.08 ? 2 : 3, radius);
  round.deleteAttribute('uv');
  round.clearGroups();
  return round;
}

/** A cylinder along z with broken edges. */
export function cylinderGeometry(
  radius: number,
  length: number,
  quality: Quality,
  chamfer = Math.min(0.1 * radius, 0.1 * length, 0.02),
) {
  const sides = sidesFor(radius, quality);
  if (!quality.detail) {
    return new THREE.CylinderGeometry(radius, radius, length, sides).rotateX(Math.PI / 2);
  }
  const h = length / 2;
  return latheGeometry([0, -h, radius, -h, radius, h, 0, h], quality, chamfer);
}

// Marks by which turning is seen: a ring of bolts on both ends.
function boltRing(radius: number, length: number, quality: Quality): THREE.BufferGeometry[] {
  const count = quality.detail ? 10 : 5;
  const size = 0.085 * radius;
  const height = length + 0.1 * radius;
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const bolt = quality.detail
      ? new THREE.CylinderGeometry(size, size, height, 6).rotateX(Math.PI / 2)
      : new THREE.BoxGeometry(2 * size, 2 * size, height);
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return bolt.translate(0.68 * radius * x, 0.68 * radius * y, 0);
  });
}

/** A cylinder of rubber that is wide and round enough to be a tyre. */
function isTyre({ radius, length }: Shape, material: MaterialName): boolean {
  return material === 'rubber' && radius > 0.25 && length <= 1.5 * radius;
}

function cylinder(shape: Shape, material: MaterialName, quality: Quality): THREE.BufferGeometry {
  const { radius, length, edge } = shape;
  if (isTyre(shape, material)) {
    const form = { radius, width: length, rim: 0.55 * radius, tread: 'blocks' };
    return tyreGeometry(form, quality).rotateX(Math.PI / 2);
  }
  return cylinderGeometry(radius, length, quality, edge > 0 ? edge : undefined);
}

function formOf(shape: Shape, material: MaterialName, quality: Quality): THREE.BufferGeometry {
  const { edge, corner, length, radius, profile, path } = shape;
  const [x = 1, y = 1, z = 1] = shape.size;
  switch (shape.kind) {
    case Shape_Kind.CYLINDER:
      return cylinder(shape, material, quality);
    case Shape_Kind.SPHERE: {
      const sides = quality.detail ? Math.max(10, sidesFor(radius, quality)) : quality.sides / 2;
      return new THREE.SphereGeometry(radius, sides, Math.round(sides / 2));
    }
    case Shape_Kind.PRISM:
      return prismGeometry(profile, length, quality, edge, corner);
    case Shape_Kind.PLATE:
      return plateGeometry(profile, shape.thickness, length, quality, edge, corner);
    case Shape_Kind.TUBE:
      return tubeGeometry(path, radius, corner, quality);
    case Shape_Kind.LATHE:
      return latheGeometry(profile, quality, edge);
    case Shape_Kind.LOFT:
      return loftGeometry(path, quality, edge);
    case Shape_Kind.TYRE:
      return tyreGeometry({ radius, width: length, rim: shape.rim, tread: shape.tread }, quality);
    case Shape_Kind.MESH: {
      // Its box, until the mesh has come.
      const [cx = 0, cy = 0, cz = 0] = shape.centre;
      return new THREE.BoxGeometry(x, y, z).translate(cx, cy, cz);
    }
    default:
      return boxGeometry(x, y, z, quality, edge);
  }
}

/** Gives every vertex one colour, and drops what merging does not need. */
export function paint(geometry: THREE.BufferGeometry, colour: readonly number[], shade = 1) {
  const count = geometry.getAttribute('position').count;
  const linear = new THREE.Color().setRGB(
    (colour[0] ?? 0) * shade,
    (colour[1] ?? 0) * shade,
    (colour[2] ?? 0) * shade,
    THREE.SRGBColorSpace,
  );
  const colours = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) linear.toArray(colours, 3 * i);
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
  geometry.deleteAttribute('uv');
  return geometry.index ? geometry.toNonIndexed() : geometry;
}

/** The shape in the frame of its body, painted. */
export function shapeGeometry(shape: Shape, quality: Quality): THREE.BufferGeometry {
  const colour = colourOf(shape.colour);
  const material = materialOf(shape.material);
  const parts = [paint(formOf(shape, material, quality), colour)];
  const bolted =
    quality.detail &&
    shape.kind === Shape_Kind.CYLINDER &&
    material !== 'rubber' &&
    shape.radius >= 0.1 &&
    shape.length <= shape.radius;
  if (bolted) {
    const bolts = boltRing(shape.radius, shape.length, quality);
    parts.push(...bolts.map((bolt) => paint(bolt, colour, 0.5)));
  }
  return inBody(finish(mergeGeometries(parts), material), shape);
}

/** From the frame of a shape to that of its body. */
export function inBody(geometry: THREE.BufferGeometry, shape: Shape): THREE.BufferGeometry {
  const [x = 0, y = 0, z = 0] = shape.position;
  const [qx = 0, qy = 0, qz = 0, qw = 1] = shape.rotation;
  const rotation = new THREE.Quaternion(qx, qy, qz, qw).normalize();
  const one = new THREE.Vector3(1, 1, 1);
  return geometry.applyMatrix4(
    new THREE.Matrix4().compose(new THREE.Vector3(x, y, z), rotation, one),
  );
}
