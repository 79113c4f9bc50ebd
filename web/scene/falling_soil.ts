import * as THREE from 'three';
import type { Scene } from '../protocol/outrigger_pb.js';
import { Dust } from './dust.js';
import { scatter } from './lumps.js';
import type { Quality } from './quality.js';
import { looseColour } from './soil_material.js';

/** Numbers per parcel in Frame.falling: x y z mass surface. */
const kNumbers = 5;
const kMostParcels = 256;
/** Lumps per parcel at most. */
const kLumps = { high: 16, low: 2 };
/** Lumps at most in low quality, which has few triangles. */
const kMostInLow = 80;
/** Kilograms of a parcel from which on it has all its lumps. */
const kFullMass = 6;
/** Of loose soil, kg/m³. */
const kDensity = 1500;
/** Radii of lumps in metres. */
const kSmallest = 0.009;
const kLargest = 0.085;
/** Shape of the cloud of a parcel, by the edge of a cube of its soil. */
const kCloud = 0.75;
/** Turns of a lump in radians per second at most. */
const kTumble = 7;
/** Metres above what it lands on where a parcel raises dust. */
const kLanding = 0.3;

/** Metres of a place above what soil lands on. */
export type Above = (place: THREE.Vector3) => number;

/** A lump: a coarse ball with its corners moved; 20 or 6 triangles. */
function lumpGeometry(detail: boolean): THREE.BufferGeometry {
  const geometry = new THREE.SphereGeometry(1, detail ? 5 : 3, detail ? 3 : 2);
  const at = geometry.getAttribute('position');
  for (let i = 0; i < at.count; i++) {
    // The same corner of all faces moves the same way.
    const key = Math.round(100 * (at.getX(i) + 3 * at.getY(i) + 7 * at.getZ(i)));
    const size = 0.75 + 0.5 * scatter(key);
    at.setXYZ(i, size * at.getX(i), size * at.getY(i), 0.8 * size * at.getZ(i));
  }
  return geometry;
}

/** Soil in the air: each parcel a cloud of lumps, and dust where it lands. */
export class FallingSoil {
  readonly group = new THREE.Group();
  private readonly mesh: THREE.InstancedMesh;
  private readonly dust: Dust;
  private readonly most: number;
  private readonly perParcel: number;
  private readonly kinds: THREE.Color[];
  private readonly other: THREE.Color;
  /** The number of a mass, to tell parcels apart by: it stays as long as they fall. */
  private readonly asFloat = new Float32Array(1);
  private readonly asInteger = new Uint32Array(this.asFloat.buffer);
  private readonly place = new THREE.Vector3();
  private count = 0;

  constructor({ ground }: Scene, quality: Quality) {
    this.perParcel = kLumps[quality.name];
    this.most = quality.detail ? kMostParcels * this.perParcel : kMostInLow;
    const material = quality.detail
      ? new THREE.MeshStandardMaterial({ roughness: 1, flatShading: true })
      : new THREE.MeshLambertMaterial({ flatShading: true });
    this.mesh = new THREE.InstancedMesh(lumpGeometry(quality.detail), material, this.most);
    const colours = new Float32Array(3 * this.most);
    this.mesh.instanceColor = new THREE.InstancedBufferAttribute(colours, 3);
    this.mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.mesh.instanceColor.setUsage(THREE.DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = quality.shadows;
    this.mesh.receiveShadow = quality.shadows;
    this.mesh.visible = false;
    this.dust = new Dust(quality);
    this.kinds = ground?.kinds.map((kind) => looseColour(kind.colour, new THREE.Color())) ?? [];
    this.other = looseColour(undefined, new THREE.Color());
    this.group.add(this.mesh, this.dust.points);
  }

  /**
   * @param falling as in Frame.falling
   * @param time simulated seconds
   */
  update(falling: readonly number[], time: number, above: Above): void {
    this.count = 0;
    const parcels = Math.min(kMostParcels, Math.floor(falling.length / kNumbers));
    for (let k = 0; k < parcels; k++) this.addParcel(falling, kNumbers * k, time, above);
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    if (this.count > 0) {
      this.send(this.mesh.instanceMatrix, 16);
      this.send(this.mesh.instanceColor!, 3);
    }
    this.dust.update(time);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as THREE.Material).dispose();
    this.mesh.dispose();
    this.dust.dispose();
  }

  // Only what is drawn goes to the graphics card.
  private send(attribute: THREE.InstancedBufferAttribute, size: number): void {
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, size * this.count);
    attribute.needsUpdate = true;
  }

  private addParcel(falling: readonly number[], at: number, time: number, above: Above): void {
    const mass = falling[at + 3]!;
    this.place.set(falling[at]!, falling[at + 1]!, falling[at + 2]!);
    const { x, y, z } = this.place;
    if (!(mass > 0) || !Number.isFinite(x + y + z + mass)) return;
    const colour = this.kinds[falling[at + 4]!] ?? this.other;
    this.asFloat[0] = mass;
    const seed = this.asInteger[0]!;
    const share = Math.min(1, Math.sqrt(mass / kFullMass));
    const lumps = Math.max(1, Math.round(this.perParcel * share));
    const volume = mass / kDensity;
    const cloud = kCloud * Math.cbrt(volume);
    const mean = Math.cbrt((0.24 * 0.6 * volume) / lumps);
    for (let i = 0; i < lumps && this.count < this.most; i++) {
      this.addLump(x, y, z, cloud, mean, colour, scatter(seed + 977 * i), time);
    }
    if (above(this.place) < kLanding) this.dust.raise(this.place, mass, colour, seed, time);
  }

  // `random` in 0..1 tells everything about a lump.
  private addLump(
    x: number,
    y: number,
    z: number,
    cloud: number,
    mean: number,
    colour: THREE.Color,
    random: number,
    time: number,
  ): void {
    const n = Math.floor(random * 2 ** 31);
    const a = scatter(n + 1);
    const b = scatter(n + 2);
    const c = scatter(n + 3);
    const radius = Math.min(kLargest, Math.max(kSmallest, mean * (0.4 + 1.3 * a * a * a)));
    // Small lumps are further out.
    const away = cloud * (0.3 + 0.9 * (1 - a));
    const angle = kTumble * (b - 0.5) * time + 6.3 * c;
    const cos = radius * Math.cos(angle);
    const sin = radius * Math.sin(angle);
    const tilt = Math.cos(6.3 * a);
    const lean = Math.sin(6.3 * a);
    // A turn about the vertical, then about x.
    const m = this.mesh.instanceMatrix.array;
    const at = 16 * this.count;
    m[at] = cos;
    m[at + 1] = tilt * sin;
    m[at + 2] = lean * sin;
    m[at + 4] = -sin;
    m[at + 5] = tilt * cos;
    m[at + 6] = lean * cos;
    m[at + 8] = 0;
    m[at + 9] = -lean * radius;
    m[at + 10] = tilt * radius;
    m[at + 12] = x + away * (2 * b - 1);
    m[at + 13] = y + away * (2 * c - 1);
    m[at + 14] = z + 1.5 * away * (2 * scatter(n + 4) - 1);
    m[at + 15] = 1;
    const bright = 0.7 + 0.45 * scatter(n + 5);
    const colours = this.mesh.instanceColor!.array;
    colours[3 * this.count] = bright * colour.r;
    colours[3 * this.count + 1] = bright * colour.g;
    colours[3 * this.count + 2] = bright * colour.b;
    this.count++;
  }
}
