import * as THREE from 'three';
import type { SkyLook } from './conditions.js';
import type { Quality } from './quality.js';

/** Radius of the sky in metres; inside the far plane of the cameras. */
export const kSkyRadius = 1400;

const kVertex = `
  varying vec3 vDirection;
  void main() {
    vDirection = position;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;

const kFragment = `
  varying vec3 vDirection;
  uniform vec3 sun;
  uniform vec3 horizon;
  uniform vec3 zenith;
  uniform vec3 glow;
  uniform vec3 cloudColour;
  uniform vec3 sunColour;
  uniform sampler2D noiseMap;
  uniform float cover;
  uniform float stars;
  uniform float disc;
  uniform float clouds;
  float hash(vec3 p) {
    p = fract(p * 0.3183 + vec3(0.71, 0.113, 0.419));
    p *= 17.0;
    return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
  }
  void main() {
    vec3 d = normalize(vDirection);
    float height = max(d.z, 0.0);
    float towards = max(dot(d, sun), 0.0);
    vec3 colour = mix(horizon, zenith, pow(height, 0.48));
    // The sky around the sun is brighter, most near the horizon.
    colour += glow * (0.5 * pow(towards, 5.0) * (1.0 - height) + 0.8 * pow(towards, 60.0));
    if (stars > 0.0 && d.z > 0.0) {
      vec3 cell = floor(d * 160.0);
      float star = step(0.9975, hash(cell)) * smoothstep(0.5, 0.1, length(fract(d * 160.0) - 0.5));
      colour += stars * star * smoothstep(0.0, 0.2, d.z) * 0.8;
    }
    if (clouds > 0.0 && d.z > 0.005) {
      vec2 p = d.xy / (d.z + 0.16);
      float n = texture2D(noiseMap, p * 0.05 + 0.2).r * 0.55 + texture2D(noiseMap, p * 0.13).g * 0.28 +
                texture2D(noiseMap, p * 0.41).r * 0.17;
      float thick = texture2D(noiseMap, (p + 0.25 * sun.xy) * 0.05 + 0.2).r;
      float low = 0.62 - 0.3 * cover;
      float there = smoothstep(low, low + 0.2, n) * smoothstep(0.0, 0.16, d.z);
      vec3 lit = cloudColour * (0.72 + 0.5 * smoothstep(0.1, -0.12, thick - n)) + glow * 0.3 * pow(towards, 4.0);
      colour = mix(colour, mix(horizon, lit, smoothstep(0.0, 0.3, d.z)), clouds * there * (0.45 + 0.5 * cover));
    }
    // Light thrown back by the ground, for what looks down.
    colour = mix(colour, horizon * vec3(0.3, 0.27, 0.2), smoothstep(0.0, -0.12, d.z));
    colour += disc * sunColour * smoothstep(0.99985, 0.99996, dot(d, sun));
    gl_FragColor = vec4(colour, 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`;

/** The sky as a sphere around the eye. */
export class Sky {
  readonly mesh: THREE.Mesh<THREE.SphereGeometry, THREE.ShaderMaterial>;

  constructor(noise: THREE.Texture, quality: Quality) {
    const colour = () => ({ value: new THREE.Color() });
    this.mesh = new THREE.Mesh(
      new THREE.SphereGeometry(kSkyRadius, quality.detail ? 32 : 16, quality.detail ? 16 : 8),
      new THREE.ShaderMaterial({
        side: THREE.BackSide,
        depthWrite: false,
        fog: false,
        vertexShader: kVertex,
        fragmentShader: kFragment,
        uniforms: {
          sun: { value: new THREE.Vector3(0, 0, 1) },
          horizon: colour(),
          zenith: colour(),
          glow: colour(),
          cloudColour: colour(),
          sunColour: colour(),
          noiseMap: { value: noise },
          cover: { value: 0 },
          stars: { value: 0 },
          disc: { value: 0 },
          clouds: { value: quality.detail ? 1 : 0 },
        },
      }),
    );
    this.mesh.renderOrder = -2;
    this.mesh.frustumCulled = false;
  }

  show(look: SkyLook): void {
    const { uniforms: u } = this.mesh.material;
    (u.sun!.value as THREE.Vector3).set(...look.sun).normalize();
    (u.horizon!.value as THREE.Color).set(look.horizon);
    (u.zenith!.value as THREE.Color).set(look.zenith);
    (u.glow!.value as THREE.Color).set(look.glow).multiplyScalar(look.glowPower);
    (u.cloudColour!.value as THREE.Color).set(look.cloudColour);
    (u.sunColour!.value as THREE.Color).set(look.sunColour).multiplyScalar(look.sunPower);
    u.cover!.value = look.cover;
    u.stars!.value = look.stars;
  }

  /** The sun itself, which is a light of its own where things are lit by the sky. */
  setDisc(brightness: number): void {
    this.mesh.material.uniforms.disc!.value = brightness;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
