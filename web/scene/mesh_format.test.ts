import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { makeMesh } from '../mock/mesh.mjs';
import { decodeMesh } from './mesh_format.js';
import { AssetMeshes } from './meshes.js';

const octahedron = (): ArrayBuffer => makeMesh().bytes.slice().buffer;

describe('a mesh of the server', () => {
  it('has its vertices in metres, and faces and normals that look outwards', () => {
    const mesh = decodeMesh(octahedron());
    mesh.computeBoundingBox();
    const { min, max } = mesh.boundingBox!;
    expect(min.distanceTo(new Vector3(-0.6, -0.6, -0.6))).toBeLessThan(1e-4);
    expect(max.distanceTo(new Vector3(1.2, 0.6, 0.6))).toBeLessThan(1e-4);
    const at = (i: number) =>
      new Vector3().fromBufferAttribute(mesh.getAttribute('position'), mesh.index!.getX(i));
    for (let i = 0; i < mesh.index!.count; i += 3) {
      const [a, b, c] = [at(i), at(i + 1), at(i + 2)];
      const outwards = b.clone().sub(a).cross(c.clone().sub(a));
      expect(outwards.dot(a)).toBeGreaterThan(0);
      const normal = new Vector3().fromBufferAttribute(mesh.getAttribute('normal'), i);
      expect(normal.dot(outwards.normalize())).toBeGreaterThan(0.99);
    }
  });

  it('is refused when it is something else, cut off or points beyond its vertices', () => {
    expect(() => decodeMesh(new ArrayBuffer(3))).toThrow('not a mesh');
    expect(() => decodeMesh(new TextEncoder().encode('<html>'.repeat(10)).buffer)).toThrow(
      'not a mesh',
    );
    expect(() => decodeMesh(octahedron().slice(0, 100))).toThrow('with 100');
    const wild = octahedron();
    new DataView(wild).setUint32(wild.byteLength - 4, 24, true);
    expect(() => decodeMesh(wild)).toThrow('vertex 24 of 24');
  });

  it('is decoded once for all bodies', async () => {
    const meshes = new AssetMeshes({ get: async () => octahedron() }, () => {});
    expect(await meshes.get('a')).toBe(await meshes.get('a'));
  });
});
