import * as THREE from 'three';
import type { Channel, Frame, Scene } from '../protocol/outrigger_pb.js';
import { machineOf } from '../shared/state/machines.js';

const kWidth = 256;
const kRows = 4;
/** Seconds between two pictures on the screen. */
const kEvery = 0.25;

/** The screen in the cab of a machine: the readings that its operator needs, as the machine shows them. */
export class Monitor {
  readonly material: THREE.MeshBasicMaterial | undefined;
  private readonly canvas: HTMLCanvasElement | undefined;
  private readonly context: CanvasRenderingContext2D | null = null;
  private readonly texture: THREE.CanvasTexture | undefined;
  private readonly shown: { channel: Channel; index: number }[];
  private next = Number.NEGATIVE_INFINITY;

  constructor(scene: Scene, machine: string) {
    this.shown = scene.channels
      .map((channel, index) => ({ channel, index }))
      .filter(({ channel: c }) => c.forOperators && c.group === '' && machineOf(c.name) === machine)
      .slice(0, kRows);
    if (typeof document === 'undefined') return;
    this.canvas = document.createElement('canvas');
    this.canvas.width = kWidth;
    this.canvas.height = 192;
    this.context = this.canvas.getContext('2d');
    this.texture = new THREE.CanvasTexture(this.canvas);
    this.texture.colorSpace = THREE.SRGBColorSpace;
    this.material = new THREE.MeshBasicMaterial({ map: this.texture, toneMapped: false });
  }

  /** @param now seconds on the clock of the page */
  update({ channels }: Pick<Frame, 'channels'>, now: number): void {
    if (now < this.next || !this.context || !this.texture) return;
    this.next = now + kEvery;
    this.paint(this.context, channels);
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture?.dispose();
    this.material?.dispose();
  }

  private paint(c: CanvasRenderingContext2D, values: readonly number[]): void {
    c.fillStyle = '#0b1016';
    c.fillRect(0, 0, kWidth, 192);
    c.fillStyle = '#ffc83d';
    c.fillRect(0, 0, kWidth, 5);
    c.textBaseline = 'middle';
    this.shown.forEach(({ channel, index }, row) => {
      const y = 30 + 44 * row;
      const scale = channel.shownScale || 1;
      const rounded = (scale * (values[index] ?? 0)).toFixed(Math.min(2, channel.decimals));
      const value = Number(rounded) === 0 ? rounded.replace('-', '') : rounded;
      c.textAlign = 'left';
      c.fillStyle = '#9fb0bf';
      c.font = '17px sans-serif';
      c.fillText(channel.label || channel.name, 12, y, 110);
      c.textAlign = 'right';
      c.fillStyle = '#eef3f7';
      c.font = '600 25px sans-serif';
      c.fillText(value, 190, y, 74);
      c.textAlign = 'left';
      c.fillStyle = '#9fb0bf';
      c.font = '15px sans-serif';
      c.fillText(channel.shownUnit || channel.unit, 197, y, 55);
      c.fillStyle = '#22303c';
      c.fillRect(12, y + 20, kWidth - 24, 1);
    });
  }
}
