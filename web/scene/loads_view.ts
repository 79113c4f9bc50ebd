import * as THREE from 'three';
import { type Container, Container_Kind, type Load, type Scene } from '../protocol/outrigger_pb.js';
import { BedLoad } from './bed_load.js';
import { BucketLoad } from './bucket_load.js';
import type { Quality } from './quality.js';
import { looseColour, type SoilMaterial, soilMaterial } from './soil_material.js';

/** Where the bodies are that carry the containers. */
export type BodyOf = (id: number) => THREE.Object3D | undefined;

/** One container with what is in it. */
class LoadView {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, SoilMaterial>;
  private readonly content: BucketLoad | BedLoad;
  /** As it is shown. */
  private readonly levels: number[] = [];
  private tilt = 0;
  private slope = 0;
  private tangent = 0;
  private surface = -1;
  private filled = false;
  private load: Load | undefined;
  private readonly inBody = new THREE.Vector3();
  private readonly turn = new THREE.Quaternion();

  constructor(
    readonly container: Container,
    noise: THREE.Texture,
    quality: Quality,
  ) {
    const bed = container.kind === Container_Kind.BED;
    this.content = bed
      ? new BedLoad(container, quality.name)
      : new BucketLoad(container, quality.name);
    this.mesh = new THREE.Mesh(this.content.surface.geometry, soilMaterial(noise, quality));
    this.mesh.receiveShadow = quality.shadows;
    this.mesh.visible = false;
  }

  update(load: Load | undefined, body: THREE.Object3D | undefined, scene: Scene): void {
    if (load && this.isNew(load)) this.show(load, scene);
    this.load = load;
    this.mesh.visible = this.filled && load !== undefined && body !== undefined;
    if (!body) return;
    this.mesh.position.copy(body.position);
    this.mesh.quaternion.copy(body.quaternion);
  }

  /** Metres of a place in the world above the soil of a bed; nothing beside it. */
  above(place: THREE.Vector3): number | undefined {
    const { content, load, inBody, mesh, container } = this;
    if (!load || !(content instanceof BedLoad)) return undefined;
    inBody.copy(place).sub(mesh.position);
    inBody.applyQuaternion(this.turn.copy(mesh.quaternion).invert());
    const height = content.heightAt(load, inBody.x, inBody.y);
    if (height === undefined || inBody.z < container.floor) return undefined;
    return inBody.z - container.floor - height;
  }

  dispose(): void {
    this.content.dispose();
    this.mesh.material.dispose();
  }

  private isNew({ levels, tilt, slope, tangent, surface }: Load): boolean {
    const same =
      tilt === this.tilt &&
      slope === this.slope &&
      tangent === this.tangent &&
      surface === this.surface &&
      levels.length === this.levels.length;
    if (!same) return true;
    for (let i = 0; i < levels.length; i++) if (levels[i] !== this.levels[i]) return true;
    return false;
  }

  private show(load: Load, { ground }: Scene): void {
    const { levels } = load;
    this.filled = this.content.update(load);
    if (load.surface !== this.surface) {
      looseColour(ground?.kinds[load.surface]?.colour, this.mesh.material.color);
    }
    this.tilt = load.tilt;
    this.slope = load.slope;
    this.tangent = load.tangent;
    this.surface = load.surface;
    this.levels.length = levels.length;
    for (let i = 0; i < levels.length; i++) this.levels[i] = levels[i]!;
  }
}

/** What the containers of a machine hold. */
export class LoadsView {
  readonly group = new THREE.Group();
  private readonly views: LoadView[];

  constructor(
    private readonly scene: Scene,
    noise: THREE.Texture,
    quality: Quality,
  ) {
    this.views = scene.containers.map((container) => new LoadView(container, noise, quality));
    for (const { mesh } of this.views) this.group.add(mesh);
  }

  /** After the bodies have been posed. */
  update(loads: readonly Load[], bodyOf: BodyOf): void {
    for (let i = 0; i < this.views.length; i++) {
      const view = this.views[i]!;
      view.update(loads[i], bodyOf(view.container.body), this.scene);
    }
  }

  /** Metres of a place above the soil of the bed under it, if there is one. */
  above(place: THREE.Vector3): number | undefined {
    for (const view of this.views) {
      const height = view.above(place);
      if (height !== undefined) return height;
    }
    return undefined;
  }

  dispose(): void {
    for (const view of this.views) view.dispose();
  }
}
