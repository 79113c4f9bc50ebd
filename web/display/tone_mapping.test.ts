import * as THREE from 'three';
import { expect, it } from 'vitest';
import { installToneMapping } from './tone_mapping.js';

it('gives shaders a tone mapping of its own, also when asked twice', () => {
  expect(THREE.ShaderChunk.tonemapping_pars_fragment).toContain('AgXToneMapping');
  for (let i = 0; i < 2; i++) {
    expect(installToneMapping()).toBe(THREE.CustomToneMapping);
    const chunk = THREE.ShaderChunk.tonemapping_pars_fragment;
    expect(chunk.match(/vec3 CustomToneMapping\(/g)).toHaveLength(1);
    // The look is there: more colour than the one it is made from.
    expect(chunk).toContain('color - grey');
  }
});
