import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { type Body, type Shape, Shape_Kind } from '../protocol/outrigger_pb.js';
import { colourOf, type Materials, makeMesh, materialOf, opacityOf } from './materials.js';
import type { MeshSource } from './meshes.js';
import type { Quality } from './quality.js';
import { inBody, paint, shapeGeometry } from './shapes.js';

function materialFor(shape: Shape, materials: Materials): THREE.Material {
  const name = materialOf(shape.material);
  return materials.get(name, opacityOf(shape.opacity, name));
}

/** The corners of the box around a body, in its frame. */
function cornersOf(group: THREE.Group): THREE.Vector3[] {
  const box = new THREE.Box3();
  for (const child of group.children) box.expandByObject(child);
  if (box.isEmpty()) return [];
  return [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) =>
      new THREE.Vector3(
        (i & 1 ? box.max : box.min).x,
        (i & 2 ? box.max : box.min).y,
        (i & 4 ? box.max : box.min).z,
      ),
  );
}

/** All shapes of a body, as one mesh per material; meshes of assets come when they have loaded. */
export class BodyView {
  readonly group = new THREE.Group();
  /** The corners of its box, in its frame. */
  readonly corners: readonly THREE.Vector3[];
  private gone = false;

  constructor(
    readonly body: Body,
    private readonly materials: Materials,
    private readonly meshes: MeshSource,
    private readonly quality: Quality,
  ) {
    this.group.name = body.name;
    const byMaterial = new Map<THREE.Material, THREE.BufferGeometry[]>();
    for (const shape of body.shapes) {
      if (shape.kind === Shape_Kind.MESH) {
        this.addMesh(shape);
        continue;
      }
      const material = materialFor(shape, materials);
      const list = byMaterial.get(material) ?? [];
      list.push(shapeGeometry(shape, quality));
      byMaterial.set(material, list);
    }
    for (const [material, parts] of byMaterial) {
      this.group.add(makeMesh(mergeGeometries(parts), material, quality));
      for (const part of parts) part.dispose();
    }
    this.corners = cornersOf(this.group);
  }

  dispose(): void {
    this.gone = true;
    this.group.traverse((object) => {
      if (object instanceof THREE.Mesh) object.geometry.dispose();
    });
  }

  // The box of the mesh is shown until it has come, and where it cannot be had.
  private addMesh(shape: Shape): void {
    const material = materialFor(shape, this.materials);
    const mesh = makeMesh(shapeGeometry(shape, this.quality), material, this.quality);
    this.group.add(mesh);
    this.meshes.get(shape.asset).then(
      (loaded) => {
        if (this.gone) return;
        mesh.geometry.dispose();
        mesh.geometry = inBody(paint(loaded.clone(), colourOf(shape.colour)), shape);
      },
      (error) => this.meshes.report(`Mesh of "${this.body.name}": ${String(error)}`),
    );
  }
}
