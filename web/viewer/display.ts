import * as THREE from 'three';
import type { Scene } from '../protocol/outrigger_pb.js';
import { Cameras } from './cameras.js';
import { Environment } from './environment.js';
import { decodeGround, type GroundData, heightAt } from './ground_data.js';
import { GroundView } from './ground_view.js';
import { MachineView } from './machine_view.js';
import { noiseTexture } from './noise.js';
import { kPoseSize } from './playback.js';
import { kQualities, type Quality } from './quality.js';
import { tiltOf } from './tilt.js';

/** Everything that is drawn in three dimensions. */
export class Display {
  readonly cameras: Cameras;
  /** Drawn in the last frame, with the shadow map. */
  triangles = 0;
  /** As in Frame.poses; `posed` once a frame has been written to it. */
  poses = new Float32Array(0);
  posed = false;

  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private noise: THREE.DataTexture;
  private environment: Environment;
  private machine: MachineView | undefined;
  private ground: GroundView | undefined;
  private groundData: GroundData | undefined;
  private wire: Scene | undefined;
  private shown = false;
  private readonly sphere = new THREE.Sphere();
  /** Seconds on the clock of the page. */
  private lastDraw = 0;
  /** Of the machine when it was first shown. */
  private heading = 0;

  constructor(
    canvas: HTMLCanvasElement,
    private quality: Quality,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: quality.detail });
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    // Once per frame, whatever is drawn from it.
    this.renderer.shadowMap.autoUpdate = false;
    this.cameras = new Cameras(canvas, (x, y) =>
      this.groundData ? heightAt(this.groundData, x, y) : 0,
    );
    this.noise = noiseTexture(quality.detail);
    this.environment = this.makeEnvironment();
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  /** Drawn by the graphics card: fewer than the page has in low quality. */
  get pixels(): number {
    const { drawingBufferWidth, drawingBufferHeight } = this.renderer.getContext();
    return drawingBufferWidth * drawingBufferHeight;
  }

  get qualityName(): Quality['name'] {
    return this.quality.name;
  }

  setQuality(name: Quality['name']): void {
    if (name === this.quality.name) return;
    this.quality = kQualities[name];
    this.noise.dispose();
    this.noise = noiseTexture(this.quality.detail);
    this.environment.dispose(this.scene);
    this.environment = this.makeEnvironment();
    this.environment.setHeading(this.scene, this.heading);
    this.resize();
    if (this.wire) this.build(this.wire);
  }

  /** Replaces what is shown by a new scene. Throws when it contradicts itself. */
  setScene(scene: Scene): void {
    const sameMachine =
      this.wire !== undefined &&
      this.wire.title === scene.title &&
      this.wire.bodies.length === scene.bodies.length;
    this.wire = scene;
    this.poses = new Float32Array(kPoseSize * scene.bodies.length);
    this.posed = false;
    for (let i = 6; i < this.poses.length; i += kPoseSize) this.poses[i] = 1;
    this.build(scene);
    this.cameras.setScene(scene);
    // After a lost connection the operator's view stays.
    this.shown = this.shown && sameMachine;
  }

  /** Draws one picture of `poses`. */
  draw(): void {
    if (this.machine) this.machine.group.visible = this.posed;
    if (this.machine && this.posed) {
      this.machine.update(this.poses);
      this.machine.boundingSphere(this.sphere);
      if (!this.shown) this.showAll(this.machine);
      const now = performance.now() / 1000;
      this.cameras.update(this.machine.bodies, this.sphere, Math.min(0.25, now - this.lastDraw));
      this.lastDraw = now;
    }
    const { camera } = this.cameras;
    camera.updateMatrixWorld();
    const at = this.machine?.bodies[0]?.position ?? new THREE.Vector3();
    this.environment.follow(camera.position, at);
    this.ground?.update(camera.position);
    this.renderer.shadowMap.needsUpdate = this.quality.shadows;
    this.renderer.render(this.scene, camera);
    this.triangles = this.renderer.info.render.triangles;
  }

  private makeEnvironment(): Environment {
    const { quality } = this;
    this.renderer.shadowMap.enabled = quality.shadows;
    this.renderer.setPixelRatio(Math.min(quality.pixelRatio, window.devicePixelRatio));
    return new Environment(this.scene, this.renderer, this.noise, quality);
  }

  private build(scene: Scene): void {
    for (const view of [this.machine, this.ground]) {
      if (!view) continue;
      this.scene.remove(view.group);
      view.dispose();
    }
    this.machine = undefined;
    this.ground = undefined;
    this.groundData = decodeGround(scene.ground);
    this.ground = new GroundView(this.groundData, this.noise, this.quality);
    this.machine = new MachineView(scene, this.quality);
    this.scene.add(this.ground.group, this.machine.group);
    if (this.posed) this.fitShadow(this.machine);
  }

  // Once the first poses of a machine are known.
  private showAll(machine: MachineView): void {
    const root = machine.bodies[0];
    if (!root) return;
    this.shown = true;
    this.fitShadow(machine);
    const { x, y, z, w } = root.quaternion;
    this.heading = tiltOf(x, y, z, w).heading;
    this.environment.setHeading(this.scene, this.heading);
    this.cameras.showAll(root.position, this.heading, this.sphere);
  }

  private fitShadow(machine: MachineView): void {
    machine.update(this.poses);
    machine.group.updateMatrixWorld(true);
    this.environment.setReach(machine.reach());
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.cameras.resize(clientWidth, clientHeight);
  }
}
