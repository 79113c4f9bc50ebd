import * as THREE from 'three';
import { randomNumbers } from './noise.js';

const kSize = 256;

function repeating(data: Uint8Array, anisotropy: number): THREE.DataTexture {
  const texture = new THREE.DataTexture(data, kSize, kSize);
  texture.wrapS = THREE.RepeatWrapping;
  texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = anisotropy;
  texture.needsUpdate = true;
  return texture;
}

/**
 * Stones side by side, 24 along the edge; repeats. Red: how high, green: a tint of each stone, blue: dark
 * between them.
 */
export function stoneTexture(anisotropy: number, cells = 24): THREE.DataTexture {
  const random = randomNumbers(7);
  const points = Array.from({ length: cells * cells }, () => ({
    x: 0.15 + 0.7 * random(),
    y: 0.15 + 0.7 * random(),
    size: 0.7 + 0.6 * random(),
    tint: random(),
  }));
  const data = new Uint8Array(4 * kSize * kSize);
  for (let row = 0; row < kSize; row++) {
    for (let column = 0; column < kSize; column++) {
      const [u, v] = [(column * cells) / kSize, (row * cells) / kSize];
      const [i, j] = [Math.floor(u), Math.floor(v)];
      let [first, second, tint] = [9, 9, 0];
      for (let b = j - 1; b <= j + 1; b++) {
        for (let a = i - 1; a <= i + 1; a++) {
          const p = points[((b + cells) % cells) * cells + ((a + cells) % cells)]!;
          const d = Math.hypot(u - a - p.x, v - b - p.y) / p.size;
          if (d < first) [second, first, tint] = [first, d, p.tint];
          else if (d < second) second = d;
        }
      }
      const gap = Math.min(1, Math.max(0, (second - first) / 0.35));
      const at = 4 * (row * kSize + column);
      data[at] = 255 * Math.max(0, Math.min(1, gap * (1.05 - 0.75 * first * first)));
      data[at + 1] = 255 * tint;
      data[at + 2] = 255 * gap;
      data[at + 3] = 255;
    }
  }
  return repeating(data, anisotropy);
}

/** Blades of grass seen from above; repeats. Red: brightness, green: how yellow, blue: how high. */
export function bladeTexture(anisotropy: number, blades = 5200): THREE.DataTexture {
  const random = randomNumbers(23);
  const data = new Uint8Array(4 * kSize * kSize);
  for (let i = 0; i < kSize * kSize; i++) data.set([46, 90, 10, 255], 4 * i);
  for (let k = 0; k < blades; k++) {
    let [x, y] = [kSize * random(), kSize * random()];
    let angle = 2 * Math.PI * random();
    const bend = 0.16 * (random() - 0.5);
    const length = 9 + 16 * random();
    const bright = 70 + 150 * (k / blades) * (0.6 + 0.4 * random());
    const yellow = 60 + 150 * random() ** 2;
    for (let s = 0; s < length; s++) {
      const share = s / length;
      x += Math.cos(angle);
      y += Math.sin(angle);
      angle += bend;
      const column = ((Math.floor(x) % kSize) + kSize) % kSize;
      const row = ((Math.floor(y) % kSize) + kSize) % kSize;
      const at = 4 * (row * kSize + column);
      data[at] = Math.min(255, bright * (0.55 + 0.6 * share));
      data[at + 1] = yellow;
      data[at + 2] = 255 * share;
    }
  }
  return repeating(data, anisotropy);
}

/** The textures of the ground, made once. */
export class GroundTextures {
  readonly uniforms: Record<'stoneMap' | 'bladeMap', { value: THREE.Texture | null }>;

  constructor(detail: boolean) {
    this.uniforms = {
      stoneMap: { value: detail ? stoneTexture(8) : null },
      bladeMap: { value: detail ? bladeTexture(8) : null },
    };
  }

  dispose(): void {
    for (const { value } of Object.values(this.uniforms)) value?.dispose();
  }
}
