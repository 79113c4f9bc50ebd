import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { type Body, type Link, Link_Kind, type Scene } from '../protocol/outrigger_pb.js';
import { barrelLength, type LinkFrame, linkFrame } from './link_frame.js';
import { kPoseSize } from './playback.js';
import type { Quality } from './quality.js';
import {
  boxGeometry,
  colourOf,
  cylinderGeometry,
  type Finish,
  finishOf,
  opacityOf,
  paint,
  shapeGeometry,
} from './shapes.js';

const kRod = [0.8, 0.82, 0.84];
const kGlassOpacity = 0.35;
/** Metres from the first body that no longer belong to the machine. */
const kFarAway = 60;

/** One material per finish, shared by all bodies; colours are in the vertices. */
class Materials {
  private readonly made = new Map<string, THREE.Material>();

  constructor(private readonly quality: Quality) {}

  get(finish: Finish | 'chrome', opacity = 1): THREE.Material {
    const key = `${finish} ${opacity}`;
    const found = this.made.get(key);
    if (found) return found;
    const glass = finish === 'glass';
    const common = {
      vertexColors: true,
      transparent: glass,
      opacity: glass ? opacity : 1,
      depthWrite: !glass,
    };
    const material = this.quality.detail
      ? new THREE.MeshStandardMaterial({ ...common, ...kShine[finish] })
      : new THREE.MeshLambertMaterial(common);
    this.made.set(key, material);
    return material;
  }

  dispose(): void {
    for (const material of this.made.values()) material.dispose();
  }
}

const kShine = {
  paint: { roughness: 0.5, metalness: 0 },
  metal: { roughness: 0.55, metalness: 0.45 },
  rubber: { roughness: 0.92, metalness: 0 },
  glass: { roughness: 0.06, metalness: 0.1 },
  chrome: { roughness: 0.22, metalness: 0.9 },
};

function makeMesh(geometry: THREE.BufferGeometry, material: THREE.Material, quality: Quality) {
  const mesh = new THREE.Mesh(geometry, material);
  mesh.castShadow = quality.shadows && !material.transparent;
  mesh.receiveShadow = quality.shadows;
  return mesh;
}

/** All shapes of a body, as one mesh per finish. */
function makeBody(body: Body, materials: Materials, quality: Quality): THREE.Group {
  const group = new THREE.Group();
  group.name = body.name;
  const byMaterial = new Map<THREE.Material, THREE.BufferGeometry[]>();
  for (const shape of body.shapes) {
    const opacity = opacityOf(shape);
    const material = materials.get(
      finishOf(colourOf(shape.colour), opacity),
      opacity < 1 ? opacity || kGlassOpacity : 1,
    );
    const list = byMaterial.get(material) ?? [];
    list.push(shapeGeometry(shape, quality));
    byMaterial.set(material, list);
  }
  for (const [material, parts] of byMaterial) {
    group.add(makeMesh(mergeGeometries(parts), material, quality));
    for (const part of parts) part.dispose();
  }
  return group;
}

/** The corners of the box around a body, in its frame. */
function cornersOf(body: THREE.Group): THREE.Vector3[] {
  const box = new THREE.Box3();
  for (const child of body.children) box.expandByObject(child);
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

/** A cylinder or bar between two bodies. */
abstract class LinkView {
  readonly group = new THREE.Group();
  private readonly frame: LinkFrame = {
    position: new THREE.Vector3(),
    rotation: new THREE.Quaternion(),
    length: 0,
  };
  private readonly a = new THREE.Vector3();
  private readonly b = new THREE.Vector3();
  private readonly side = new THREE.Vector3();

  constructor(
    private readonly link: Link,
    private readonly bodyA: THREE.Object3D,
    private readonly bodyB: THREE.Object3D,
  ) {
    this.group.name = link.name;
  }

  update(): void {
    place(this.link.pointA, this.bodyA, this.a);
    place(this.link.pointB, this.bodyB, this.b);
    this.side.set(0, 1, 0).applyQuaternion(this.bodyA.quaternion);
    linkFrame(this.a, this.b, this.side, this.frame);
    this.group.position.copy(this.frame.position);
    this.group.quaternion.copy(this.frame.rotation);
    this.setLength(this.frame.length);
  }

  protected abstract setLength(length: number): void;
}

function place(point: readonly number[], body: THREE.Object3D, out: THREE.Vector3): void {
  out.set(point[0] ?? 0, point[1] ?? 0, point[2] ?? 0);
  out.applyQuaternion(body.quaternion).add(body.position);
}

/** Barrel at a, rod at b. Both are made 1 m long and stretched. */
class CylinderView extends LinkView {
  private readonly barrel: THREE.Mesh;
  private readonly rod: THREE.Mesh;
  private readonly head: THREE.Mesh;
  private readonly eye: THREE.Mesh;
  private barrelLength: number | undefined;

  constructor(link: Link, a: THREE.Object3D, b: THREE.Object3D, m: Materials, quality: Quality) {
    super(link, a, b);
    const colour = colourOf(link.colour);
    const finish = m.get(finishOf(colour, 1));
    const barrelRadius = link.barrelRadius || 0.06;
    const rodRadius = link.rodRadius || 0.6 * barrelRadius;
    const tube = (radius: number, length: number, start: number) =>
      cylinderGeometry(radius, length, quality, 0.08 * radius).translate(0, 0, start + length / 2);
    const ball = (radius: number) =>
      new THREE.SphereGeometry(radius, quality.sides / 2, quality.sides / 4);
    this.barrel = makeMesh(paint(tube(barrelRadius, 1, 0), colour), finish, quality);
    this.rod = makeMesh(paint(tube(rodRadius, 1, 0), kRod), m.get('chrome'), quality);
    this.head = makeMesh(
      paint(tube(1.14 * barrelRadius, 0.9 * barrelRadius, -0.9 * barrelRadius), colour),
      finish,
      quality,
    );
    this.eye = makeMesh(
      paint(ball(Math.max(1.5 * rodRadius, 0.85 * barrelRadius)), colour),
      finish,
      quality,
    );
    const foot = makeMesh(paint(ball(1.12 * barrelRadius), colour), finish, quality);
    this.group.add(this.barrel, this.rod, this.head, this.eye, foot);
  }

  protected override setLength(length: number): void {
    const barrel = barrelLength(this.barrelLength, length);
    this.barrelLength = barrel;
    this.barrel.scale.z = barrel;
    this.head.position.z = barrel;
    this.eye.position.z = length;
    this.rod.position.z = 0.9 * barrel;
    this.rod.scale.z = Math.max(1e-3, length - 0.9 * barrel);
  }
}

/** Two side plates with pins when it is wide, one piece otherwise. */
class BarView extends LinkView {
  private readonly bar: THREE.Mesh;
  private readonly end: THREE.Mesh;

  constructor(link: Link, a: THREE.Object3D, b: THREE.Object3D, m: Materials, quality: Quality) {
    super(link, a, b);
    const colour = colourOf(link.colour);
    const material = m.get(finishOf(colour, 1));
    const width = link.width || 0.1;
    const depth = link.depth || 0.1;
    const plate = width > 1.5 * depth ? 0.16 * width : width;
    const sides = plate < width ? [-0.5 * (width - plate), 0.5 * (width - plate)] : [0];
    const bars = sides.map((y) =>
      paint(boxGeometry(depth, plate, 1, quality).translate(0, y, 0.5), colour),
    );
    const pin = () => {
      const rings = sides.map((y) =>
        cylinderGeometry(0.62 * depth, plate, quality)
          .rotateX(Math.PI / 2)
          .translate(0, y, 0),
      );
      const bolt = cylinderGeometry(0.3 * depth, 1.08 * width, quality).rotateX(Math.PI / 2);
      return mergeGeometries([
        ...rings.map((ring) => paint(ring, colour)),
        paint(bolt, colour, 0.45),
      ]);
    };
    this.bar = makeMesh(mergeGeometries(bars), material, quality);
    this.end = makeMesh(pin(), material, quality);
    this.group.add(this.bar, this.end, makeMesh(pin(), material, quality));
  }

  protected override setLength(length: number): void {
    this.bar.scale.z = Math.max(1e-3, length);
    this.end.position.z = length;
  }
}

/** The machine: one group per body, and the links between them. */
export class MachineView {
  readonly group = new THREE.Group();
  readonly bodies: THREE.Group[];
  private readonly links: LinkView[] = [];
  /** Per body: the corners of its box, in its frame. */
  private readonly corners: THREE.Vector3[][];
  private readonly ground: number;
  private readonly materials: Materials;

  constructor(scene: Scene, quality: Quality) {
    this.materials = new Materials(quality);
    this.bodies = scene.bodies.map((body) => makeBody(body, this.materials, quality));
    this.corners = this.bodies.map(cornersOf);
    this.ground = scene.bodies.findIndex((body) => body.name === 'ground');
    for (const link of scene.links) {
      const [a, b] = [this.bodies[link.bodyA], this.bodies[link.bodyB]];
      if (!a || !b) throw new Error(`link "${link.name}" is between bodies that do not exist`);
      const View = link.kind === Link_Kind.BAR ? BarView : CylinderView;
      this.links.push(new View(link, a, b, this.materials, quality));
    }
    this.group.add(...this.bodies, ...this.links.map((link) => link.group));
  }

  /** @param poses as in Frame.poses */
  update(poses: Float32Array): void {
    this.bodies.forEach((body, i) => {
      const at = kPoseSize * i;
      body.position.fromArray(poses, at);
      body.quaternion.fromArray(poses, at + 3);
    });
    for (const link of this.links) link.update();
  }

  /** Around all bodies where they are, without far-away or huge ones. */
  boundingSphere(out: THREE.Sphere): THREE.Sphere {
    const root = this.bodies[0]?.position ?? new THREE.Vector3();
    const points: THREE.Vector3[] = [];
    const add = (i: number, near: (first: THREE.Vector3) => boolean) => {
      const body = this.bodies[i]!;
      const placed = this.corners[i]!.map((corner) =>
        corner.clone().applyQuaternion(body.quaternion).add(body.position),
      );
      if (placed.length > 0 && placed.every(near)) points.push(...placed);
    };
    this.bodies.forEach((_, i) => {
      if (i !== this.ground) add(i, (p) => p.distanceTo(root) < kFarAway);
    });
    out.setFromPoints(points);
    // What stands on the ground belongs to the machine as long as it stands beside it.
    const moving = out.clone();
    if (this.ground >= 0) add(this.ground, (p) => p.distanceTo(moving.center) < 3 * moving.radius);
    return points.length > 0 ? out.setFromPoints(points) : out.set(root, 1);
  }

  /** Metres around the first body that hold the machine, without far-away or huge bodies. */
  reach(): number {
    const centre = this.bodies[0]?.position ?? new THREE.Vector3();
    const box = new THREE.Box3();
    const sphere = new THREE.Sphere();
    let reach = 3;
    for (const body of this.bodies) {
      if (body.children.length === 0) continue;
      box.setFromObject(body).getBoundingSphere(sphere);
      const far = centre.distanceTo(sphere.center) + sphere.radius;
      if (sphere.radius < 30 && far < kFarAway) reach = Math.max(reach, far);
    }
    return reach;
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (object instanceof THREE.Mesh) object.geometry.dispose();
    });
    this.materials.dispose();
  }
}
