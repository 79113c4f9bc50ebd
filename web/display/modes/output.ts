import * as THREE from 'three';
import type { Surface } from '../off_axis.js';
import { kWhole, type Pass, type Rectangle } from '../passes.js';
import { Composite } from './composite.js';
import { domeMesh, type WarpMesh } from './dome_map.js';
import type { Channel, Dome, Layout } from './layout.js';
import { faceSurface, lookThrough, onFace, seatFrame } from './seat_frame.js';
import { Warp } from './warp.js';
import { readWarpFile } from './warp_file.js';

const kFar = 1600;
const kNear = 0.08;
/** Faces of a cube overlap by this share, so that no seam is seen between them. */
const kMargin = 0.02;
/** Metres to a screen that has no place of its own. */
const kScreenAt = 1.5;

export interface OutputSize {
  /** Pixels that are drawn. */
  width: number;
  height: number;
}

/** How large the faces of a cube are, in pixels. */
export type FaceSize = 256 | 512 | 1024;

/** What one eye sees, drawn into a picture of its own or on the canvas. */
interface EyePicture {
  passes(
    camera: THREE.PerspectiveCamera,
    seat: THREE.Matrix4,
    target: THREE.WebGLRenderTarget | undefined,
    focus: number,
  ): Pass[];
  dispose(): void;
}

/** A flat screen. */
class ScreenPicture implements EyePicture {
  private readonly camera = new THREE.PerspectiveCamera();

  constructor(
    private readonly name: string,
    private readonly eye: THREE.Vector3,
    private readonly surface: Surface | undefined,
  ) {}

  passes(
    camera: THREE.PerspectiveCamera,
    seat: THREE.Matrix4,
    target: THREE.WebGLRenderTarget | undefined,
    focus: number,
  ) {
    this.camera.layers.mask = camera.layers.mask;
    const { surface } = this;
    const frame = surface ? seat : axesOf(camera);
    // A window without a place shows a machine from outside as a model on the table: as deep as it is wide.
    const eye = surface ? this.eye : this.eye.clone().multiplyScalar(focus / kScreenAt);
    lookThrough(this.camera, frame, eye, surface ?? screenOf(camera, focus), kNear, kFar);
    return [{ name: this.name, camera: this.camera, rectangle: kWhole, ...(target && { target }) }];
  }

  dispose(): void {}
}

/** The camera's own axes as a seat: x ahead, y left, z up. */
function axesOf(camera: THREE.PerspectiveCamera): THREE.Matrix4 {
  const axis = (x: number, y: number, z: number) =>
    new THREE.Vector3(x, y, z).applyQuaternion(camera.quaternion);
  return new THREE.Matrix4()
    .makeBasis(axis(0, 0, -1), axis(-1, 0, 0), axis(0, 1, 0))
    .setPosition(camera.position);
}

/** A screen before the camera that its picture fills. */
function screenOf({ fov, aspect }: THREE.PerspectiveCamera, distance: number): Surface {
  const high = distance * Math.tan((fov * Math.PI) / 360);
  const corner = (y: number, z: number) => new THREE.Vector3(distance, y * high * aspect, z * high);
  return { lowerLeft: corner(1, -1), lowerRight: corner(-1, -1), upperLeft: corner(1, 1) };
}

/** A dome: the views around the eye, bent. */
class DomePicture implements EyePicture {
  private readonly faces: THREE.WebGLRenderTarget;
  private readonly cameras = Array.from({ length: 6 }, () => new THREE.PerspectiveCamera());
  private readonly warp: Warp;
  private readonly needed: number[];

  constructor(
    private readonly name: string,
    private readonly eye: THREE.Vector3,
    mesh: WarpMesh,
    size: FaceSize,
    exact: boolean,
  ) {
    this.faces = new THREE.WebGLRenderTarget(3 * size, 2 * size, {
      type: THREE.HalfFloatType,
      samples: size > 256 ? 4 : 0,
    });
    this.warp = new Warp(mesh, this.faces.texture, kMargin, exact);
    this.needed = facesOf(mesh);
  }

  passes(camera: THREE.PerspectiveCamera, seat: THREE.Matrix4, target?: THREE.WebGLRenderTarget) {
    const passes: Pass[] = this.needed.map((face) => {
      const own = this.cameras[face]!;
      own.layers.mask = camera.layers.mask;
      lookThrough(own, seat, this.eye, faceSurface(face, this.eye, kMargin), kNear, kFar);
      return {
        name: `${this.name} ${face}`,
        camera: own,
        rectangle: cell(face),
        target: this.faces,
      };
    });
    const { scene, camera: flat } = this.warp;
    passes.push({
      name: this.name,
      camera: flat,
      scene,
      rectangle: kWhole,
      ...(target && { target }),
    });
    return passes;
  }

  dispose(): void {
    this.faces.dispose();
    this.warp.dispose();
  }
}

const cell = (face: number): Rectangle => ({
  x: (face % 3) / 3,
  y: Math.floor(face / 3) / 2,
  width: 1 / 3,
  height: 1 / 2,
});

/** The faces that a mesh shows something of, and those just beside them. */
export function facesOf({ directions, light }: WarpMesh): number[] {
  const found = new Set<number>();
  const d = new THREE.Vector3();
  light.forEach((share, k) => {
    if (share < 0) return;
    d.fromArray(directions, 3 * k);
    found.add(onFace(d).face);
  });
  return [...found].sort();
}

/** A mesh for a dome as the layout describes it. */
export function meshOf(dome: Dome, aspect: number): WarpMesh {
  if (dome.map !== 'warp') return domeMesh(dome, aspect);
  return readWarpFile(dome.mesh, aspect, (dome.aperture * Math.PI) / 180);
}

/** Everything that one channel of a display draws for a picture. */
export class Output {
  private readonly eyes: EyePicture[] = [];
  private readonly composite: Composite | undefined;
  private readonly targets: THREE.WebGLRenderTarget[] = [];
  private count = 0;

  /**
   * @param exact colours are those of a test card: nothing maps their tones
   * @throws LayoutError when a mesh file cannot be used
   */
  constructor(
    readonly layout: Layout,
    readonly channel: Channel,
    faceSize: FaceSize,
    size: OutputSize,
    exact = false,
  ) {
    const { stereo, blend, dome, surface } = channel;
    const half = layout.eyeDistance / 2;
    const sides =
      stereo === 'none'
        ? [0]
        : stereo === 'left'
          ? [half]
          : stereo === 'right'
            ? [-half]
            : [half, -half];
    for (const side of sides) {
      const [x, y, z] = layout.eye;
      const eye = new THREE.Vector3(x, y + side, z);
      if (dome) {
        const seen: [number, number, number] = [dome.eye[0], dome.eye[1] + side, dome.eye[2]];
        const mesh = meshOf({ ...dome, eye: seen }, channel.aspect || size.width / size.height);
        this.eyes.push(new DomePicture(channel.name, eye, mesh, faceSize, exact));
      } else {
        this.eyes.push(new ScreenPicture(channel.name, eye, surface));
      }
    }
    if (this.eyes.length > 1 || blend) {
      this.composite = new Composite(stereo, blend, exact);
      for (const _ of this.eyes) {
        const [w, h] = [stereo === 'side_by_side' ? 0.5 : 1, stereo === 'top_bottom' ? 0.5 : 1];
        const options = { type: THREE.HalfFloatType, samples: 4 } as const;
        const target = new THREE.WebGLRenderTarget(
          Math.max(1, Math.round(w * size.width)),
          Math.max(1, Math.round(h * size.height)),
          options,
        );
        this.targets.push(target);
      }
    }
  }

  /** True for an ordinary picture, which needs nothing of this. */
  static isPlain({ eye }: Layout, { surface, dome, stereo, blend }: Channel): boolean {
    return !surface && !dome && !blend && stereo === 'none' && eye.every((v) => v === 0);
  }

  /** @param focus metres to what is looked at from outside */
  passes(camera: THREE.PerspectiveCamera, focus = kScreenAt): Pass[] {
    const seat = seatFrame(camera);
    const { composite, targets, channel } = this;
    const passes = this.eyes.flatMap((eye, k) => eye.passes(camera, seat, targets[k], focus));
    if (!composite) return passes;
    const [left, right] = targets.map((target) => target.texture);
    // Shutter glasses: one eye after the other, as fast as the screen.
    if (channel.stereo === 'frames') composite.setEyes(this.count++ % 2 === 0 ? left! : right!);
    else composite.setEyes(left!, right);
    const { scene, camera: flat } = composite;
    return [...passes, { name: 'composite', camera: flat, scene, rectangle: kWhole }];
  }

  dispose(): void {
    for (const eye of this.eyes) eye.dispose();
    for (const target of this.targets) target.dispose();
    this.composite?.dispose();
  }
}
