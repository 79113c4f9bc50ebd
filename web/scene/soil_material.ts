import * as THREE from 'three';
import type { Quality } from './quality.js';
import {
  kSoilDeclaration,
  kSoilNormal,
  kSoilVertex,
  kSoilVertexDeclaration,
} from './soil_shader.js';

/** Broken soil is paler than grown soil: its lumps catch light, and it dries. */
export const kLoosePale = 1.16;
/** Of surfaces that the scene does not describe, 0..1. */
export const kEarth = [0.47, 0.36, 0.24];

/** The colour of a kind of surface as loose soil. */
export function looseColour(kind: readonly number[] | undefined, out: THREE.Color): THREE.Color {
  const [r, g, b] = kind && kind.length >= 3 ? kind : kEarth;
  return out.setRGB(r!, g!, b!, THREE.SRGBColorSpace).multiplyScalar(kLoosePale);
}

export type SoilMaterial = THREE.MeshStandardMaterial | THREE.MeshLambertMaterial;

/** Loose soil of one colour, with lumps finer than its mesh. */
export function soilMaterial(noise: THREE.Texture, quality: Quality): SoilMaterial {
  const material = quality.detail
    ? new THREE.MeshStandardMaterial({ roughness: 1 })
    : new THREE.MeshLambertMaterial();
  const fragment = quality.detail
    ? 'diffuseColor.rgb *= looseSoil(vGround, soilShares(normalize(vUp)), 1.0);'
    : 'diffuseColor.rgb *= 0.5 + soilNoise(vGround / 0.8, soilShares(normalize(vUp))).b;';
  material.onBeforeCompile = (shader) => {
    shader.uniforms.noiseMap = { value: noise };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${kSoilVertexDeclaration}`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>\n${kSoilVertex}`);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>\nuniform sampler2D noiseMap;\n${kSoilDeclaration}`,
      )
      .replace('#include <map_fragment>', fragment);
    if (!quality.detail) return;
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <normal_fragment_maps>',
      `#include <normal_fragment_maps>\n${kSoilNormal}`,
    );
  };
  material.customProgramCacheKey = () => `soil ${quality.name}`;
  return material;
}
