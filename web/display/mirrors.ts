import * as THREE from 'three';
import type { Camera, Mirror, Scene } from '../protocol/outrigger_pb.js';
import { kEyeLayer, kMirrorLayer } from '../scene/layers.js';
import { type Glass, glassPoint, isBefore, makeGlass, mirrorView } from './glass.js';
import { offAxis, place } from './off_axis.js';
import { kWhole, type Pass } from './passes.js';

const kFar = 1600;
const kNear = 0.08;
/** Points of the grid on a glass. */
const kColumns = 13;
const kRows = 17;
/** Metres from an eye at which nobody looks into a mirror any more. */
const kReadable = 6;
type BodyOf = (id: number) => THREE.Object3D | undefined;

/** How far an operator has turned a mirror, in shares of what it allows: to the right and up, -1 to 1. */
export interface Adjustment {
  x: number;
  y: number;
}

/** Metres of the shorter edge are so many pixels, in high and low quality. */
const kPixels = { high: 320, low: 128 };

/** One mirror or screen: its glass in the scene, and what is drawn for it. */
class MirrorGlass {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  readonly target: THREE.WebGLRenderTarget;
  readonly camera = new THREE.PerspectiveCamera();
  private readonly points: THREE.BufferAttribute;
  private readonly texels: THREE.BufferAttribute;
  private glass: Glass | undefined;

  constructor(
    readonly wire: Mirror,
    private readonly screen: Camera | undefined,
    pixels: number,
  ) {
    const ratio = wire.width / wire.height;
    const [w, h] = ratio < 1 ? [pixels, pixels / ratio] : [pixels * ratio, pixels];
    this.target = new THREE.WebGLRenderTarget(Math.round(w), Math.round(h), {
      type: THREE.HalfFloatType,
      samples: 4,
    });
    const plane = new THREE.PlaneGeometry(1, 1, kColumns - 1, kRows - 1);
    this.points = plane.getAttribute('position') as THREE.BufferAttribute;
    this.texels = plane.getAttribute('uv') as THREE.BufferAttribute;
    const material = new THREE.MeshBasicMaterial({ map: this.target.texture, fog: false });
    // Glass takes a little of the light.
    material.color.setScalar(screen ? 1 : 0.9);
    this.mesh = new THREE.Mesh(plane, material);
    this.mesh.name = wire.name;
    // Glasses are not seen in each other.
    this.mesh.layers.set(kEyeLayer);
    this.camera.layers.enable(kMirrorLayer);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
  }

  /** Puts the glass where it is now. False when the eye does not see into it. */
  update(eye: THREE.Vector3, bodyOf: BodyOf, { x, y }: Adjustment): boolean {
    const body = bodyOf(this.wire.body);
    this.mesh.visible = false;
    if (!body) return false;
    const turn = (v: readonly number[]) =>
      new THREE.Vector3(v[0] ?? 0, v[1] ?? 0, v[2] ?? 0).applyQuaternion(body.quaternion);
    const up = turn([0, 0, 1]);
    const centre = turn(this.wire.position).add(body.position);
    let glass = makeGlass(centre, turn(this.wire.direction), up, this.wire);
    if (x !== 0 || y !== 0) {
      const { adjust } = this.wire;
      const normal = glass.normal.applyAxisAngle(glass.up, adjust * x);
      normal.applyAxisAngle(glass.right, -adjust * y);
      glass = makeGlass(centre, normal, up, this.wire);
    }
    if (!isBefore(glass, eye) || eye.distanceTo(centre) > kReadable) return false;
    this.glass = glass;
    this.mesh.visible = true;
    return true;
  }

  /** What the eye sees in it, as a view to draw. */
  look(eye: THREE.Vector3, bodyOf: BodyOf): void {
    const glass = this.glass!;
    const body = this.screen && bodyOf(this.screen.body);
    if (this.screen && body) this.showCamera(this.screen, body, glass);
    else if (!this.screen) this.mirror(glass, eye);
    this.shapeGlass(glass);
  }

  dispose(): void {
    this.target.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  private mirror(glass: Glass, eye: THREE.Vector3): void {
    const { eye: image, window, texels } = mirrorView(glass, eye, kColumns, kRows);
    const view = offAxis(image, window, kNear, kFar);
    // From the glass on: what is behind it, the cab and the operator, is not mirrored.
    place(this.camera, offAxis(image, window, Math.max(kNear, view.distance), kFar));
    for (let j = 0; j < kRows; j++) {
      for (let i = 0; i < kColumns; i++) {
        const k = 2 * (j * kColumns + i);
        this.texels.setXY(this.pointOf(i, j), texels[k]!, texels[k + 1]!);
      }
    }
    this.texels.needsUpdate = true;
  }

  // As rear-view screens do (ISO 16001), what looks the other way is shown as in a mirror.
  private showCamera(view: Camera, body: THREE.Object3D, glass: Glass): void {
    const vector = (v: readonly number[]) => new THREE.Vector3(v[0] ?? 0, v[1] ?? 0, v[2] ?? 0);
    const eye = vector(view.position).applyQuaternion(body.quaternion).add(body.position);
    const ahead = vector(view.direction).applyQuaternion(body.quaternion).normalize();
    const up = vector([0, 0, 1]).applyQuaternion(body.quaternion);
    const frame = makeGlass(new THREE.Vector3(), ahead.clone().negate(), up, this.wire);
    const high = Math.tan(0.5 * view.fieldOfView);
    const wide = (high * this.wire.width) / this.wire.height;
    const corner = (x: number, y: number) =>
      eye
        .clone()
        .add(ahead)
        .addScaledVector(frame.right, x * wide)
        .addScaledVector(frame.up, y * high);
    const window = {
      lowerLeft: corner(-1, -1),
      lowerRight: corner(1, -1),
      upperLeft: corner(-1, 1),
    };
    place(this.camera, offAxis(eye, window, kNear, kFar));
    const backwards = ahead.dot(glass.normal) > 0;
    for (let j = 0; j < kRows; j++) {
      for (let i = 0; i < kColumns; i++) {
        const u = i / (kColumns - 1);
        this.texels.setXY(this.pointOf(i, j), backwards ? 1 - u : u, j / (kRows - 1));
      }
    }
    this.texels.needsUpdate = true;
  }

  private shapeGlass(glass: Glass): void {
    const normal = new THREE.Vector3();
    for (let j = 0; j < kRows; j++) {
      for (let i = 0; i < kColumns; i++) {
        const [x, y] = [(2 * i) / (kColumns - 1) - 1, (2 * j) / (kRows - 1) - 1];
        const point = glassPoint(glass, x, y, normal);
        this.points.setXYZ(this.pointOf(i, j), point.x, point.y, point.z);
      }
    }
    this.points.needsUpdate = true;
  }

  /** Vertex of a grid point; a plane of three.js begins at the top. */
  private pointOf(i: number, j: number): number {
    return (kRows - 1 - j) * kColumns + i;
  }
}

/** The mirrors of the machine and the screens in its cab. */
export class Mirrors {
  /** How the operator has turned them, by name. */
  adjustments: Readonly<Record<string, Adjustment>> = {};
  private glasses: MirrorGlass[] = [];
  private wire: Scene | undefined;
  private quality: 'high' | 'low' = 'high';

  /** @param scene glasses are put into it */
  constructor(private readonly scene: THREE.Scene) {}

  get names(): string[] {
    return this.glasses.filter((g) => g.wire.adjust > 0).map((g) => g.wire.name);
  }

  setScene(wire: Scene, quality: 'high' | 'low'): void {
    this.wire = wire;
    this.quality = quality;
    for (const glass of this.glasses) {
      this.scene.remove(glass.mesh);
      glass.dispose();
    }
    this.glasses = wire.mirrors.map((mirror) => {
      const { camera } = mirror;
      return new MirrorGlass(
        mirror,
        camera === undefined ? undefined : wire.cameras[camera],
        kPixels[quality],
      );
    });
    for (const glass of this.glasses) this.scene.add(glass.mesh);
  }

  setQuality(quality: 'high' | 'low'): void {
    if (this.wire && quality !== this.quality) this.setScene(this.wire, quality);
  }

  /**
   * The views that the eye needs now. Mirrors take turns, one in each picture: all of them would cost more
   * than the rest of it.
   *
   * @param count of the picture
   */
  passes(eye: THREE.Vector3, bodyOf: BodyOf, count: number): Pass[] {
    const seen = this.glasses.filter((glass) =>
      glass.update(eye, bodyOf, this.adjustments[glass.wire.name] ?? { x: 0, y: 0 }),
    );
    for (const glass of seen) glass.look(eye, bodyOf);
    const due = seen.filter((_, k) => k === count % seen.length);
    return due.map(({ wire, camera, target }) => ({
      name: `mirror ${wire.name}`,
      camera,
      rectangle: kWhole,
      target,
    }));
  }
}
