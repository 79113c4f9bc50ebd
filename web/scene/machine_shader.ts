import * as THREE from 'three';
import type { Conditions } from './conditions.js';
import type { Quality } from './quality.js';

// What machines are made of, in one program: paint that has worn off at edges, steel, rubber, lamps, with
// the dust and mud of a site on them. Patterns are those of materials.ts, 16 of 255 apart.

const kVertexDeclaration = `
  attribute vec4 finish;
  varying vec4 vFinish;
  varying vec3 vBody;
  varying vec3 vBodyNormal;
  varying vec3 vWorld;
  varying vec3 vWorldNormal;
  #ifdef TYRE
    uniform vec4 tyreGround;
  #endif
`;

// A tyre is flat on the ground and wider above it.
const kSquash = `
  #ifdef TYRE
    float under = tyreGround.w - dot(tyreGround.xyz, transformed);
    float near = smoothstep(-0.16, 0.0, under);
    transformed.y *= 1.0 + 0.05 * near;
    if (under > 0.0) transformed += under * tyreGround.xyz;
  #endif
`;

const kVertex = `
  vFinish = finish;
  vBody = position;
  vBodyNormal = normal;
  vWorld = (modelMatrix * vec4(transformed, 1.0)).xyz;
  vWorldNormal = normalize(mat3(modelMatrix) * normal);
`;

const kFragmentDeclaration = `
  varying vec4 vFinish;
  varying vec3 vBody;
  varying vec3 vBodyNormal;
  varying vec3 vWorld;
  varying vec3 vWorldNormal;
  uniform sampler2D noiseMap;
  uniform float dark;
  uniform float wet;
  uniform float seconds;
  uniform float floorHeight;
  float partRoughness;
  float partMetalness;
  vec3 partGlow;

  vec3 bodyNoise(vec3 p, vec3 w) {
    return w.x * texture2D(noiseMap, p.yz).rgb + w.y * texture2D(noiseMap, p.xz).rgb +
           w.z * texture2D(noiseMap, p.xy).rgb;
  }
`;

const kFragment = `
  partRoughness = vFinish.x;
  partMetalness = vFinish.y;
  partGlow = vec3(0.0);
  int pattern = int(vFinish.z * 255.0 / 16.0 + 0.5);
  vec3 face = normalize(vBodyNormal);
  vec3 shares = face * face;
  shares *= shares;
  shares /= shares.x + shares.y + shares.z;
  float pixel = length(fwidth(vBody));
  vec3 base = diffuseColor.rgb;

  // Along the surface, for what has stripes: across the face, upwards.
  vec2 flat2 = shares.z > 0.6 ? vBody.xy : shares.y > 0.5 ? vBody.xz : vBody.yz;
  if (pattern == 4) {
    // Slots of a grille.
    float slot = smoothstep(0.25, 0.45, abs(fract(flat2.y / 0.032) - 0.5) * 2.0);
    slot = mix(slot, 0.6, smoothstep(0.006, 0.02, pixel));
    float frame = smoothstep(0.9, 0.94, abs(fract(flat2.x / 0.3) - 0.5) * 2.0);
    base *= mix(0.18, 1.0, max(slot, frame));
  } else if (pattern == 5) {
    // Chequer plate.
    vec2 q = flat2 / 0.034;
    vec2 cell = fract(q) - 0.5;
    float odd = mod(floor(q.x) + floor(q.y), 2.0);
    vec2 turned = odd > 0.5 ? vec2(cell.x + cell.y, cell.x - cell.y) : vec2(cell.x - cell.y, cell.x + cell.y);
    float bump = smoothstep(1.0, 0.6, length(turned * vec2(1.5, 5.0)));
    bump *= 1.0 - smoothstep(0.006, 0.016, pixel);
    base *= 0.8 + 0.75 * bump;
    partRoughness -= 0.2 * bump;
  } else if (pattern == 6) {
    float stripe = fract((flat2.x + flat2.y) / 0.2);
    float line = smoothstep(0.0, pixel / 0.2 + 0.01, abs(stripe - 0.5) - 0.25);
    base = mix(vec3(0.55, 0.02, 0.015), vec3(0.8), line);
  } else if (pattern == 9) {
    base *= 0.8 + 0.4 * texture2D(noiseMap, flat2 * 9.0).b;
  } else if (pattern == 7) {
    partGlow = base * (0.03 + 3.2 * dark);
  } else if (pattern == 8) {
    float turn = fract(seconds * 1.1);
    partGlow = base * (0.25 + (1.2 + 3.0 * dark) * smoothstep(0.2, 0.0, abs(turn - 0.5)));
  }

  #ifdef DETAIL
  if (pattern < 7 || pattern == 9) {
    vec3 fine = bodyNoise(vBody * 2.3, shares);
    vec3 broad = bodyNoise(vBody * 0.33 + 0.31, shares);
    // The radius of an edge shows in how fast the normal turns.
    float turning = length(fwidth(normalize(vBodyNormal))) / max(pixel, 1e-5);
    float edge = smoothstep(18.0, 60.0, turning) * (1.0 - smoothstep(0.012, 0.03, pixel));
    float worn = 0.0;
    if (pattern == 1) {
      worn = edge * smoothstep(0.5, 0.62, 0.55 * fine.r + 0.45 * fine.b + 0.08 * broad.g);
      // Sun-bleached, not all of one piece.
      base *= 0.93 + 0.14 * broad.r;
      base = mix(base, vec3(0.19, 0.17, 0.16), 0.85 * worn);
      partMetalness = mix(partMetalness, 0.5, worn);
      partRoughness += 0.2 * (fine.g - 0.4);
    } else if (pattern == 2) {
      float rust = smoothstep(0.5, 0.75, 0.5 * broad.r + 0.5 * fine.r);
      base = mix(base, vec3(0.16, 0.075, 0.035), 0.45 * rust * (1.0 - edge));
      partMetalness *= 1.0 - 0.7 * rust;
      partRoughness += 0.25 * rust + 0.12 * (fine.b - 0.5);
    }
    // Dust lies on what looks up, mud sticks to what is low.
    float above = vWorld.z - floorHeight;
    float up = smoothstep(0.35, 0.95, vWorldNormal.z);
    float low = smoothstep(1.5, 0.15, above + 0.7 * (broad.g - 0.5));
    float dirt = 0.42 * up * smoothstep(0.25, 0.7, broad.r + 0.35 * fine.b) + 0.5 * low * smoothstep(0.3, 0.65, fine.r * 0.6 + broad.b * 0.6);
    dirt += 0.09 + 0.1 * broad.g;
    if (pattern == 3) dirt = 0.12 + 0.6 * dirt;
    dirt *= 1.0 - 0.75 * edge;
    dirt = clamp(dirt, 0.0, 0.85);
    vec3 earth = mix(vec3(0.22, 0.175, 0.12), vec3(0.1, 0.07, 0.045), wet) * (0.75 + 0.5 * fine.g);
    base = mix(base, earth, dirt * mix(1.0, 0.55, wet));
    partRoughness = mix(partRoughness, 0.96, dirt);
    partMetalness *= 1.0 - dirt;
    // A film of water.
    partRoughness = mix(partRoughness, 0.16 + 0.3 * fine.b, 0.75 * wet * (0.4 + 0.6 * up));
    base *= 1.0 - 0.25 * wet * dirt;
  }
  #endif
  diffuseColor.rgb = base;
`;

/**
 * The material of machines.
 *
 * @param opacity below 1: glass and the like
 * @param tyre the ground under a tyre, a plane in its frame
 */
export function machineMaterial(
  quality: Quality,
  conditions: Conditions,
  opacity: number,
  tyre?: { value: THREE.Vector4 },
): THREE.Material {
  const clear = opacity < 1;
  const common = { vertexColors: true, transparent: clear, opacity, depthWrite: !clear };
  const material = quality.detail
    ? new THREE.MeshStandardMaterial({ ...common, roughness: 1, metalness: 1 })
    : new THREE.MeshLambertMaterial(common);
  if (clear && quality.detail) material.envMapIntensity = 1.6;
  material.defines = { ...material.defines };
  if (quality.detail) material.defines.DETAIL = '';
  if (tyre) material.defines.TYRE = '';
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, conditions.uniforms);
    if (tyre) shader.uniforms.tyreGround = tyre;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${kVertexDeclaration}`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>\n${kSquash}\n${kVertex}`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${kFragmentDeclaration}`)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${kFragment}`)
      .replace(
        '#include <emissivemap_fragment>',
        '#include <emissivemap_fragment>\ntotalEmissiveRadiance += partGlow;',
      )
      .replace(
        '#include <roughnessmap_fragment>',
        'float roughnessFactor = clamp(partRoughness, 0.03, 1.0);',
      )
      .replace(
        '#include <metalnessmap_fragment>',
        'float metalnessFactor = clamp(partMetalness, 0.0, 1.0);',
      );
  };
  material.customProgramCacheKey = () => `machine ${quality.name} ${clear} ${tyre !== undefined}`;
  return material;
}
