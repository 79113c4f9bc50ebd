import * as THREE from 'three';
import type { Scene } from '../protocol/outrigger_pb.js';
import { kEyeLayer } from '../scene/layers.js';
import type { Quality } from '../scene/quality.js';
import { Mirrors } from './mirrors.js';
import { type CardKind, lookAtCard, makeCard } from './modes/card.js';
import { type Channel, kPlainLayout, type Layout } from './modes/layout.js';
import { Output } from './modes/output.js';
import { kWhole, type Pass } from './passes.js';

/** What the passes of a picture need to know. */
export interface Situation {
  /** The operator's. */
  camera: THREE.PerspectiveCamera;
  /** Pixels that are drawn. */
  width: number;
  height: number;
  bodyOf: (id: number) => THREE.Object3D | undefined;
  /** Metres to what is looked at from outside; nothing: as eyes are, in the machine. */
  focus: number | undefined;
  /** Number of the picture. */
  count: number;
}

/** Which views make up a picture of this page: mirrors, eyes, faces of a dome, and how they are composed. */
export class Composer {
  readonly mirrors: Mirrors;
  private layout: Layout = kPlainLayout;
  private channel: Channel = kPlainLayout.channels[0]!;
  private output: Output | undefined;
  private size = { width: 0, height: 0 };
  private quality: Quality['name'] = 'high';
  private card: THREE.Scene | undefined;
  private readonly cardCamera = new THREE.PerspectiveCamera(60, 1, 0.1, 100);

  constructor(scene: THREE.Scene) {
    this.mirrors = new Mirrors(scene);
  }

  /** What is drawn instead of the machine; nothing: the machine. */
  get instead(): THREE.Scene | undefined {
    return this.card;
  }

  setScene(wire: Scene): void {
    this.mirrors.setScene(wire, this.quality);
  }

  setQuality(quality: Quality['name']): void {
    this.quality = quality;
    this.mirrors.setQuality(quality);
    this.forget();
  }

  /** Shows a channel of a display. */
  setLayout(layout: Layout, channel: Channel): void {
    this.layout = layout;
    this.channel = channel;
    this.forget();
  }

  /** A test card instead of the machine; nothing: the machine. */
  setCard(kind: CardKind | undefined): void {
    this.card = kind && makeCard(kind);
    this.forget();
  }

  /** All views, those into targets first. */
  passes(situation: Situation): Pass[] {
    const { camera, bodyOf, count } = situation;
    camera.layers.enable(kEyeLayer);
    if (this.card) return this.views(this.prepareCard(camera), situation);
    const mirrors = this.mirrors.passes(camera.position, bodyOf, count);
    return [...mirrors, ...this.views(camera, situation)];
  }

  private views(camera: THREE.PerspectiveCamera, { width, height, focus }: Situation): Pass[] {
    if (Output.isPlain(this.layout, this.channel)) {
      return [{ name: 'operator', camera, rectangle: kWhole }];
    }
    if (width !== this.size.width || height !== this.size.height) this.forget();
    this.size = { width, height };
    const faces = this.quality === 'low' ? 256 : 1024;
    this.output ??= new Output(this.layout, this.channel, faces, this.size, Boolean(this.card));
    // A card has no machine to look at, nor has a picture before the first frame.
    const far = this.card || !focus || focus < 0.5 ? undefined : focus;
    return this.output.passes(camera, far);
  }

  private prepareCard({ aspect, fov }: THREE.PerspectiveCamera): THREE.PerspectiveCamera {
    const { cardCamera } = this;
    cardCamera.aspect = aspect;
    cardCamera.fov = fov;
    cardCamera.updateProjectionMatrix();
    lookAtCard(cardCamera);
    return cardCamera;
  }

  private forget(): void {
    this.output?.dispose();
    this.output = undefined;
  }
}
