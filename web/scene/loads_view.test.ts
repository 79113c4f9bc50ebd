import { create, type MessageInitShape } from '@bufbuild/protobuf';
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import {
  type Container,
  Container_Kind,
  ContainerSchema,
  LoadSchema,
  SceneSchema,
} from '../protocol/outrigger_pb.js';
import { BedLoad } from './bed_load.js';
import { BucketLoad } from './bucket_load.js';
import { LoadsView } from './loads_view.js';
import { kQualities } from './quality.js';
import type { SoilSurface } from './soil_surface.js';

const bucketOf = (more: MessageInitShape<typeof ContainerSchema> = {}): Container =>
  create(ContainerSchema, {
    name: 'bucket',
    body: 1,
    kind: Container_Kind.BUCKET,
    profile: [1, 1, 1, 0, 0, 0, 0, 1],
    width: 2,
    slices: 4,
    ...more,
  });
const bed = create(ContainerSchema, {
  name: 'bed',
  body: 2,
  kind: Container_Kind.BED,
  xMin: -1,
  xMax: 1,
  yMin: 0,
  yMax: 1.5,
  floor: 0.5,
  columns: 4,
  rows: 3,
});
const loadOf = (load: MessageInitShape<typeof LoadSchema>) => create(LoadSchema, load);
const level = (z: number, tilt = 0) => loadOf({ levels: [z, z, z, z], tilt, tangent: 1 });

/** Metres that lumps rise or sink at most. */
const kLumps = 0.05;

/** Its points without the feet of its wall. */
function pointsOf({ geometry, rows, columns }: SoilSurface): THREE.Vector3[] {
  const at = geometry.getAttribute('position');
  const points: THREE.Vector3[] = [];
  for (let r = 1; r + 1 < rows; r++) {
    for (let c = 1; c + 1 < columns; c++) {
      points.push(new THREE.Vector3().fromBufferAttribute(at, r * columns + c));
    }
  }
  return points;
}

/** Twice the area of the triangles seen from above, by the side that is up. */
function shadowOf({ geometry }: SoilSurface): number {
  const at = geometry.getAttribute('position');
  const index = geometry.getIndex()!;
  let sum = 0;
  for (let k = 0; k < index.count; k += 3) {
    const [a, b, c] = [0, 1, 2].map((n) =>
      new THREE.Vector3().fromBufferAttribute(at, index.getX(k + n)),
    ) as [THREE.Vector3, THREE.Vector3, THREE.Vector3];
    sum += b.sub(a).cross(c.sub(a)).z;
  }
  return sum / 2;
}

describe('the content of a bucket', () => {
  it('lies level between its sides', () => {
    const bucket = new BucketLoad(bucketOf(), 'high');
    expect(bucket.update(level(0.5))).toBe(true);
    for (const { x, y, z } of pointsOf(bucket.surface)) {
      expect(Math.abs(z - 0.5)).toBeLessThan(kLumps);
      expect(x >= -kLumps && x <= 1 + kLumps && Math.abs(y) <= 1).toBe(true);
    }
    // It looks up, and covers the room.
    expect(shadowOf(bucket.surface)).toBeCloseTo(2, 2);
  });

  it('stays in the frame of its body when that is tilted', () => {
    const bucket = new BucketLoad(bucketOf(), 'high');
    const tilt = 0.3;
    bucket.update(level(0.6, tilt));
    for (const { x, z } of pointsOf(bucket.surface)) {
      // Level in the world: 0.6 above the origin of the body. Where the front wall hangs over, soil ends at it.
      const above = Math.sin(tilt) * x + Math.cos(tilt) * z - 0.6;
      expect(above).toBeLessThan(kLumps);
      if (x < 1 - kLumps) expect(above).toBeGreaterThan(-kLumps);
    }
  });

  it('is heaped in the middle and ends at the lips and the side plates', () => {
    const bucket = new BucketLoad(bucketOf(), 'high');
    bucket.update(level(9));
    const points = pointsOf(bucket.surface);
    expect(Math.max(...points.map((p) => p.z))).toBeGreaterThan(1.4);
    expect(Math.max(...points.map((p) => p.z))).toBeLessThan(1.5 + kLumps);
    const atEdges = points.filter((p) => Math.abs(p.y) === 1 || p.x < 1e-6 || p.x > 1 - 1e-6);
    expect(atEdges.length).toBeGreaterThan(40);
    for (const { z } of atEdges) expect(Math.abs(z - 1)).toBeLessThan(kLumps);
  });

  it('may be in some slices only', () => {
    const bucket = new BucketLoad(bucketOf(), 'high');
    expect(bucket.update(loadOf({ levels: [0.8, 0.8, -1, -1], tangent: 1 }))).toBe(true);
    for (const { y, z } of pointsOf(bucket.surface)) {
      // What lies between the two is rounded off.
      if (y < -0.8) expect(z).toBeGreaterThan(0.8 - kLumps);
      if (y > 0.5) expect(Math.abs(z)).toBeLessThan(kLumps);
    }
  });

  it('is not seen when there is none, or it cannot stay', () => {
    const bucket = new BucketLoad(bucketOf(), 'low');
    expect(bucket.update(loadOf({}))).toBe(false);
    expect(bucket.update(level(-1))).toBe(false);
    expect(bucket.update(level(9, Math.PI))).toBe(false);
  });

  it('has finite normals in every pose', () => {
    const bucket = new BucketLoad(bucketOf(), 'low');
    for (let tilt = -3.14; tilt <= 3.14; tilt += 0.05) {
      if (!bucket.update(level(0.4, tilt))) continue;
      for (const p of pointsOf(bucket.surface)) expect(p.length()).toBeLessThan(4);
      const { array } = bucket.surface.geometry.getAttribute('normal');
      for (let i = 0; i < array.length; i += 3) {
        expect(Math.hypot(array[i]!, array[i + 1]!, array[i + 2]!)).toBeCloseTo(1, 5);
      }
    }
  });
});

describe('the content of a bed', () => {
  const heights = [0, 0, 0, 0, 0, 0.4, 0.6, 0, 0.3, 0.3, 0.3, 0.3];

  it('has its heights at the middles of cells and reaches to the walls', () => {
    const view = new BedLoad(bed, 'high');
    expect(view.update(loadOf({ levels: heights }))).toBe(true);
    const points = pointsOf(view.surface);
    const at = (x: number, y: number) => points.find((p) => p.x === x && Math.abs(p.y - y) < 1e-6)!;
    expect(Math.abs(at(0.25, 0.75).z - 1.1)).toBeLessThan(kLumps);
    expect(Math.abs(at(-0.75, 1.25).z - 0.8)).toBeLessThan(kLumps);
    expect(Math.abs(at(1, 1.5).z - 0.8)).toBeLessThan(kLumps);
    // Bare floor is not covered by a film of soil.
    expect(at(-0.75, 0.25).z).toBeLessThan(0.5);
    expect(shadowOf(view.surface)).toBeCloseTo(3, 5);
  });

  it('covers the bed with fewer points in low quality', () => {
    const view = new BedLoad(bed, 'low');
    expect(view.update(loadOf({ levels: heights }))).toBe(true);
    expect(shadowOf(view.surface)).toBeCloseTo(3, 5);
    expect(pointsOf(view.surface).length).toBe(3 * 4);
  });

  it('is not seen while it is empty', () => {
    const view = new BedLoad(bed, 'high');
    expect(view.update(loadOf({}))).toBe(false);
    expect(view.update(loadOf({ levels: new Array(12).fill(0) }))).toBe(false);
  });

  it('tells how high it is', () => {
    const view = new BedLoad(bed, 'high');
    const load = loadOf({ levels: heights });
    expect(view.heightAt(load, 0.1, 0.9)).toBeCloseTo(0.6, 6);
    expect(view.heightAt(load, -0.9, 0.1)).toBe(0);
    expect(view.heightAt(load, 1.1, 0.1)).toBeUndefined();
  });

  it('is refused without cells', () => {
    expect(() => new BedLoad({ ...bed, columns: 0 }, 'high')).toThrow('0 x 3 cells');
  });
});

describe('loads', () => {
  const scene = create(SceneSchema, {
    containers: [bucketOf(), bed],
    ground: { kinds: [{ colour: [0, 1, 0] }, { colour: [1, 0, 0] }] },
  });
  const make = () => new LoadsView(scene, new THREE.Texture(), kQualities.high);
  const bodies = new Map([1, 2].map((id) => [id, new THREE.Group()]));
  const meshes = (view: LoadsView) => view.group.children as THREE.Mesh[];

  it('go with their bodies and are hidden without them', () => {
    const view = make();
    bodies.get(1)!.position.set(3, 4, 5);
    view.update([level(0.5), loadOf({})], (id) => bodies.get(id));
    const [inBucket, onBed] = meshes(view) as [THREE.Mesh, THREE.Mesh];
    expect(inBucket.position.toArray()).toEqual([3, 4, 5]);
    expect([inBucket.visible, onBed.visible]).toEqual([true, false]);
    view.update([level(0.5), loadOf({})], () => undefined);
    expect(inBucket.visible).toBe(false);
    // A frame without loads.
    view.update([], (id) => bodies.get(id));
    expect(inBucket.visible).toBe(false);
  });

  it('are sent to the graphics card only when they change', () => {
    const view = make();
    const bodyOf = (id: number) => bodies.get(id);
    const version = () =>
      (meshes(view)[0]!.geometry.getAttribute('position') as THREE.BufferAttribute).version;
    view.update([level(0.5)], bodyOf);
    const first = version();
    view.update([level(0.5)], bodyOf);
    expect(version()).toBe(first);
    view.update([level(0.51)], bodyOf);
    expect(version()).toBe(first + 1);
    view.update([level(0.51, 0.1)], bodyOf);
    expect(version()).toBe(first + 2);
  });

  it('have the colour of their soil', () => {
    const view = make();
    const colour = () => (meshes(view)[0]!.material as THREE.MeshStandardMaterial).color;
    view.update([level(0.5)], (id) => bodies.get(id));
    expect(colour().g > 0 && colour().r === 0).toBe(true);
    view.update([loadOf({ ...level(0.5), surface: 1 })], (id) => bodies.get(id));
    expect(colour().r > 0 && colour().g === 0).toBe(true);
  });

  it('tell how far above the soil of a bed a place is', () => {
    const view = make();
    const truck = bodies.get(2)!;
    truck.position.set(10, 0, 1);
    truck.quaternion.setFromAxisAngle(new THREE.Vector3(0, 0, 1), Math.PI / 2);
    view.update([level(0.5), loadOf({ levels: new Array(12).fill(0.25) })], (id) => bodies.get(id));
    // The bed reaches from x = 10 - 1.5 to 10, and its soil to z = 1.75.
    expect(view.above(new THREE.Vector3(9.5, 0.5, 2))).toBeCloseTo(0.25, 6);
    expect(view.above(new THREE.Vector3(10.5, 0.5, 2))).toBeUndefined();
    // Under the truck is the ground.
    expect(view.above(new THREE.Vector3(9.5, 0.5, 0.5))).toBeUndefined();
  });
});
