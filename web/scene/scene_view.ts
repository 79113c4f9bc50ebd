import * as THREE from 'three';
import { type Change, Change_Kind, type Frame, type Scene } from '../protocol/outrigger_pb.js';
import type { KeyedStore } from '../shared/state/keyed.js';
import { Conditions, type ConditionsChoice } from './conditions.js';
import { Environment } from './environment.js';
import { FallingSoil } from './falling_soil.js';
import { decodeTile, GroundModel } from './ground_model.js';
import { GroundTextures } from './ground_textures.js';
import { GroundView } from './ground_view.js';
import { LoadsView } from './loads_view.js';
import { MachineView } from './machine_view.js';
import type { MeshSource } from './meshes.js';
import { noiseTexture } from './noise.js';
import type { Quality } from './quality.js';
import { Rain } from './rain.js';
import { Scenery } from './scenery.js';

/** Everything that is there to be drawn: the machine, the ground, the sky, and what comes and goes. */
export class SceneView {
  readonly scene = new THREE.Scene();
  machine: MachineView | undefined;
  private ground: GroundView | undefined;
  private loads: LoadsView | undefined;
  private falling: FallingSoil | undefined;
  private model = new GroundModel(undefined);
  private rain: Rain | undefined;
  private scenery: Scenery | undefined;
  private environment: Environment | undefined;
  private noise: THREE.DataTexture | undefined;
  private textures: GroundTextures | undefined;
  private wire: Scene | undefined;
  private heading = 0;
  /** Places of the tiles, which a removal does not tell. */
  private readonly places = new Map<bigint, { column: number; row: number }>();

  private readonly bodyOf = (id: number) => this.machine?.body(id);
  private readonly aboveSoil = (place: THREE.Vector3) =>
    this.loads?.above(place) ?? place.z - this.model.heightAt(place.x, place.y);

  constructor(
    private readonly renderer: THREE.WebGLRenderer,
    private readonly keyed: KeyedStore,
    private readonly meshes: MeshSource,
    private quality: Quality,
    private readonly conditions = new Conditions(),
  ) {
    keyed.changed.listen((change) => this.take(change));
    this.setQuality(quality);
  }

  /** Height of the ground at a place. */
  groundHeight(x: number, y: number): number {
    return this.model.heightAt(x, y);
  }

  setQuality(quality: Quality): void {
    this.quality = quality;
    this.noise?.dispose();
    this.textures?.dispose();
    this.textures = new GroundTextures(quality.detail);
    this.noise = noiseTexture(quality.detail);
    this.conditions.uniforms.noiseMap.value = this.noise;
    this.environment?.dispose();
    this.environment = new Environment(
      this.scene,
      this.renderer,
      this.noise,
      quality,
      this.conditions,
    );
    this.environment.setHeading(this.heading);
    if (this.rain) this.scene.remove(this.rain.lines);
    this.rain?.dispose();
    this.rain = new Rain(this.conditions, quality.detail);
    this.scene.add(this.rain.lines);
    if (this.wire) this.setScene(this.wire);
  }

  /** Replaces what is shown. Throws when the scene contradicts itself. */
  setScene(scene: Scene): void {
    this.wire = scene;
    for (const view of [this.machine, this.ground, this.scenery, this.loads, this.falling]) {
      if (!view) continue;
      this.scene.remove(view.group);
      view.dispose();
    }
    this.machine = undefined;
    this.ground = undefined;
    this.loads = undefined;
    this.falling = undefined;
    this.places.clear();
    this.model = new GroundModel(scene.ground);
    const { field } = this.model;
    this.scenery = field ? new Scenery(field, this.quality, this.conditions) : undefined;
    if (this.scenery) this.scene.add(this.scenery.group);
    this.ground = new GroundView(this.model, this.textures!, this.conditions, this.quality);
    this.machine = new MachineView(scene, this.meshes, this.quality, this.conditions);
    this.loads = new LoadsView(scene, this.noise!, this.quality);
    this.falling = new FallingSoil(scene, this.quality);
    this.scene.add(this.ground.group, this.machine.group, this.loads.group, this.falling.group);
    // What came before, when only the quality is another.
    for (const kind of [Change_Kind.BODY, Change_Kind.GROUND_TILE]) {
      for (const change of this.keyed.entries(kind)) this.take(change);
    }
  }

  /**
   * Shows the machine and its soil.
   *
   * @param poses as in Frame.poses
   * @param bodies as in Frame.bodies
   * @param frame the newest, for what is not between two frames
   * @param time simulated seconds shown
   */
  update(
    poses: ArrayLike<number>,
    bodies: readonly number[],
    frame: Pick<Frame, 'loads' | 'falling' | 'inputs' | 'channels'>,
    time: number,
  ): void {
    const { loads, falling } = frame;
    const now = performance.now() / 1000;
    this.conditions.uniforms.seconds.value = now;
    this.machine?.update(poses, bodies);
    this.machine?.operate(frame, now);
    this.machine?.standOn((x, y) => this.model.heightAt(x, y));
    this.loads?.update(loads, this.bodyOf);
    this.falling?.update(falling, time, this.aboveSoil);
  }

  /** Turns the sky so that the sun lights the side of the machine that is shown first. */
  setHeading(heading: number): void {
    this.heading = heading;
    this.environment?.setHeading(heading);
  }

  /** Another time of day, another weather. */
  setConditions(choice: ConditionsChoice): void {
    this.conditions.set(choice);
    this.environment?.refresh();
  }

  /** The shadow holds the machine where it is now. */
  fitShadow(): void {
    if (!this.machine) return;
    this.machine.group.updateMatrixWorld(true);
    this.environment?.setReach(this.machine.reach());
  }

  /** Before a picture: sky around the eye, shadow around the machine, fine ground near the eye. */
  follow(eye: THREE.Vector3): void {
    const place = this.machine?.root?.position ?? new THREE.Vector3();
    this.environment?.follow(eye, place);
    this.conditions.uniforms.floorHeight.value = this.model.heightAt(place.x, place.y);
    this.ground?.update(eye);
    this.rain?.follow(eye);
  }

  private take(change: Change): void {
    if (!this.machine || !this.ground) return;
    const { value } = change;
    try {
      if (change.kind === Change_Kind.BODY) {
        const body = value.case === 'body' ? value.value : undefined;
        this.machine.setBody(Number(change.key), change.removed ? undefined : body);
      } else if (value.case === 'tile' && !change.removed) {
        const tile = decodeTile(value.value);
        this.places.set(change.key, { column: tile.column, row: tile.row });
        this.ground.changed(this.model.set(tile));
      } else if (change.kind === Change_Kind.GROUND_TILE) {
        this.removeTile(change.key);
      }
    } catch (error) {
      this.meshes.report(error instanceof Error ? error.message : String(error));
    }
  }

  private removeTile(key: bigint): void {
    const place = this.places.get(key);
    this.places.delete(key);
    const changed = place && this.model.remove(place.column, place.row);
    if (changed) this.ground?.changed(changed);
  }
}
