import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { BufferGeometry, Float32BufferAttribute, type Mesh, type Object3D, Sphere } from 'three';
import { describe, expect, it } from 'vitest';
import { BodySchema, SceneSchema, Shape_Kind } from '../protocol/outrigger_pb.js';
import { MachineView } from './machine_view.js';
import type { MeshSource } from './meshes.js';
import { kQualities } from './quality.js';

const box = { kind: Shape_Kind.BOX, size: [1, 1, 1], colour: [1, 0, 0] };
const scene = create(SceneSchema, {
  bodies: ['frame', 'arm', 'bucket'].map((name, id) => ({ id, name, shapes: [box] })),
  links: [{ name: 'cylinder', bodyA: 0, bodyB: 1, pointA: [0, 0, 0], pointB: [0, 0, 1] }],
});

function fakeMeshes(answer: () => Promise<BufferGeometry>) {
  const told: string[] = [];
  const source: MeshSource = { get: answer, report: (text) => told.push(text) };
  return { source, told };
}
const noMeshes = fakeMeshes(() => Promise.reject(new Error('none'))).source;

const poses = (...xs: number[]) => xs.flatMap((x) => [x, 0, 0, 0, 0, 0, 1]);
const make = (meshes = noMeshes) => new MachineView(scene, meshes, kQualities.low);
const body = (id: number, more: MessageInitShape<typeof BodySchema> = {}) =>
  create(BodySchema, { id, name: `stone ${id}`, shapes: [box], ...more });
const linkOf = (view: MachineView): Object3D =>
  view.group.children.find((child) => child.name === 'cylinder')!;

describe('bodies', () => {
  it('stand where the frame puts them, in the order of the scene', () => {
    const view = make();
    view.update(poses(1, 2, 3), []);
    expect([0, 1, 2].map((id) => view.body(id)!.position.x)).toEqual([1, 2, 3]);
    expect(view.root).toBe(view.body(0));
  });

  it('come and go with the list of the frame', () => {
    const view = make();
    view.setBody(9, body(9));
    // Not before a frame says where it is.
    expect(view.body(9)).toBeUndefined();
    view.update(poses(5, 1, 3), [9, 0, 2]);
    expect(view.body(9)!.position.x).toBe(5);
    expect(view.body(2)!.position.x).toBe(3);
    expect(view.body(1)).toBeUndefined();
    // A cylinder between two bodies, one of which is gone, is not drawn.
    expect(linkOf(view).visible).toBe(false);
    view.update(poses(1, 2, 3), []);
    expect(view.body(9)).toBeUndefined();
    expect(linkOf(view).visible).toBe(true);
  });

  it('that a frame names before they have come are left out until then', () => {
    const view = make();
    const ids = [0, 9];
    view.update(poses(1, 7), ids);
    expect(view.body(9)).toBeUndefined();
    view.setBody(9, body(9));
    view.update(poses(1, 7), ids);
    expect(view.body(9)!.position.x).toBe(7);
  });

  it('of the scene come back as they were when their change is removed', () => {
    const view = make();
    view.update(poses(1, 2, 3), []);
    view.setBody(1, body(1, { shapes: [] }));
    expect(view.body(1)!.children.length).toBe(0);
    // It stays where it is.
    expect(view.body(1)!.position.x).toBe(2);
    view.setBody(1, undefined);
    expect(view.body(1)!.name).toBe('arm');
    expect(view.body(1)!.children.length).toBe(1);
    view.setBody(77, undefined);
  });

  it('count for the sphere around the machine only while they are there', () => {
    const view = make();
    view.setBody(9, body(9));
    view.update(poses(0, 0, 0, 20), [0, 1, 2, 9]);
    expect(view.boundingSphere(new Sphere()).radius).toBeGreaterThan(9);
    view.update(poses(0, 0, 0), []);
    expect(view.boundingSphere(new Sphere()).radius).toBeLessThan(2);
  });

  it('refuse links between bodies that do not exist', () => {
    const wrong = create(SceneSchema, { links: [{ name: 'rod', bodyA: 0, bodyB: 5 }] });
    expect(() => new MachineView(wrong, noMeshes, kQualities.low)).toThrow('rod');
  });
});

describe('a body with a mesh', () => {
  const asset = '00000000000000ff';
  const shape = { kind: Shape_Kind.MESH, asset, size: [2, 2, 2], centre: [0, 0, 1] };
  const sizeOf = (view: MachineView) => {
    const mesh = view.body(9)!.children[0] as Mesh;
    return mesh.geometry.getAttribute('position').count;
  };
  const triangle = () => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3));
    geometry.setAttribute('normal', new Float32BufferAttribute([0, 0, 1, 0, 0, 1, 0, 0, 1], 3));
    return geometry;
  };

  it('is its box until the mesh has come, then the mesh', async () => {
    const { source } = fakeMeshes(async () => triangle());
    const view = make(source);
    view.setBody(9, body(9, { shapes: [shape] }));
    view.update(poses(0, 0, 0, 4), [0, 1, 2, 9]);
    expect(sizeOf(view)).toBe(36);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sizeOf(view)).toBe(3);
  });

  it('stays its box, and says so, when the mesh cannot be had', async () => {
    const { source, told } = fakeMeshes(() => Promise.reject(new Error('404')));
    const view = make(source);
    view.setBody(9, body(9, { shapes: [shape] }));
    view.update(poses(0, 0, 0, 4), [0, 1, 2, 9]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sizeOf(view)).toBe(36);
    expect(told).toEqual(['Mesh of "stone 9": Error: 404']);
  });
});
