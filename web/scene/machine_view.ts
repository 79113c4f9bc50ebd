import * as THREE from 'three';
import { type Body, type Frame, Link_Kind, type Scene } from '../protocol/outrigger_pb.js';
import { machineOf } from '../shared/state/machines.js';
import { kPoseSize } from '../shared/state/playback.js';
import { BodyView, type Kit } from './body_view.js';
import { Conditions } from './conditions.js';
import { Lamps } from './lamps.js';
import { Lettering } from './lettering.js';
import { BarView, CylinderView, type LinkView } from './links.js';
import { Materials } from './materials.js';
import type { MeshSource } from './meshes.js';
import { Monitor } from './monitor.js';
import type { Quality } from './quality.js';

/** Fences of a training session (src/training/setup.cpp) stand about; they are no part of the machine. */
const kFence = /^fence_\d+$/;
/** Metres from the first body that no longer belong to the machine. */
const kFarAway = 60;
/** The body that is the world itself; what is fixed to the ground has its shapes. */
const kGround = 'ground';

/** The bodies by id, those of the scene and those that come and go, and the links between them. */
export class MachineView {
  readonly group = new THREE.Group();
  private readonly bodies = new Map<number, BodyView>();
  private readonly ofScene: ReadonlyMap<number, Body>;
  private readonly order: readonly number[];
  private readonly links: LinkView[];
  private readonly kit: Kit;
  private readonly lamps: Lamps;
  /** Place of each input in Frame.inputs. */
  private readonly inputs: ReadonlyMap<string, number>;
  /** Ids of the bodies that are there, in the order of the poses. */
  private there: readonly number[];
  private readonly bodyOf = (id: number): THREE.Object3D | undefined => {
    const group = this.bodies.get(id)?.group;
    return group?.visible ? group : undefined;
  };

  constructor(
    scene: Scene,
    meshes: MeshSource,
    quality: Quality,
    private readonly conditions = new Conditions(),
  ) {
    const labels = scene.bodies.flatMap((body) => body.shapes.map((shape) => shape.text));
    const machines = new Set(scene.bodies.map((body) => machineOf(body.name)));
    const monitors = new Map([...machines].map((name) => [name, new Monitor(scene, name)]));
    this.kit = {
      materials: new Materials(quality, conditions),
      meshes,
      quality,
      lettering: new Lettering(
        labels.filter((text) => text !== ''),
        quality.detail,
      ),
      monitors,
    };
    this.inputs = new Map(scene.controls.map(({ name }, k) => [name, k]));
    this.lamps = new Lamps(scene);
    this.group.add(this.lamps.group);
    this.ofScene = new Map(scene.bodies.map((body, id) => [id, body]));
    this.order = [...this.ofScene.keys()];
    this.there = this.order;
    for (const [id, body] of this.ofScene) this.rest(this.show(id, body));
    this.links = scene.links.map((link) => {
      if (!this.ofScene.has(link.bodyA) || !this.ofScene.has(link.bodyB)) {
        throw new Error(`link "${link.name}" is between bodies that do not exist`);
      }
      const View = link.kind === Link_Kind.BAR ? BarView : CylinderView;
      return new View(link, this.kit.materials, quality);
    });
    this.group.add(...this.links.map((link) => link.group));
  }

  /** The body that carries the machine: the first that is there. */
  get root(): THREE.Object3D | undefined {
    for (const id of this.there) {
      const body = this.bodyOf(id);
      if (body) return body;
    }
    return undefined;
  }

  /** A body with this id, if it is there. */
  body(id: number): THREE.Object3D | undefined {
    return this.bodyOf(id);
  }

  /** A body has come, or looks different; nothing: it is gone, or as the scene has it. */
  setBody(id: number, body: Body | undefined): void {
    const next = body ?? this.ofScene.get(id);
    const before = this.bodies.get(id);
    if (before && before.body === next) return;
    if (before) {
      this.group.remove(before.group);
      before.dispose();
      this.bodies.delete(id);
    }
    if (!next) return;
    const view = this.show(id, next);
    // Not before a frame says where it is, unless it rests.
    this.rest(view);
    if (!before || !this.there.includes(id)) return;
    view.group.visible = before.group.visible;
    view.group.position.copy(before.group.position);
    view.group.quaternion.copy(before.group.quaternion);
  }

  /**
   * @param poses as in Frame.poses
   * @param ids as in Frame.bodies: empty for the bodies of the scene
   */
  update(poses: ArrayLike<number>, ids: readonly number[]): void {
    const there = ids.length > 0 ? ids : this.order;
    if (there !== this.there) {
      for (const view of this.bodies.values()) this.rest(view);
      this.there = there;
    }
    there.forEach((id, i) => {
      const group = this.bodies.get(id)?.group;
      const at = kPoseSize * i;
      if (!group || at + kPoseSize > poses.length) return;
      group.visible = true;
      group.position.fromArray(poses, at);
      group.quaternion.fromArray(poses, at + 3);
    });
    for (const link of this.links) link.update(this.bodyOf);
  }

  /**
   * What moves, lights and shows readings besides the bodies.
   *
   * @param now seconds on the clock of the page
   */
  operate(frame: Pick<Frame, 'inputs' | 'channels'>, now: number): void {
    const inputOf = (name: string) => frame.inputs[this.inputs.get(name) ?? -1] ?? 0;
    for (const view of this.bodies.values()) view.moveParts(inputOf);
    this.lamps.update(this.bodyOf, this.conditions.uniforms.dark.value);
    for (const monitor of this.kit.monitors.values()) monitor.update(frame, now);
  }

  /** Tyres are flat where they stand. */
  standOn(heightAt: (x: number, y: number) => number): void {
    const normal = new THREE.Vector3();
    const turn = new THREE.Quaternion();
    for (const view of this.bodies.values()) {
      const { group, tyreRadius } = view;
      if (tyreRadius <= 0 || !group.visible) continue;
      const { x, y, z } = group.position;
      const d = 0.6 * tyreRadius;
      normal
        .set(
          heightAt(x - d, y) - heightAt(x + d, y),
          heightAt(x, y - d) - heightAt(x, y + d),
          2 * d,
        )
        .normalize();
      // Distance of the ground from the hub along the normal, in the frame of the body.
      const distance = (heightAt(x, y) - z) * normal.z;
      normal.applyQuaternion(turn.copy(group.quaternion).invert());
      view.setGround(normal.x, normal.y, normal.z, distance);
    }
  }

  /** Around all bodies where they are, without far-away or huge ones. */
  boundingSphere(out: THREE.Sphere): THREE.Sphere {
    const root = this.root?.position ?? new THREE.Vector3();
    const points: THREE.Vector3[] = [];
    const add = ({ group, corners }: BodyView, near: (corner: THREE.Vector3) => boolean) => {
      const placed = corners.map((c) =>
        c.clone().applyQuaternion(group.quaternion).add(group.position),
      );
      if (placed.length > 0 && placed.every(near)) points.push(...placed);
    };
    const views = [...this.bodies.values()].filter(
      ({ group, body }) => group.visible && body.rest.length === 0,
    );
    const ground = views.find((view) => view.body.name === kGround);
    for (const view of views) {
      if (view === ground || kFence.test(view.body.name)) continue;
      add(view, (p) => p.distanceTo(root) < kFarAway);
    }
    out.setFromPoints(points);
    // What stands on the ground belongs to the machine as long as it stands beside it.
    const moving = out.clone();
    if (ground) add(ground, (p) => p.distanceTo(moving.center) < 3 * moving.radius);
    return points.length > 0 ? out.setFromPoints(points) : out.set(root, 1);
  }

  /** Metres around the first body that hold the machine, without far-away or huge bodies. */
  reach(): number {
    const centre = this.root?.position ?? new THREE.Vector3();
    const box = new THREE.Box3();
    const sphere = new THREE.Sphere();
    let reach = 3;
    for (const { group, body } of this.bodies.values()) {
      if (group.children.length === 0 || !group.visible || body.rest.length > 0) continue;
      box.setFromObject(group).getBoundingSphere(sphere);
      const far = centre.distanceTo(sphere.center) + sphere.radius;
      if (sphere.radius < 30 && far < kFarAway) reach = Math.max(reach, far);
    }
    return reach;
  }

  dispose(): void {
    for (const view of this.bodies.values()) view.dispose();
    for (const link of this.links) link.dispose();
    this.lamps.dispose();
    this.kit.materials.dispose();
    this.kit.lettering.dispose();
    for (const monitor of this.kit.monitors.values()) monitor.dispose();
  }

  /** An object is where it rests while no frame tells its pose; other bodies are not there then. */
  private rest({ group, body }: BodyView): void {
    group.visible = body.rest.length === kPoseSize;
    if (!group.visible) return;
    group.position.fromArray(body.rest);
    group.quaternion.fromArray(body.rest, 3);
  }

  private show(id: number, body: Body): BodyView {
    const shapes = this.ofScene.get(body.like - 1)?.shapes ?? body.shapes;
    const view = new BodyView(body, shapes, this.kit);
    this.bodies.set(id, view);
    this.group.add(view.group);
    return view;
  }
}
