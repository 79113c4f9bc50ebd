import * as THREE from 'three';

// A small generator with a fixed seed: the same pictures on every computer.
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// Smooth noise of `cells` x `cells` random values that repeats at the edges.
function addOctave(out: Float32Array, size: number, cells: number, weight: number, seed: number) {
  const random = randomNumbers(seed);
  const values = Float32Array.from({ length: cells * cells }, random);
  const smooth = (t: number) => t * t * (3 - 2 * t);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [u, v] = [(x * cells) / size, (y * cells) / size];
      const [i, j] = [Math.floor(u), Math.floor(v)];
      const [s, t] = [smooth(u - i), smooth(v - j)];
      const at = (a: number, b: number) => values[(b % cells) * cells + (a % cells)]!;
      const low = (1 - s) * at(i, j) + s * at(i + 1, j);
      const high = (1 - s) * at(i, j + 1) + s * at(i + 1, j + 1);
      out[y * size + x]! += weight * ((1 - t) * low + t * high);
    }
  }
}

/** A texture that repeats: clouds in red and green, fine grain in blue. */
export function noiseTexture(detail: boolean, size = 256): THREE.DataTexture {
  const channels = [0, 1, 2].map(() => new Float32Array(size * size));
  const coarse = [4, 8, 16, 32, 64];
  coarse.forEach((cells, k) => {
    addOctave(channels[0]!, size, cells, 0.5 ** (k + 1), 11 + k);
    addOctave(channels[1]!, size, cells, 0.5 ** (k + 1), 71 + k);
  });
  [16, 64, 128, 256].forEach((cells, k) => {
    addOctave(channels[2]!, size, cells, [0.2, 0.25, 0.3, 0.25][k]!, 131 + k);
  });
  const data = new Uint8Array(4 * size * size);
  for (let i = 0; i < size * size; i++) {
    for (let k = 0; k < 3; k++) data[4 * i + k] = 255 * Math.min(1, channels[k]![i]!);
    data[4 * i + 3] = 255;
  }
  const texture = new THREE.DataTexture(data, size, size);
  texture.wrapS = THREE.RepeatWrapping;
  texture.wrapT = THREE.RepeatWrapping;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = detail ? 4 : 1;
  texture.needsUpdate = true;
  return texture;
}
