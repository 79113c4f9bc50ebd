import * as THREE from 'three';
import type { Scene } from '../protocol/outrigger_pb.js';
import type { ConditionsChoice } from '../scene/conditions.js';
import type { MeshSource } from '../scene/meshes.js';
import { kQualities, type Quality } from '../scene/quality.js';
import { SceneView } from '../scene/scene_view.js';
import type { KeyedStore } from '../shared/state/keyed.js';
import { tiltOf } from '../shared/state/tilt.js';
import type { Moment } from '../shared/widgets/widget.js';
import { Cameras } from './cameras.js';
import { Composer } from './composer.js';
import { drawPasses, passesOf } from './passes.js';
import { installToneMapping } from './tone_mapping.js';

/** Draws the scene: a list of views of it, the first of which is the operator's. */
export class Display {
  readonly cameras: Cameras;
  readonly view: SceneView;
  /** Which views of it make up the picture. */
  readonly composer: Composer;
  /** Drawn in the last picture, with the shadow map. */
  triangles = 0;
  calls = 0;

  private readonly renderer: THREE.WebGLRenderer;
  private readonly size = new THREE.Vector2();
  private readonly sphere = new THREE.Sphere();
  private wire: Scene | undefined;
  private count = 0;
  /** Poses of the machine have come. */
  private posed = false;
  private shown = false;
  private shadowFits = false;
  /** Seconds on the clock of the page. */
  private lastDraw = 0;

  constructor(
    canvas: HTMLCanvasElement,
    keyed: KeyedStore,
    meshes: MeshSource,
    private quality: Quality,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: quality.detail });
    this.renderer.toneMapping = installToneMapping();
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    // Once per picture, whatever is drawn from it.
    this.renderer.shadowMap.autoUpdate = false;
    this.spend(quality);
    this.view = new SceneView(this.renderer, keyed, meshes, quality);
    this.cameras = new Cameras(canvas, (x, y) => this.view.groundHeight(x, y));
    this.composer = new Composer(this.view.scene);
    this.composer.setQuality(quality.name);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
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
    this.spend(this.quality);
    this.view.setQuality(this.quality);
    this.composer.setQuality(name);
    this.resize();
    this.shadowFits = false;
  }

  /** Another time of day, another weather. */
  setConditions(choice: ConditionsChoice): void {
    this.view.setConditions(choice);
  }

  /** The graphics card has forgotten everything, and works again. */
  heal(): void {
    this.view.setQuality(this.quality);
    this.composer.setQuality(this.quality.name);
    this.shadowFits = false;
  }

  /** Replaces what is shown by a new scene. Throws when it contradicts itself. */
  setScene(scene: Scene): void {
    const sameMachine =
      this.wire !== undefined &&
      this.wire.title === scene.title &&
      this.wire.bodies.length === scene.bodies.length;
    this.wire = scene;
    this.posed = false;
    this.shadowFits = false;
    this.view.setScene(scene);
    this.cameras.setScene(scene);
    this.composer.setScene(scene);
    // After a lost connection the operator's view stays.
    this.shown = this.shown && sameMachine;
  }

  /** Poses the machine for the next picture. */
  paint({ poses, bodies, frame, time }: Moment): void {
    this.view.update(poses, bodies, frame, time);
    this.posed = true;
  }

  /** @param now seconds on the clock of the page */
  draw(now: number): void {
    const { machine } = this.view;
    if (machine) machine.group.visible = this.posed;
    if (machine && this.posed) {
      machine.boundingSphere(this.sphere);
      if (!this.shown) this.showAll();
      if (!this.shadowFits) this.view.fitShadow();
      this.shadowFits = true;
      const elapsed = Math.min(0.25, now - this.lastDraw);
      this.cameras.update(machine.root, (id) => machine.body(id), this.sphere, elapsed);
      this.lastDraw = now;
    }
    const { camera } = this.cameras;
    camera.updateMatrixWorld();
    this.view.follow(camera.position);
    const { drawingBufferWidth: width, drawingBufferHeight: height } = this.renderer.getContext();
    const count = this.count++;
    const bodyOf = (id: number) => machine?.body(id);
    const passes = this.composer.passes({
      camera,
      width,
      height,
      bodyOf,
      focus: this.cameras.focus,
      count,
    });
    const drawn = drawPasses(
      this.renderer,
      this.composer.instead ?? this.view.scene,
      passesOf(passes, count),
      this.size,
      this.quality.shadows,
    );
    this.triangles = drawn.triangles;
    this.calls = drawn.calls;
  }

  private spend(quality: Quality): void {
    this.renderer.shadowMap.enabled = quality.shadows;
    this.renderer.setPixelRatio(Math.min(quality.pixelRatio, window.devicePixelRatio));
  }

  // Once the first poses of a machine are known.
  private showAll(): void {
    const root = this.view.machine?.root;
    if (!root) return;
    this.shown = true;
    this.shadowFits = false;
    const { x, y, z, w } = root.quaternion;
    const { heading } = tiltOf(x, y, z, w);
    this.view.setHeading(heading);
    this.cameras.showAll(root.position, heading, this.sphere);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.renderer.domElement;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.cameras.resize(clientWidth, clientHeight);
  }
}
