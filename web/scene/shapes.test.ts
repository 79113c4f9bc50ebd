import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type Box3, type BufferAttribute, type BufferGeometry, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Shape_Kind, ShapeSchema } from '../protocol/outrigger_pb.js';
import { prismGeometry } from './forms.js';
import { kQualities } from './quality.js';
import { chamferedBox, shapeGeometry } from './shapes.js';

const { high, low } = kQualities;

function triangles(geometry: BufferGeometry): [Vector3, Vector3, Vector3][] {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  const position = flat.getAttribute('position') as BufferAttribute;
  const corner = (i: number) => new Vector3().fromBufferAttribute(position, i);
  return Array.from({ length: position.count / 3 }, (_, t) => [
    corner(3 * t),
    corner(3 * t + 1),
    corner(3 * t + 2),
  ]);
}

/** Six times the volume enclosed by a surface that looks outwards. */
function volume(geometry: BufferGeometry): number {
  let sum = 0;
  for (const [a, b, c] of triangles(geometry)) sum += a.dot(b.clone().cross(c));
  return sum / 6;
}

function boundsOf(shape: MessageInitShape<typeof ShapeSchema>, quality = high): Box3 {
  const geometry = shapeGeometry(create(ShapeSchema, shape), quality);
  geometry.computeBoundingBox();
  return geometry.boundingBox!;
}

describe('a box with broken edges', () => {
  it('looks outwards everywhere and is closed', () => {
    const box = chamferedBox(2, 4, 6, 0.1);
    for (const [a, b, c] of triangles(box)) {
      const normal = b.clone().sub(a).cross(c.clone().sub(a));
      const middle = a.clone().add(b).add(c);
      expect(normal.dot(middle)).toBeGreaterThan(0);
    }
    // The full box without a prism of 0.1 x 0.1 / 2 along each edge; corners counted once.
    const edges = 4 * 0.005 * (2 + 4 + 6);
    expect(volume(box)).toBeCloseTo(48 - edges, 1);
  });
});

describe('shapes', () => {
  it('draws a box where the scene says, also turned', () => {
    const s = Math.SQRT1_2;
    const box = boundsOf({ kind: Shape_Kind.BOX, size: [2, 4, 6], position: [1, 0, 0] });
    expect(box.min.toArray()).toEqual([0, -2, -3]);
    // A quarter turn about z: x and y change places.
    const turned = boundsOf({ kind: Shape_Kind.BOX, size: [2, 4, 6], rotation: [0, 0, s, s] });
    expect(turned.max.x).toBeCloseTo(2);
    expect(turned.max.y).toBeCloseTo(1);
  });

  it('draws cylinders along z, centred, in every quality', () => {
    for (const quality of [high, low]) {
      const box = boundsOf({ kind: Shape_Kind.CYLINDER, radius: 0.05, length: 3 }, quality);
      expect(box.max.z).toBeCloseTo(1.5);
      expect(box.min.z).toBeCloseTo(-1.5);
      expect(box.max.x).toBeCloseTo(0.05);
    }
  });

  it('extrudes a prism along y, centred, x and z as given, looking outwards', () => {
    const profile = [0, 0, 3, 0, 3, 1, 0, 2];
    for (const quality of [high, low]) {
      // Rounded edges cut corners: here by less than what is looked at.
      const prism = prismGeometry(profile, 2, quality, 0.001);
      prism.computeBoundingBox();
      const { min, max } = prism.boundingBox!;
      expect([min.x, min.y, min.z].map((v) => Math.round(100 * v) / 100 + 0)).toEqual([0, -1, 0]);
      expect([max.x, max.y, max.z].map((v) => Math.round(100 * v) / 100)).toEqual([3, 1, 2]);
      expect(volume(prism)).toBeGreaterThan(8.5);
      expect(volume(prism)).toBeLessThan(9.01);
    }
    // The order of the profile's points does not matter.
    expect(volume(prismGeometry([0, 2, 3, 1, 3, 0, 0, 0], 2, low))).toBeCloseTo(9);
  });
});
