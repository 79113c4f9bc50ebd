import * as THREE from 'three';
import { type GroundCut, kCutDeclaration, kCutFragment } from './ground_cut.js';
import type { Quality } from './quality.js';

export function colourTexture(
  columns: number,
  rows: number,
  colours: ArrayLike<number>,
  q: Quality,
) {
  const data = new Uint8Array(4 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    for (let k = 0; k < 3; k++) data[4 * i + k] = colours[3 * i + k]!;
    data[4 * i + 3] = 255;
  }
  const texture = new THREE.DataTexture(data, columns, rows);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = q.detail ? 4 : 1;
  texture.needsUpdate = true;
  return texture;
}

export interface GroundLook {
  colours: THREE.Texture;
  noise: THREE.Texture;
  /** Texture coordinates per metre, to roughen the borders between surfaces. */
  perMetre: THREE.Vector2;
  /** Lines every 1 m and 10 m. */
  grid: boolean;
  /** What is left out, because something else is drawn there. */
  cut?: GroundCut;
  /** Vertices have a colour, by which that of the surface is multiplied. */
  tinted?: boolean;
}

/** The colour of the surface with grain at several scales, and a grid if wanted. */
export function groundMaterial(look: GroundLook, quality: Quality): THREE.Material {
  const common = { map: look.colours, vertexColors: look.tinted ?? false };
  const material = quality.detail
    ? new THREE.MeshStandardMaterial({ ...common, roughness: 0.97 })
    : new THREE.MeshLambertMaterial(common);
  const plain = quality.detail ? kGroundFragment : kPlainFragment;
  const fragment = look.grid ? kGridFragment : plain;
  const { cut } = look;
  material.defines = { ...material.defines };
  cut?.attach(material);
  material.onBeforeCompile = (shader) => {
    shader.uniforms.noiseMap = { value: look.noise };
    shader.uniforms.perMetre = { value: look.perMetre };
    if (cut) Object.assign(shader.uniforms, cut.uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vPlace;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlace = position.xy;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nvarying vec2 vPlace;\nuniform sampler2D noiseMap;\nuniform vec2 perMetre;' +
          (cut ? kCutDeclaration : ''),
      )
      .replace('#include <map_fragment>', (cut ? kCutFragment : '') + fragment);
  };
  material.customProgramCacheKey = () => `ground ${look.grid} ${cut !== undefined} ${quality.name}`;
  return material;
}

const kGroundFragment = `
  vec3 broad = texture2D(noiseMap, vPlace / 37.0).rgb;
  vec3 fine = texture2D(noiseMap, vPlace / 4.3).rgb;
  vec2 wobble = (fine.rg - 0.5) * 0.5 + (broad.rg - 0.5) * 0.3;
  diffuseColor *= texture2D(map, vMapUv + wobble * perMetre);
  float grain = texture2D(noiseMap, vPlace.yx / 1.7).b;
  diffuseColor.rgb *= 0.36 + 0.42 * broad.r + 0.26 * fine.g + 0.26 * fine.b + 0.38 * grain;
`;

// Software drawing pays for every texture.
const kPlainFragment = `
  float broad = texture2D(noiseMap, vPlace / 11.0).r;
  diffuseColor *= texture2D(map, vMapUv);
  diffuseColor.rgb *= 0.6 + 0.7 * broad;
`;

const kGridFragment = `
  vec3 broad = texture2D(noiseMap, vPlace / 37.0).rgb;
  vec3 fine = texture2D(noiseMap, vPlace / 4.3).rgb;
  diffuseColor *= texture2D(map, vMapUv);
  diffuseColor.rgb *= 0.75 + 0.25 * broad.r + 0.24 * fine.b;
  vec2 width = fwidth(vPlace);
  vec2 one = abs(fract(vPlace - 0.5) - 0.5) / (width + 0.02);
  vec2 ten = abs(fract(vPlace / 10.0 - 0.5) - 0.5) * 10.0 / (width + 0.04);
  float far = max(width.x, width.y);
  float line = (1.0 - min(min(one.x, one.y), 1.0)) * 0.35 * clamp(1.0 - 4.0 * far, 0.0, 1.0);
  line = max(line, (1.0 - min(min(ten.x, ten.y), 1.0)) * 0.55 * clamp(1.0 - 0.4 * far, 0.0, 1.0));
  diffuseColor.rgb *= 1.0 - line;
`;
