import * as THREE from 'three';
import type { Blend, Stereo } from './layout.js';

const kVertex = /* glsl */ `
varying vec2 place;
void main() {
  place = uv;
  gl_Position = vec4(2.0 * uv - 1.0, 0.0, 1.0);
}`;

// Anaglyphs for red and cyan glasses by least squares, E. Dubois, A projection method to generate anaglyph
// stereo images, ICASSP 2001; on linear light.
const kFragment = /* glsl */ `
uniform sampler2D leftEye, rightEye;
uniform int mode;
uniform vec4 blend;
uniform float gamma;
varying vec2 place;
vec3 seen(sampler2D eye, vec2 at) {
  vec3 light = texture2D(eye, at).rgb;
  #if defined(TONE_MAPPING)
    return toneMapping(light);
  #else
    return light;
  #endif
}
// Two neighbours that fade out by it give the same light everywhere: f(t) + f(1 - t) = 1.
float ramp(float t) {
  float x = clamp(t, 0.0, 1.0);
  return x < 0.5 ? 2.0 * x * x : 1.0 - 2.0 * (1.0 - x) * (1.0 - x);
}
float fade(vec2 at) {
  float f = 1.0;
  if (blend.x > 0.0) f *= ramp(at.x / blend.x);
  if (blend.y > 0.0) f *= ramp((1.0 - at.x) / blend.y);
  if (blend.z > 0.0) f *= ramp(at.y / blend.z);
  if (blend.w > 0.0) f *= ramp((1.0 - at.y) / blend.w);
  return f;
}
void main() {
  vec3 light;
  if (mode == 0) {
    light = seen(leftEye, place);
  } else if (mode == 1) {
    vec3 l = seen(leftEye, place), r = seen(rightEye, place);
    light = clamp(mat3(0.456, -0.040, -0.015, 0.500, -0.038, -0.021, 0.176, -0.016, -0.005) * l +
      mat3(-0.043, 0.378, -0.072, -0.088, 0.734, -0.113, -0.002, -0.018, 1.226) * r, 0.0, 1.0);
  } else if (mode == 2) {
    vec2 at = vec2(fract(2.0 * place.x), place.y);
    light = place.x < 0.5 ? seen(leftEye, at) : seen(rightEye, at);
  } else if (mode == 3) {
    vec2 at = vec2(place.x, fract(2.0 * place.y));
    light = place.y >= 0.5 ? seen(leftEye, at) : seen(rightEye, at);
  } else {
    float line = mode == 4 ? gl_FragCoord.y : gl_FragCoord.x;
    light = mod(floor(line), 2.0) < 0.5 ? seen(leftEye, place) : seen(rightEye, place);
  }
  gl_FragColor = vec4(light, 1.0);
  #include <colorspace_fragment>
  // Light of the projector is its input to the power gamma.
  gl_FragColor.rgb *= pow(fade(place), 1.0 / gamma);
}`;

const kModes: Partial<Record<Stereo, number>> = {
  anaglyph: 1,
  side_by_side: 2,
  top_bottom: 3,
  rows: 4,
  columns: 5,
};

/** One picture of those of two eyes, faded out where a neighbour takes over. */
export class Composite {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.Camera();
  private readonly material: THREE.ShaderMaterial;
  private readonly plane = new THREE.PlaneGeometry(1, 1);

  /** @param exact colours are those of a test card, and stay as they are */
  constructor(stereo: Stereo, blend: Blend | undefined, exact: boolean) {
    const { left = 0, right = 0, bottom = 0, top = 0, gamma = 2.2 } = blend ?? {};
    this.material = new THREE.ShaderMaterial({
      vertexShader: kVertex,
      fragmentShader: kFragment,
      depthTest: false,
      depthWrite: false,
      toneMapped: !exact,
      uniforms: {
        leftEye: { value: null },
        rightEye: { value: null },
        mode: { value: kModes[stereo] ?? 0 },
        blend: { value: new THREE.Vector4(left, right, bottom, top) },
        gamma: { value: gamma },
      },
    });
    const quad = new THREE.Mesh(this.plane, this.material);
    quad.frustumCulled = false;
    this.scene.add(quad);
  }

  /** One texture: both eyes are the same. */
  setEyes(left: THREE.Texture, right = left): void {
    this.material.uniforms.leftEye!.value = left;
    this.material.uniforms.rightEye!.value = right;
  }

  dispose(): void {
    this.plane.dispose();
    this.material.dispose();
  }
}
