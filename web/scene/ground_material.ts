import * as THREE from 'three';
import type { Conditions } from './conditions.js';
import { type GroundCut, kCutDeclaration, kCutFragment } from './ground_cut.js';
import {
  kGroundLookDeclaration,
  kGroundPatterns,
  kSurfaceDeclaration,
  patternByte,
} from './ground_looks.js';
import type { GroundTextures } from './ground_textures.js';
import type { Quality } from './quality.js';
import { kLoosePale } from './soil_material.js';
import {
  kSoilDeclaration,
  kSoilNormal,
  kSoilVertex,
  kSoilVertexDeclaration,
} from './soil_shader.js';

/** @param patternAt pattern of a colour; see ground_looks.ts */
export function colourTexture(
  columns: number,
  rows: number,
  colours: ArrayLike<number>,
  q: Quality,
  patternAt: (r: number, g: number, b: number) => number = () => kGroundPatterns.earth,
) {
  const data = new Uint8Array(4 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    const [r, g, b] = [colours[3 * i]!, colours[3 * i + 1]!, colours[3 * i + 2]!];
    data.set([r, g, b, patternByte(patternAt(r, g, b))], 4 * i);
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
  /** What all surfaces are textured with. */
  textures: GroundTextures;
  conditions: Conditions;
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
  const { detail } = quality;
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, look.conditions.uniforms, look.textures.uniforms);
    if (cut) Object.assign(shader.uniforms, cut.uniforms);
    const declared = `${kSoilVertexDeclaration}${changed ? kChangedVertexDeclaration : ''}`;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\nvarying vec2 vPlace;${declared}`)
      .replace(
        '#include <begin_vertex>',
        `#include <begin_vertex>\nvPlace = position.xy;\n${kSoilVertex}${changed ? kChangedVertex : ''}`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nvarying vec2 vPlace;\nuniform sampler2D noiseMap;\n' +
          kSoilDeclaration +
          (detail ? kGroundLookDeclaration : 'uniform float wet;') +
          (cut ? kCutDeclaration : '') +
          (changed ? kChangedDeclaration : ''),
      )
      .replace(
        '#include <map_pars_fragment>',
        `#include <map_pars_fragment>\n${detail ? kSurfaceDeclaration : ''}`,
      )
      .replace('#include <map_fragment>', (cut ? kCutFragment : '') + (changed ? soil : unchanged));
    if (!detail) return;
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <normal_fragment_maps>',
        `#include <normal_fragment_maps>\n${changed ? kWallNormal : ''}\n${kSoilNormal}`,
      )
      .replace('#include <roughnessmap_fragment>', 'float roughnessFactor = groundRough;');
  };
  const kind = `${look.grid} ${cut !== undefined} ${changed ?? false} ${quality.name}`;
  material.customProgramCacheKey = () => `ground ${kind}`;
  return material;
}

const kChangedVertexDeclaration = `
  attribute vec4 soil;
  attribute float loose;
  varying vec4 vSoil;
  varying float vLoose;
`;

const kChangedVertex = `
  vSoil = soil;
  vLoose = loose;
`;

const kChangedDeclaration = `
  varying vec4 vSoil;
  varying float vLoose;
`;

// Borders are as rough as this, in points of the map.
const kWobble = `
  vec3 wobbleFine = texture2D(noiseMap, vPlace / 0.53).rgb;
  vec2 wobble = (texture2D(noiseMap, vPlace / 2.9).rg - 0.5) * 1.1 + (wobbleFine.rg - 0.5) * 0.7;
`;

// Walls are textured by the place on them and show their strata; loose ground is paler and lies in clods.
const kChangedFragment = `
  vec3 face = normalize(cross(dFdx(vGround), dFdy(vGround)));
  float wall = 1.0 - smoothstep(0.4, 0.7, abs(face.z));
  vec3 shares = soilShares(normalize(mix(vUp, face, wall)));
  vec3 fine = soilNoise(vGround / 4.3, shares);
  ${kWobble}
  Surface surface = surfaceAt(vMapUv, wobble);
  vec3 colour = mix(surface.first.rgb, vSoil.rgb, vSoil.a);
  bool same = vSoil.a < 0.5 || distance(surface.first.rgb, vSoil.rgb) < 0.05;
  vec2 sideways = vec2(-face.y, face.x) / max(length(face.xy), 1e-3);
  vec2 onWall = vec2(dot(vGround.xy, sideways), vGround.z);
  vec3 grown = groundLook(same && wall < 0.5 ? patternOf(surface.first) : 0, colour, wall > 0.5 ? onWall : vPlace);
  if (wall > 0.0) {
    // Strata: bands of their own colour that wave a little; stripes that teeth have left; roots of nothing.
    float level = vGround.z + 0.16 * (soilNoise(vGround / 7.0, shares).r - 0.5);
    float band = texture2D(noiseMap, vec2(0.37, level * 0.31)).r * 0.6 + texture2D(noiseMap, vec2(0.71, level * 0.9)).g * 0.4;
    vec3 strata = mix(vec3(0.62, 0.58, 0.56), vec3(1.3, 1.12, 0.92), smoothstep(0.3, 0.7, band));
    float seam = smoothstep(0.035, 0.0, abs(band - 0.46));
    float stripe = texture2D(noiseMap, vec2(onWall.x * 1.7, onWall.y * 0.12)).b;
    grown *= mix(vec3(1.0), strata * (1.0 - 0.3 * seam) * (0.82 + 0.36 * stripe), wall);
    soilHeight += wall * (0.02 * stripe + 0.03 * soilNoise(vGround / 1.1, shares).r);
  }
  float loose = smoothstep(0.1, 0.75, vLoose + 0.5 * (fine.b - 0.5));
  float broken = looseSoil(vGround, shares, loose);
  diffuseColor.rgb *= mix(grown, colour * ${kLoosePale} * broken * (1.0 - 0.45 * wet), loose);
  groundRough = mix(groundRough, 0.97 - 0.3 * wet, max(loose, wall));
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
  ${kWobble}
  Surface surface = surfaceAt(vMapUv, wobble);
  vec3 look = groundLook(patternOf(surface.first), surface.first.rgb, vPlace);
  if (surface.share > 0.01) {
    look = mix(look, groundLook(patternOf(surface.second), surface.second.rgb, vPlace), surface.share);
    // One surface does not stand above the other: their bumps end at the border.
    soilHeight *= 1.0 - 2.0 * surface.share;
  }
  diffuseColor.rgb *= look;
`;

// Software drawing pays for every texture.
const kPlainFragment = `
  float broad = texture2D(noiseMap, vPlace / 11.0).r;
  diffuseColor.rgb *= texture2D(map, vMapUv).rgb * (0.6 + 0.7 * broad) * (1.0 - 0.4 * wet);
`;

const kGridFragment = `
  vec3 broad = texture2D(noiseMap, vPlace / 37.0).rgb;
  vec3 fine = texture2D(noiseMap, vPlace / 4.3).rgb;
  diffuseColor.rgb *= texture2D(map, vMapUv).rgb;
  diffuseColor.rgb *= 0.75 + 0.25 * broad.r + 0.24 * fine.b;
  vec2 width = fwidth(vPlace);
  vec2 one = abs(fract(vPlace - 0.5) - 0.5) / (width + 0.02);
  vec2 ten = abs(fract(vPlace / 10.0 - 0.5) - 0.5) * 10.0 / (width + 0.04);
  float far = max(width.x, width.y);
  float line = (1.0 - min(min(one.x, one.y), 1.0)) * 0.35 * clamp(1.0 - 4.0 * far, 0.0, 1.0);
  line = max(line, (1.0 - min(min(ten.x, ten.y), 1.0)) * 0.55 * clamp(1.0 - 0.4 * far, 0.0, 1.0));
  diffuseColor.rgb *= 1.0 - line;
`;
