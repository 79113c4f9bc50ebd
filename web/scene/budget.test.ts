import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { Mesh, type Object3D } from 'three';
import { describe, expect, it } from 'vitest';
import description from '../mock/excavator.json';
import { SceneSchema } from '../protocol/outrigger_pb.js';
import { MachineView } from './machine_view.js';
import { kQualities, type Quality } from './quality.js';

const scene = fromJson(SceneSchema, description.scene as unknown as JsonValue);
const meshes = { get: () => Promise.reject(new Error('none')), report: () => {} };

function countOf(root: Object3D): { triangles: number; calls: number } {
  const sum = { triangles: 0, calls: 0 };
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    const { index, attributes } = object.geometry;
    sum.triangles += (index ? index.count : attributes.position.count) / 3;
    sum.calls += 1;
  });
  return sum;
}

const drawn = (quality: Quality) => countOf(new MachineView(scene, meshes, quality).group);

// A picture has 250 000 triangles and 300 calls in high quality, 10 000 triangles in low. The machine is drawn
// twice in high quality, once for its shadow; ground and surroundings need their share.
describe('the excavator', () => {
  it('costs at most 60 000 triangles and 90 calls in high quality', () => {
    const { triangles, calls } = drawn(kQualities.high);
    expect(triangles).toBeGreaterThan(20_000);
    expect(triangles).toBeLessThanOrEqual(60_000);
    expect(calls).toBeLessThanOrEqual(90);
  });

  it('costs at most 4 500 triangles in low quality', () => {
    expect(drawn(kQualities.low).triangles).toBeLessThanOrEqual(4_500);
  });
});
