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

/** What it looks like, what of, its colour and how bright that is. */
type Part = [THREE.BufferGeometry, MaterialName, readonly number[], number?];

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

/**
 * A mesh along z whose one end can be moved: what is beyond `from` goes along, so that a part of any length
 * with all that is fixed to its ends is one draw call.
 */
class Stretched {
  readonly mesh: THREE.Mesh;
  private readonly moving: number[] = [];
  private end: number;

  /** @param end where the end that moves is made */
  constructor(parts: readonly THREE.BufferGeometry[], m: Materials, quality: Quality, end: number) {
    const geometry = mergeGeometries(parts.map((g) => (g.index ? g.toNonIndexed() : g)));
    for (const part of parts) part.dispose();
    this.mesh = makeMesh(geometry, m.get(), quality);
    this.end = end;
    const position = geometry.getAttribute('position');
    for (let i = 0; i < position.count; i++) {
      if (position.getZ(i) / end > 0.5) this.moving.push(i);
    }
  }

  moveEnd(end: number): void {
    if (end === this.end) return;
    const { geometry } = this.mesh;
    const position = geometry.getAttribute('position');
    for (const i of this.moving) position.setZ(i, position.getZ(i) + end - this.end);
    position.needsUpdate = true;
    this.end = end;
    geometry.computeBoundingSphere();
  }
}

/** Share of the barrel that the rod reaches into it at least. */
const kInside = 0.1;

/** Barrel at a, rod at b, a draw call each. */
export class CylinderView extends LinkView {
  private readonly barrel: Stretched;
  private readonly rod: Stretched;
  private barrelLength: number | undefined;
  private rodLength: number | undefined;

  constructor(link: Link, m: Materials, quality: Quality) {
    super(link);
    const colour = colourOf(link.colour);
    const name = materialOf(link.material);
    const R = link.barrelRadius || 0.06;
    const r = link.rodRadius || 0.6 * R;
    // As long as it is made: what is at one end is clear of the other.
    const made = 10 * R;
    const tube = (radius: number, from: number, to: number) =>
      cylinderGeometry(radius, to - from, quality, 0.06 * radius).translate(0, 0, (from + to) / 2);
    const coarse = { ...quality, sides: Math.min(12, quality.sides) };
    const ring = (outer: number, wide: number) =>
      cylinderGeometry(outer, wide, coarse, 0.1 * outer).rotateX(Math.PI / 2);
    const part = ([geometry, of, c, shade]: Part) => finish(paint(geometry, c, shade), of);
    const barrel: Part[] = [[tube(R, 0, made), name, colour]];
    const rod: Part[] = [[tube(r, -made, 0), 'chrome', kRod]];
    if (quality.detail) {
      barrel.push(
        // Where the rod comes out: a collar with bolts, the port and its pipe along the barrel.
        [tube(1.13 * R, made - 1.1 * R, made), name, colour, 0.9],
        [tube(0.8 * R, made, made + 0.12 * R), 'steel', colour, 0.5],
        this.port(R, colour, name, made - 0.7 * R),
        [ring(1.05 * R, 1.2 * R), name, colour],
        [ring(0.62 * R, 1.6 * R), 'steel', kPin],
        this.port(R, colour, name, 2.2 * R),
      );
      rod.push(
        [ring(Math.max(1.7 * r, 0.95 * R), 1.1 * R), name, colour],
        [ring(0.62 * R, 1.5 * R), 'steel', kPin],
      );
    }
    this.barrel = new Stretched(barrel.map(part), m, quality, made);
    this.rod = new Stretched(rod.map(part), m, quality, -made);
    this.group.add(this.barrel.mesh, this.rod.mesh);
  }

  private port(R: number, colour: readonly number[], name: MaterialName, at: number): Part {
    const stub = new THREE.CylinderGeometry(0.24 * R, 0.3 * R, 0.7 * R, 10)
      .rotateZ(-Math.PI / 2)
      .translate(1.25 * R, 0, at);
    return [stub, name, colour, 0.7];
  }

  protected override setLength(length: number): void {
    const barrel = barrelLength(this.barrelLength, length);
    this.barrelLength = barrel;
    // It slides, and is another only where it would end short of the barrel or below its foot.
    const least = length - (1 - kInside) * barrel;
    let rod = this.rodLength ?? (1 - kInside) * barrel;
    if (rod < least) rod = least;
    else if (rod > length) rod = Math.max(least, (1 - kInside) * length);
    this.rodLength = rod;
    this.barrel.moveEnd(barrel);
    this.rod.moveEnd(-rod);
    this.rod.mesh.position.z = length;
  }
}

/** Two side plates with pins when it is wide, one piece otherwise: one draw call. */
export class BarView extends LinkView {
  private readonly bar: Stretched;

  constructor(link: Link, m: Materials, quality: Quality) {
    super(link);
    const colour = colourOf(link.colour);
    const name = materialOf(link.material);
    const width = link.width || 0.1;
    const depth = link.depth || 0.1;
    const made = 10 * depth;
    const plate = width > 1.5 * depth ? 0.16 * width : width;
    const sides = plate < width ? [-0.5 * (width - plate), 0.5 * (width - plate)] : [0];
    const coarse = { ...quality, sides: Math.min(16, quality.sides) };
    const parts = sides.map((y) =>
      paint(boxGeometry(depth, plate, made, quality).translate(0, y, 0.5 * made), colour),
    );
    if (quality.detail) {
      for (const z of [0, made]) {
        const across = (radius: number, wide: number, y: number) =>
          cylinderGeometry(radius, wide, coarse)
            .rotateX(Math.PI / 2)
            .translate(0, y, z);
        for (const y of sides) parts.push(paint(across(0.62 * depth, plate, y), colour));
        parts.push(paint(across(0.3 * depth, 1.08 * width, 0), colour, 0.45));
      }
    }
    this.bar = new Stretched(
      parts.map((part) => finish(part, name)),
      m,
      quality,
      made,
    );
    this.group.add(this.bar.mesh);
  }

  protected override setLength(length: number): void {
    this.bar.moveEnd(length);
  }
}
