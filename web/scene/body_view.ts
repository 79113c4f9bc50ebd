import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { type Body, type Shape, Shape_Kind } from '../protocol/outrigger_pb.js';
import { machineOf } from '../shared/state/machines.js';
import type { Lettering } from './lettering.js';
import { colourOf, finish, type Materials, makeMesh, materialOf, opacityOf } from './materials.js';
import type { MeshSource } from './meshes.js';
import type { Monitor } from './monitor.js';
import { type InputOf, MovingPart, motionKey } from './moving_part.js';
import type { Quality } from './quality.js';
import { inBody, paint, shapeGeometry } from './shapes.js';

/** What the bodies of a machine are drawn with. */
export interface Kit {
  materials: Materials;
  meshes: MeshSource;
  quality: Quality;
  lettering: Lettering;
  /** By machine. */
  monitors: ReadonlyMap<string, Monitor>;
}

/** Shapes smaller than this are left out of the simple picture [m]. */
const kSmall = 0.3;

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

function isSmall({ kind, size, radius, length, beam, profile, path }: Shape): boolean {
  if (beam) return false;
  const round = () => Math.max(0, ...profile.filter((_, k) => k % 2 === 0));
  switch (kind) {
    case Shape_Kind.TUBE:
      return radius < 0.03;
    case Shape_Kind.LABEL:
    case Shape_Kind.SCREEN:
      return true;
    case Shape_Kind.BOX: {
      const [, middle = 1, most = 1] = [...size].sort((a, b) => a - b);
      return most < kSmall || middle < 0.12;
    }
    case Shape_Kind.CYLINDER:
      return Math.max(2 * radius, length) < kSmall;
    case Shape_Kind.SPHERE:
      return 2 * radius < kSmall;
    case Shape_Kind.LATHE:
      return round() < 0.2;
    case Shape_Kind.LOFT:
      return Math.max(...path.filter((_, k) => k % 5 > 2)) < 0.15;
    case Shape_Kind.PLATE:
      return length < 0.1;
    default:
      return false;
  }
}

/** A wheel's tyres touch this plane of their body: normal and distance. */
const kNoGround = new THREE.Vector4(0, 0, 1, -1000);

/**
 * All shapes of a body: what is solid is one mesh, and one each are what is clear, its tyres, its letters, its
 * screens, and what moves with each set of inputs. Meshes of assets come when they have loaded.
 */
export class BodyView {
  readonly group = new THREE.Group();
  /** The corners of its box, in its frame. */
  readonly corners: readonly THREE.Vector3[];
  /** Radius of its largest tyre; 0 without tyres. */
  readonly tyreRadius: number;
  private readonly tyreGround = { value: kNoGround.clone() };
  private readonly parts = new Map<string, MovingPart>();
  private gone = false;

  constructor(
    readonly body: Body,
    all: readonly Shape[],
    private readonly kit: Kit,
  ) {
    const { materials, quality } = kit;
    this.group.name = body.name;
    const shapes = quality.detail ? all : all.filter((shape) => !isSmall(shape));
    this.tyreRadius = Math.max(
      0,
      ...shapes.filter((s) => s.kind === Shape_Kind.TYRE).map((s) => s.radius),
    );
    const lists = new Map<
      THREE.Group,
      Map<THREE.Material, { parts: THREE.BufferGeometry[]; shadow: boolean }>
    >();
    for (const shape of shapes) {
      if (shape.kind === Shape_Kind.MESH) {
        this.addMesh(shape);
        continue;
      }
      const drawn = this.draw(shape, materials);
      if (!drawn) continue;
      const group = this.groupFor(shape);
      const byMaterial = lists.get(group) ?? new Map();
      lists.set(group, byMaterial);
      const list = byMaterial.get(drawn.material) ?? { parts: [], shadow: drawn.shadow };
      list.parts.push(drawn.geometry);
      byMaterial.set(drawn.material, list);
    }
    for (const [group, byMaterial] of lists) {
      for (const [material, { parts, shadow }] of byMaterial) {
        const mesh = makeMesh(mergeGeometries(parts.map(flat)), material, quality);
        if (!shadow) mesh.castShadow = false;
        group.add(mesh);
        for (const part of parts) part.dispose();
      }
    }
    this.corners = cornersOf(this.group);
  }

  /** What moves with inputs, moves. */
  moveParts(inputOf: InputOf): void {
    for (const part of this.parts.values()) part.update(inputOf);
  }

  /** The ground under its tyres: a plane in its frame. */
  setGround(x: number, y: number, z: number, distance: number): void {
    this.tyreGround.value.set(x, y, z, distance);
  }

  dispose(): void {
    this.gone = true;
    this.group.traverse((object) => {
      if (object instanceof THREE.Mesh) object.geometry.dispose();
    });
  }

  private draw(
    shape: Shape,
    materials: Materials,
  ): { geometry: THREE.BufferGeometry; material: THREE.Material; shadow: boolean } | undefined {
    const { lettering, monitors, quality } = this.kit;
    if (shape.kind === Shape_Kind.LABEL) {
      const geometry = lettering.geometry(shape);
      const { material } = lettering;
      return geometry && material && { geometry: inBody(geometry, shape), material, shadow: false };
    }
    if (shape.kind === Shape_Kind.SCREEN) {
      const [x = 0.2, , z = 0.15] = shape.size;
      const geometry = inBody(new THREE.PlaneGeometry(x, z).rotateX(Math.PI / 2), shape);
      const material = monitors.get(machineOf(this.body.name))?.material;
      return material && { geometry, material, shadow: false };
    }
    const name = materialOf(shape.material);
    const opacity = opacityOf(shape.opacity, name);
    const material =
      shape.kind === Shape_Kind.TYRE ? materials.tyre(this.tyreGround) : materials.get(opacity);
    return { geometry: shapeGeometry(shape, quality), material, shadow: opacity >= 1 };
  }

  private groupFor({ motions }: Shape): THREE.Group {
    if (motions.length === 0) return this.group;
    const key = motionKey(motions);
    const found = this.parts.get(key) ?? new MovingPart(motions);
    if (!this.parts.has(key)) {
      this.parts.set(key, found);
      this.group.add(found.group);
    }
    return found.group;
  }

  // The box of the mesh is shown until it has come, and where it cannot be had.
  private addMesh(shape: Shape): void {
    const { materials, meshes, quality } = this.kit;
    const name = materialOf(shape.material);
    const material = materials.get(opacityOf(shape.opacity, name));
    const mesh = makeMesh(shapeGeometry(shape, quality), material, quality);
    this.groupFor(shape).add(mesh);
    meshes.get(shape.asset).then(
      (loaded) => {
        if (this.gone) return;
        mesh.geometry.dispose();
        mesh.geometry = inBody(finish(paint(loaded.clone(), colourOf(shape.colour)), name), shape);
      },
      (error) => meshes.report(`Mesh of "${this.body.name}": ${String(error)}`),
    );
  }
}

const flat = (geometry: THREE.BufferGeometry) =>
  geometry.index ? geometry.toNonIndexed() : geometry;
