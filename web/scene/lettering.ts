import * as THREE from 'three';
import type { Shape } from '../protocol/outrigger_pb.js';

const kRow = 64;
const kWidth = 1024;

/** Letters of a label: its place in the picture of all labels. */
interface Letters {
  width: number;
  row: number;
}

/** All labels of a machine in one picture. */
export class Lettering {
  readonly material: THREE.MeshStandardMaterial | undefined;
  private readonly rows = new Map<string, Letters>();
  private readonly height: number;

  constructor(texts: Iterable<string>, detail: boolean) {
    const all = [...new Set(texts)];
    this.height = kRow * 2 ** Math.ceil(Math.log2(Math.max(1, all.length)));
    if (all.length === 0 || typeof document === 'undefined') return;
    const canvas = document.createElement('canvas');
    canvas.width = kWidth;
    canvas.height = this.height;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = 'white';
    context.font = `800 ${0.8 * kRow}px "DejaVu Sans", "Liberation Sans", Arial, sans-serif`;
    context.textBaseline = 'middle';
    all.forEach((text, row) => {
      context.fillText(text, 4, (row + 0.53) * kRow, kWidth - 8);
      const width = Math.min(kWidth, context.measureText(text).width + 8);
      this.rows.set(text, { width, row });
    });
    const texture = new THREE.CanvasTexture(canvas);
    texture.anisotropy = detail ? 8 : 1;
    this.material = new THREE.MeshStandardMaterial({
      alphaMap: texture,
      transparent: true,
      depthWrite: false,
      vertexColors: true,
      roughness: 0.6,
      metalness: 0,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -4,
    });
    // The letters' brightness is their shape.
    this.material.alphaTest = 0.02;
  }

  /** A label in its own frame: letters along x, seen from -y. */
  geometry({ text, length, colour }: Shape): THREE.BufferGeometry | undefined {
    const letters = this.rows.get(text);
    if (!letters) return undefined;
    // Capitals are about 0.58 of a row high.
    const high = length / 0.58;
    const wide = (high * letters.width) / kRow;
    const geometry = new THREE.PlaneGeometry(wide, high).rotateX(Math.PI / 2);
    const uv = geometry.getAttribute('uv');
    for (let i = 0; i < uv.count; i++) {
      const v = 1 - ((letters.row + 1 - uv.getY(i)) * kRow) / this.height;
      uv.setXY(i, (uv.getX(i) * letters.width) / kWidth, v);
    }
    const c = new THREE.Color().setRGB(
      colour[0] ?? 0,
      colour[1] ?? 0,
      colour[2] ?? 0,
      THREE.SRGBColorSpace,
    );
    const colours = new Float32Array(3 * uv.count);
    for (let i = 0; i < uv.count; i++) c.toArray(colours, 3 * i);
    geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
    return geometry;
  }

  dispose(): void {
    this.material?.alphaMap?.dispose();
    this.material?.dispose();
  }
}
