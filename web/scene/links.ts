import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Link } from '../protocol/outrigger_pb.js';
import { barrelLength, LinkFrame } from './link_frame.js';
import { colourOf, type Materials, makeMesh, materialOf } from './materials.js';
import type { Quality } from './quality.js';
import { boxGeometry, cylinderGeometry, paint } from './shapes.js';

const kRod = [0.8, 0.82, 0.84];

/** A cylinder or bar between two bodies. */
export abstract class LinkView {
  readonly group = new THREE.Group();
  private readonly frame = new LinkFrame();
  private readonly a = new THREE.Vector3();
  private readonly b = new THREE.Vector3();
  private readonly side = new THREE.Vector3();

  constructor(private readonly link: Link) {
    this.group.name = link.name;
  }

  /** Not drawn while one of its bodies is not there. */
  update(bodyOf: (id: number) => THREE.Object3D | undefined): void {
    const [bodyA, bodyB] = [bodyOf(this.link.bodyA), bodyOf(this.link.bodyB)];
    this.group.visible = bodyA !== undefined && bodyB !== undefined;
    if (!bodyA || !bodyB) return;
    place(this.link.pointA, bodyA, this.a);
    place(this.link.pointB, bodyB, this.b);
    this.side.set(0, 1, 0).applyQuaternion(bodyA.quaternion);
    this.frame.set(this.a, this.b, this.side);
    this.group.position.copy(this.frame.position);
    this.group.quaternion.copy(this.frame.rotation);
    this.setLength(this.frame.length);
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (object instanceof THREE.Mesh) object.geometry.dispose();
    });
  }

  protected abstract setLength(length: number): void;
}

function place(point: readonly number[], body: THREE.Object3D, out: THREE.Vector3): void {
  out.set(point[0] ?? 0, point[1] ?? 0, point[2] ?? 0);
  out.applyQuaternion(body.quaternion).add(body.position);
}

/** Barrel at a, rod at b. Both are made 1 m long and stretched. */
export class CylinderView extends LinkView {
  private readonly barrel: THREE.Mesh;
  private readonly rod: THREE.Mesh;
  private readonly head: THREE.Mesh;
  private readonly eye: THREE.Mesh;
  private barrelLength: number | undefined;

  constructor(link: Link, m: Materials, quality: Quality) {
    super(link);
    const colour = colourOf(link.colour);
    const material = m.get(materialOf(link.material));
    const barrelRadius = link.barrelRadius || 0.06;
    const rodRadius = link.rodRadius || 0.6 * barrelRadius;
    const tube = (radius: number, length: number, start: number) =>
      cylinderGeometry(radius, length, quality, 0.08 * radius).translate(0, 0, start + length / 2);
    const ball = (radius: number) =>
      new THREE.SphereGeometry(radius, quality.sides / 2, quality.sides / 4);
    this.barrel = makeMesh(paint(tube(barrelRadius, 1, 0), colour), material, quality);
    this.rod = makeMesh(paint(tube(rodRadius, 1, 0), kRod), m.get('chrome'), quality);
    this.head = makeMesh(
      paint(tube(1.14 * barrelRadius, 0.9 * barrelRadius, -0.9 * barrelRadius), colour),
      material,
      quality,
    );
    this.eye = makeMesh(
      paint(ball(Math.max(1.5 * rodRadius, 0.85 * barrelRadius)), colour),
      material,
      quality,
    );
    const foot = makeMesh(paint(ball(1.12 * barrelRadius), colour), material, quality);
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
export class BarView extends LinkView {
  private readonly bar: THREE.Mesh;
  private readonly end: THREE.Mesh;

  constructor(link: Link, m: Materials, quality: Quality) {
    super(link);
    const colour = colourOf(link.colour);
    const material = m.get(materialOf(link.material));
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
