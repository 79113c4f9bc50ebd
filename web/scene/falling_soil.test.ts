import { create } from '@bufbuild/protobuf';
import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { SceneSchema } from '../protocol/outrigger_pb.js';
import { FallingSoil } from './falling_soil.js';
import { kQualities } from './quality.js';

const scene = create(SceneSchema, {
  ground: { kinds: [{ colour: [1, 0, 0] }, { colour: [0, 0, 1] }] },
});
const high = () => new FallingSoil(scene, kQualities.high);
const far = () => 10;
const lumpsOf = (view: FallingSoil) => view.group.children[0] as THREE.InstancedMesh;
const dustOf = (view: FallingSoil) => view.group.children[1] as THREE.Points;

function instances(mesh: THREE.InstancedMesh) {
  const matrix = new THREE.Matrix4();
  return Array.from({ length: mesh.count }, (_, i) => {
    mesh.getMatrixAt(i, matrix);
    const place = new THREE.Vector3();
    const size = new THREE.Vector3();
    matrix.decompose(place, new THREE.Quaternion(), size);
    return { place, size };
  });
}

describe('falling soil', () => {
  it('is a cloud of lumps around each parcel', () => {
    const view = high();
    view.update([1, 2, 3, 20, 0, -5, 0, 9, 20, 1], 0, far);
    const mesh = lumpsOf(view);
    expect(mesh.visible).toBe(true);
    const all = instances(mesh);
    const near = (x: number, y: number, z: number) =>
      all.filter(({ place }) => place.distanceTo(new THREE.Vector3(x, y, z)) < 0.6).length;
    expect(near(1, 2, 3)).toBe(all.length / 2);
    expect(near(-5, 0, 9)).toBe(all.length / 2);
    // No turn stretches a lump.
    for (const { size } of all) {
      expect(Math.max(...size.toArray()) / Math.min(...size.toArray())).toBeCloseTo(1, 4);
    }
  });

  it('is more and larger with its mass', () => {
    const [small, large] = [high(), high()];
    small.update([0, 0, 5, 0.05, 0], 0, far);
    large.update([0, 0, 5, 30, 0], 0, far);
    expect(lumpsOf(small).count).toBeLessThan(lumpsOf(large).count);
    const volume = (view: FallingSoil) =>
      instances(lumpsOf(view)).reduce((sum, { size }) => sum + size.x ** 3, 0);
    expect(volume(small)).toBeLessThan(volume(large));
  });

  it('looks the same in every picture, whatever else falls', () => {
    const [alone, second] = [high(), high()];
    alone.update([1, 2, 3, 7.25, 0], 1.5, far);
    second.update([0, 0, 9, 2.5, 0, 1, 2, 3, 7.25, 0], 1.5, far);
    const count = lumpsOf(alone).count;
    const tail = instances(lumpsOf(second)).slice(-count);
    instances(lumpsOf(alone)).forEach(({ place }, i) => {
      expect(tail[i]!.place.distanceTo(place)).toBeLessThan(1e-6);
    });
  });

  it('is bounded, and what is no place is left out', () => {
    const many = Array.from({ length: 300 }, (_, i) => [i, 0, 5, 50, 0]).flat();
    const view = high();
    view.update(many, 0, far);
    expect(lumpsOf(view).count).toBe(256 * 16);
    const low = new FallingSoil(scene, kQualities.low);
    low.update(many, 0, far);
    expect(lumpsOf(low).count).toBe(80);
    view.update([Number.NaN, 0, 0, 5, 0, 0, 0, 0, -1, 0, 1, 2], 0, far);
    expect([lumpsOf(view).count, lumpsOf(view).visible]).toEqual([0, false]);
  });

  it('raises dust where it lands, which fades', () => {
    const view = high();
    view.update([0, 0, 5, 10, 0], 0, far);
    expect(dustOf(view).visible).toBe(false);
    view.update([0, 0, 0.1, 10, 0], 1, () => 0.1);
    expect(dustOf(view).visible).toBe(true);
    view.update([], 1.5, far);
    expect(dustOf(view).visible).toBe(true);
    view.update([], 4, far);
    expect(dustOf(view).visible).toBe(false);
    // Back to the start: nothing of what was.
    view.update([0, 0, 0.1, 10, 0], 5, () => 0.1);
    view.update([], 0, far);
    expect(dustOf(view).visible).toBe(false);
  });
});
