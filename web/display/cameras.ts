import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Camera, Scene } from '../protocol/outrigger_pb.js';
import { tiltOf } from '../shared/state/tilt.js';
import { Framing, fitDistance } from './framing.js';

const kNear = 0.08;
const kFar = 1600;
const kOutside = 'outside';
/** Degrees, of the outside camera. */
const kFieldOfView = 45;
/** Share of the height of the outside picture that the machine gets at least. */
const kLeastHeight = 0.6;
/** Metres the outside camera stays above the ground. */
const kClearance = 0.4;

/** The outside camera that goes round the machine, and the cameras of the scene. */
export class Cameras {
  readonly camera = new THREE.PerspectiveCamera(kFieldOfView, 1, kNear, kFar);
  /** The outside camera turns with the machine. */
  private headingUp = false;

  private readonly orbit: OrbitControls;
  private readonly orbitEye = new THREE.Vector3(1, 1, 1);
  private list: Camera[] = [];
  private held = false;
  private current = 0;
  private readonly framing = new Framing();
  private travels = true;
  /** Pixels from the top of the picture that no panel covers, and the size of the picture. */
  private free = { top: 0, bottom: 1, width: 1, height: 1 };
  /** The operator has chosen the distance himself. */
  private zoomed = false;
  private lastDistance = 0;
  private readonly lastTarget = new THREE.Vector3();
  private lastHeading = 0;
  /** The operator's head in a camera of the scene: radians to the left and up. */
  private look = { left: 0, up: 0 };

  constructor(
    private readonly element: HTMLElement,
    private readonly groundHeight: (x: number, y: number) => number,
  ) {
    // World z is up.
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, element);
    this.orbit.enableDamping = false;
    this.orbit.enablePan = true;
    this.orbit.minDistance = 2;
    this.orbit.maxDistance = 200;
    this.orbit.maxPolarAngle = 0.56 * Math.PI;
    this.listenToDragging();
  }

  get names(): string[] {
    return [kOutside, ...this.list.map((c) => c.name)];
  }

  /** Metres to what the outside camera goes round; nothing for an eye on the machine. */
  get focus(): number | undefined {
    return this.current === 0 ? this.camera.position.distanceTo(this.orbit.target) : undefined;
  }

  get index(): number {
    return this.current;
  }

  get name(): string {
    return this.names[this.current] ?? kOutside;
  }

  /** Takes the cameras of a scene; keeps the view when the scene is the same as before. */
  setScene(scene: Scene): void {
    const name = this.name;
    this.travels = scene.controls.length > 0;
    this.list = [...scene.cameras];
    this.choose(Math.max(0, this.names.indexOf(name)));
  }

  /** Looks at the whole machine from the front left. */
  showAll(root: THREE.Vector3, heading: number, sphere: THREE.Sphere): void {
    this.framing.start(root, sphere, this.travels);
    this.lastHeading = heading;
    const { target } = this.orbit;
    target.copy(this.framing.centre);
    this.lastTarget.copy(target);
    const side = heading + 0.85;
    this.orbitEye.set(Math.cos(side), Math.sin(side), 0.3).setLength(this.fit()).add(target);
    this.zoomed = false;
    this.lastDistance = this.fit();
    if (this.current === 0) this.camera.position.copy(this.orbitEye);
  }

  /** The whole machine in the middle again, from where the operator looks. */
  private frameAgain(): void {
    const { target } = this.orbit;
    this.camera.position.sub(target).add(this.framing.centre);
    target.copy(this.framing.centre);
    this.zoomed = false;
  }

  private fit(): number {
    const { top, bottom, width, height } = this.free;
    // A sphere is higher than most machines, so it may go a little under the panels.
    const share = Math.min(1, Math.max(kLeastHeight, (1.2 * (bottom - top)) / height));
    return fitDistance(this.framing.radius, kFieldOfView, share, width / height);
  }

  /** The middle of the outside picture is where no panel is. */
  private shiftView(): void {
    const { top, bottom, width, height } = this.free;
    if (this.current !== 0) this.camera.clearViewOffset();
    else this.camera.setViewOffset(width, height, 0, (height - top - bottom) / 2, width, height);
  }

  choose(index: number): void {
    if (index < 0 || index >= this.names.length) return;
    if (this.current === 0) this.orbitEye.copy(this.camera.position);
    this.current = index;
    this.look = { left: 0, up: 0 };
    this.orbit.enabled = index === 0;
    this.camera.up.set(0, 0, 1);
    if (index === 0) this.camera.position.copy(this.orbitEye);
    const fov = this.list[index - 1]?.fieldOfView ?? 0;
    this.camera.fov = index > 0 && fov > 0 ? (180 / Math.PI) * fov : kFieldOfView;
    this.shiftView();
    this.camera.updateProjectionMatrix();
  }

  next(): void {
    this.choose((this.current + 1) % this.names.length);
  }

  /** Moves the outside camera: radians to the left and up, and its distance by a factor. */
  turnBy(left: number, up: number, distance: number): void {
    const eye = this.current === 0 ? this.camera.position : this.orbitEye;
    const { target } = this.orbit;
    const place = new THREE.Spherical().setFromCartesianCoords(
      eye.y - target.y,
      eye.z - target.z,
      eye.x - target.x,
    );
    place.radius *= distance;
    place.phi = Math.min(1.5, Math.max(0.1, place.phi - up));
    place.theta += left;
    const [x, z, y] = new THREE.Vector3().setFromSpherical(place).toArray();
    eye.set(target.x + y!, target.y + x!, target.z + z!);
    this.zoomed = true;
    this.lastDistance = place.radius;
  }

  /** Whether the outside view turns with the machine; says what it does now. */
  toggleHeading(): string {
    this.headingUp = !this.headingUp;
    return this.headingUp
      ? 'The outside view turns with the machine.'
      : 'The outside view keeps its direction.';
  }

  /** The first button belongs to a tool that marks a place; the second one looks around instead. */
  setHeld(held: boolean): void {
    this.held = held;
    const { mouseButtons, touches } = this.orbit;
    mouseButtons.LEFT = held ? null : THREE.MOUSE.ROTATE;
    mouseButtons.RIGHT = held ? THREE.MOUSE.ROTATE : THREE.MOUSE.PAN;
    touches.ONE = held ? null : THREE.TOUCH.ROTATE;
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    const { top, bottom } = this.free;
    this.free = {
      top: (top * height) / this.free.height,
      bottom: (bottom * height) / this.free.height,
      width,
      height,
    };
    this.shiftView();
    this.camera.updateProjectionMatrix();
  }

  /** What lies between `top` and `bottom` of the picture is free of panels. */
  setFree(top: number, bottom: number): void {
    if (bottom < top) return;
    this.free = { ...this.free, top, bottom };
    this.shiftView();
  }

  /**
   * @param root the body that carries the machine, posed
   * @param bodyOf the body with an id, when it is there
   * @param sphere around all bodies
   * @param seconds since the last picture
   */
  update(
    root: THREE.Object3D | undefined,
    bodyOf: (id: number) => THREE.Object3D | undefined,
    sphere: THREE.Sphere,
    seconds: number,
  ): void {
    if (root) this.follow(root, sphere, seconds);
    const view = this.list[this.current - 1];
    const body = view && bodyOf(view.body);
    if (view && body) this.mount(view, body);
  }

  private follow(machine: THREE.Object3D, sphere: THREE.Sphere, seconds: number): void {
    const { x, y, z, w } = machine.quaternion;
    const { heading } = tiltOf(x, y, z, w);
    this.framing.update(machine.position, sphere, this.travels, seconds);
    const shift = this.framing.centre.clone().sub(this.lastTarget);
    const turn = this.headingUp ? heading - this.lastHeading : 0;
    this.lastTarget.copy(this.framing.centre);
    this.lastHeading = heading;
    const eye = this.current === 0 ? this.camera.position : this.orbitEye;
    const { target } = this.orbit;
    const distance = eye.distanceTo(target);
    if (Math.abs(distance - this.lastDistance) > 1e-3 * distance) this.zoomed = true;
    target.add(shift);
    eye.add(shift).sub(target).applyAxisAngle(kUp, turn);
    if (!this.zoomed) eye.setLength(this.fit());
    eye.add(target);
    if (this.current === 0) this.stayAboveGround(eye, target);
    this.lastDistance = eye.distanceTo(target);
  }

  private stayAboveGround(eye: THREE.Vector3, target: THREE.Vector3): void {
    this.orbit.update();
    const floor = this.groundHeight(eye.x, eye.y) + kClearance;
    if (eye.z >= floor) return;
    eye.z = floor;
    this.camera.lookAt(target);
  }

  private mount(view: Camera, body: THREE.Object3D): void {
    const [px = 0, py = 0, pz = 0] = view.position;
    const [dx = 1, dy = 0, dz = 0] = view.direction;
    const position = new THREE.Vector3(px, py, pz).applyQuaternion(body.quaternion);
    this.camera.position.copy(position.add(body.position));
    const direction = new THREE.Vector3(dx, dy, dz).normalize();
    const side = new THREE.Vector3().crossVectors(kUp, direction);
    if (side.lengthSq() < 1e-6) side.set(0, 1, 0);
    direction.applyAxisAngle(side.normalize(), -this.look.up).applyAxisAngle(kUp, this.look.left);
    const steep = Math.abs(direction.z) > 0.98;
    this.camera.up.set(steep ? 1 : 0, 0, steep ? 0 : 1).applyQuaternion(body.quaternion);
    this.camera.lookAt(direction.applyQuaternion(body.quaternion).add(this.camera.position));
  }

  // In a camera of the scene, dragging turns the head; a double click looks ahead again.
  private listenToDragging(): void {
    let held: number | undefined;
    this.element.addEventListener('pointerdown', (event) => {
      const mine = !this.held || event.button === 2;
      if (this.current !== 0 && mine) held = event.pointerId;
    });
    window.addEventListener('pointermove', (event) => {
      if (held !== event.pointerId || this.current === 0) return;
      const perPixel = (this.camera.fov * Math.PI) / 180 / this.element.clientHeight;
      this.look.left = clamp(this.look.left + event.movementX * perPixel, 2.6);
      this.look.up = clamp(this.look.up + event.movementY * perPixel, 1.1);
    });
    const release = () => {
      held = undefined;
    };
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    this.element.addEventListener('dblclick', () => {
      this.look = { left: 0, up: 0 };
      if (this.current === 0) this.frameAgain();
    });
  }
}

const kUp = new THREE.Vector3(0, 0, 1);
const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value));
