import * as THREE from 'three';
import { type GroundCut, kCutDeclaration, kCutFragment } from './ground_cut.js';
import type { Quality } from './quality.js';
import { kLoosePale } from './soil_material.js';
import {
  kSoilDeclaration,
  kSoilNormal,
  kSoilVertex,
  kSoilVertexDeclaration,
} from './soil_shader.js';

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
  /** Ground that was changed: vertices tell what it is made of (Field.soil). */
  changed?: boolean;
}

/** The colour of the surface with grain at several scales, and a grid if wanted. */
export function groundMaterial(look: GroundLook, quality: Quality): THREE.Material {
  const material = quality.detail
    ? new THREE.MeshStandardMaterial({ map: look.colours, roughness: 0.97 })
    : new THREE.MeshLambertMaterial({ map: look.colours });
  const { cut, changed } = look;
  const plain = quality.detail ? kGroundFragment : kPlainFragment;
  const soil = quality.detail ? kChangedFragment : kPlainChangedFragment;
  const unchanged = look.grid ? kGridFragment : plain;
  material.defines = { ...material.defines };
  cut?.attach(material);
  material.onBeforeCompile = (shader) => {
    shader.uniforms.noiseMap = { value: look.noise };
    shader.uniforms.perMetre = { value: look.perMetre };
    if (cut) Object.assign(shader.uniforms, cut.uniforms);
    const vertex = changed ? kChangedVertex : '';
    shader.vertexShader = shader.vertexShader
      .replace(
        '#include <common>',
        `#include <common>\nvarying vec2 vPlace;${changed ? kChangedVertexDeclaration : ''}`,
      )
      .replace(
        '#include <begin_vertex>',
        `#include <begin_vertex>\nvPlace = position.xy;\n${vertex}`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nvarying vec2 vPlace;\nuniform sampler2D noiseMap;\nuniform vec2 perMetre;' +
          (cut ? kCutDeclaration : '') +
          (changed ? kChangedDeclaration : ''),
      )
      .replace('#include <map_fragment>', (cut ? kCutFragment : '') + (changed ? soil : unchanged));
    if (!changed || !quality.detail) return;
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <normal_fragment_maps>',
      `#include <normal_fragment_maps>\n${kWallNormal}\n${kSoilNormal}`,
    );
  };
  const kind = `${look.grid} ${cut !== undefined} ${changed ?? false} ${quality.name}`;
  material.customProgramCacheKey = () => `ground ${kind}`;
  return material;
}

const kChangedVertexDeclaration = `
  ${kSoilVertexDeclaration}
  attribute vec4 soil;
  attribute float loose;
  varying vec4 vSoil;
  varying float vLoose;
`;

const kChangedVertex = `
  ${kSoilVertex}
  vSoil = soil;
  vLoose = loose;
`;

const kChangedDeclaration = `
  varying vec4 vSoil;
  varying float vLoose;
  ${kSoilDeclaration}
`;

// Walls are textured by the place on them; loose ground is paler and lies in clods.
const kChangedFragment = `
  vec3 face = normalize(cross(dFdx(vGround), dFdy(vGround)));
  float wall = 1.0 - smoothstep(0.4, 0.7, abs(face.z));
  vec3 shares = soilShares(normalize(mix(vUp, face, wall)));
  vec3 broad = texture2D(noiseMap, vPlace / 37.0).rgb;
  vec3 fine = soilNoise(vGround / 4.3, shares);
  float grain = soilNoise(vGround / 1.7 + 0.37, shares).b;
  vec2 wobble = (fine.rg - 0.5) * 0.5 + (broad.rg - 0.5) * 0.3;
  vec4 base = texture2D(map, vMapUv + wobble * perMetre);
  diffuseColor.rgb *= mix(base.rgb, vSoil.rgb, vSoil.a);
  float grown = 0.36 + 0.42 * broad.r + 0.26 * fine.g + 0.26 * fine.b + 0.38 * grain;
  // Earth that was cut is darker than what lies open, lumpy, and in faint layers.
  float layers = texture2D(noiseMap, vec2(dot(vGround.xy, vec2(0.03)), vGround.z * 0.22)).r;
  float lumpy = soilNoise(vGround / 1.1, shares).r;
  grown *= mix(1.0, 0.3 + 0.6 * layers + 0.7 * lumpy, wall);
  float loose = smoothstep(0.1, 0.75, vLoose + 0.5 * (fine.b - 0.5));
  soilHeight += 0.06 * wall * lumpy;
  float broken = looseSoil(vGround, shares, loose);
  diffuseColor.rgb *= mix(grown, ${kLoosePale} * broken, loose);
`;

const kPlainChangedFragment = `
  vec3 base = mix(texture2D(map, vMapUv).rgb, vSoil.rgb, vSoil.a);
  vec3 shares = soilShares(normalize(vUp));
  float grown = 0.6 + 0.7 * soilNoise(vGround / 11.0, shares).r;
  float broken = 0.35 + 1.3 * soilNoise(vGround / 3.0, shares).b;
  diffuseColor.rgb *= base * mix(grown, ${kLoosePale} * broken, vLoose);
`;

// The points of a mesh are too far apart for the normals of a wall and of the ground beside its rim: there
// that of the triangles.
const kWallNormal = `
  vec3 flatNormal = normalize(cross(dFdx(-vViewPosition), dFdy(-vViewPosition)));
  float bend = 1.0 - smoothstep(0.82, 0.94, dot(normal, flatNormal));
  normal = normalize(mix(normal, flatNormal, max(0.8 * wall, bend)));
`;

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
