import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Link } from '../protocol/outrigger_pb.js';
import { barrelLength, LinkFrame } from './link_frame.js';
import {
  colourOf,
  finish,
  type MaterialName,
  type Materials,
  makeMesh,
  materialOf,
} from './materials.js';
import type { Quality } from './quality.js';
import { boxGeometry, cylinderGeometry, paint } from './shapes.js';

const kRod = [0.8, 0.82, 0.84];
const kPin = [0.42, 0.42, 0.42];

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

/** Barrel at a, rod at b; both are drawn once and stretched or moved. */
export class CylinderView extends LinkView {
  private readonly barrel: THREE.Mesh;
  private readonly rod: THREE.Mesh;
  private readonly gland: THREE.Mesh;
  private readonly eye: THREE.Mesh;
  private barrelLength: number | undefined;

  constructor(link: Link, m: Materials, quality: Quality) {
    super(link);
    const colour = colourOf(link.colour);
    const name = materialOf(link.material);
    const R = link.barrelRadius || 0.06;
    const r = link.rodRadius || 0.6 * R;
    const tube = (radius: number, from: number, to: number) =>
      cylinderGeometry(radius, to - from, quality, 0.06 * radius).translate(0, 0, (from + to) / 2);
    const coarse = { ...quality, sides: Math.min(12, quality.sides) };
    const ring = (outer: number, wide: number) =>
      cylinderGeometry(outer, wide, coarse, 0.1 * outer).rotateX(Math.PI / 2);
    const join = (parts: [THREE.BufferGeometry, MaterialName, readonly number[], number?][]) =>
      makeMesh(
        mergeGeometries(parts.map(([g, of, c, shade]) => finish(paint(g, c, shade), of))),
        m.get(),
        quality,
      );
    // Barrel and rod are 1 m long and stretched.
    this.barrel = join([[tube(R, 0, 1), name, colour]]);
    this.rod = join([[tube(r, 0, 1), 'chrome', kRod]]);
    // Where the rod comes out: a collar with bolts, the port and its pipe along the barrel.
    this.gland = join([
      [tube(1.13 * R, -1.1 * R, 0), name, colour, 0.9],
      [tube(0.8 * R, 0, 0.12 * R), 'steel', colour, 0.5],
      ...(quality.detail ? this.port(R, colour, name) : []),
    ]);
    this.eye = join([
      [ring(Math.max(1.7 * r, 0.95 * R), 1.1 * R), name, colour],
      [ring(0.62 * R, 1.5 * R), 'steel', kPin],
    ]);
    const foot = join([
      [ring(1.05 * R, 1.2 * R), name, colour],
      [ring(0.62 * R, 1.6 * R), 'steel', kPin],
      ...(quality.detail ? this.port(R, colour, name, 2.2 * R) : []),
    ]);
    this.group.add(this.barrel, this.rod);
    if (quality.detail) this.group.add(this.gland, this.eye, foot);
  }

  private port(
    R: number,
    colour: readonly number[],
    name: MaterialName,
    at = -0.7 * R,
  ): [THREE.BufferGeometry, MaterialName, readonly number[], number?][] {
    const stub = new THREE.CylinderGeometry(0.24 * R, 0.3 * R, 0.7 * R, 10)
      .rotateZ(-Math.PI / 2)
      .translate(1.25 * R, 0, at);
    return [[stub, name, colour, 0.7]];
  }

  protected override setLength(length: number): void {
    const barrel = barrelLength(this.barrelLength, length);
    this.barrelLength = barrel;
    this.barrel.scale.z = barrel;
    this.gland.position.z = barrel;
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
    const name = materialOf(link.material);
    const width = link.width || 0.1;
    const depth = link.depth || 0.1;
    const plate = width > 1.5 * depth ? 0.16 * width : width;
    const sides = plate < width ? [-0.5 * (width - plate), 0.5 * (width - plate)] : [0];
    const join = (geometry: THREE.BufferGeometry) =>
      makeMesh(finish(geometry, name), m.get(), quality);
    const bars = sides.map((y) =>
      paint(boxGeometry(depth, plate, 1, quality).translate(0, y, 0.5), colour),
    );
    const coarse = { ...quality, sides: Math.min(16, quality.sides) };
    const pin = () => {
      const rings = sides.map((y) =>
        cylinderGeometry(0.62 * depth, plate, coarse)
          .rotateX(Math.PI / 2)
          .translate(0, y, 0),
      );
      const bolt = cylinderGeometry(0.3 * depth, 1.08 * width, coarse).rotateX(Math.PI / 2);
      return mergeGeometries([
        ...rings.map((ring) => paint(ring, colour)),
        paint(bolt, colour, 0.45),
      ]);
    };
    this.bar = join(mergeGeometries(bars));
    this.end = join(pin());
    this.group.add(this.bar);
    if (quality.detail) this.group.add(this.end, join(pin()));
  }

  protected override setLength(length: number): void {
    this.bar.scale.z = Math.max(1e-3, length);
    this.end.position.z = length;
  }
}
