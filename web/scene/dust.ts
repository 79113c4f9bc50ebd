import * as THREE from 'three';
import { scatter } from './lumps.js';
import type { Quality } from './quality.js';

/** Puffs at once. */
const kMost = 48;
/** Simulated seconds that a puff lasts, and between two puffs of one parcel. */
const kLife = 1.3;
const kBetween = 0.12;
/** Places in the table of parcels that have raised dust. */
const kTable = 64;
/** Diameters in metres at the beginning and at the end. */
const kBorn = 0.25;
const kGrown = 1.3;

const kVertex = `
  attribute vec4 puff;
  attribute vec3 tone;
  uniform float pixels;
  varying vec4 vTone;
  void main() {
    float age = puff.w;
    vec3 place = puff.xyz + vec3(0.0, 0.0, 0.35 * age);
    vec4 seen = modelViewMatrix * vec4(place, 1.0);
    gl_Position = projectionMatrix * seen;
    float size = mix(${kBorn.toFixed(2)}, ${kGrown.toFixed(2)}, sqrt(clamp(age, 0.0, 1.0)));
    gl_PointSize = age < 1.0 ? size * pixels * projectionMatrix[1][1] / gl_Position.w : 0.0;
    vTone = vec4(tone, 0.32 * (1.0 - age) * smoothstep(0.0, 0.12, age));
  }
`;

const kFragment = `
  varying vec4 vTone;
  void main() {
    vec2 d = 2.0 * gl_PointCoord - 1.0;
    float thick = max(0.0, 1.0 - dot(d, d));
    gl_FragColor = vec4(vTone.rgb, vTone.a * thick * thick);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`;

/** Puffs where soil lands: soft discs that grow, rise and fade. */
export class Dust {
  readonly points: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;
  /** Of each puff: place, and age as a share of its life. */
  private readonly puffs = new Float32Array(4 * kMost).fill(9);
  private readonly tones = new Float32Array(3 * kMost);
  private readonly born = new Float64Array(kMost).fill(Number.NEGATIVE_INFINITY);
  private readonly raised = new Float64Array(kTable).fill(Number.NEGATIVE_INFINITY);
  private next = 0;
  private time = 0;

  constructor(quality: Quality) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(3 * kMost), 3));
    geometry.setAttribute('puff', new THREE.BufferAttribute(this.puffs, 4));
    geometry.setAttribute('tone', new THREE.BufferAttribute(this.tones, 3));
    const material = new THREE.ShaderMaterial({
      transparent: true,
      depthWrite: false,
      vertexShader: kVertex,
      fragmentShader: kFragment,
      uniforms: { pixels: { value: 400 } },
    });
    this.points = new THREE.Points(geometry, material);
    this.points.frustumCulled = false;
    this.points.visible = false;
    // The simple picture does without.
    if (!quality.detail) this.points.layers.disableAll();
    const viewport = new THREE.Vector4();
    this.points.onBeforeRender = (renderer) => {
      renderer.getCurrentViewport(viewport);
      material.uniforms.pixels!.value = viewport.w / 2;
    };
  }

  /** A parcel is about to land. The same one raises dust again only after a while. */
  raise(place: THREE.Vector3, mass: number, colour: THREE.Color, seed: number, time: number): void {
    const slot = seed % kTable;
    if (time >= this.raised[slot]! && time - this.raised[slot]! < kBetween) return;
    this.raised[slot] = time;
    const k = this.next;
    this.next = (k + 1) % kMost;
    this.born[k] = time;
    const wide = 0.3 * Math.min(1, Math.cbrt(mass / 20));
    this.puffs[4 * k] = place.x + wide * (2 * scatter(seed + k) - 1);
    this.puffs[4 * k + 1] = place.y + wide * (2 * scatter(seed + k + 99) - 1);
    this.puffs[4 * k + 2] = place.z - 0.1;
    // Dust is paler than the soil that it comes from.
    this.tones[3 * k] = 0.55 * colour.r + 0.3;
    this.tones[3 * k + 1] = 0.55 * colour.g + 0.28;
    this.tones[3 * k + 2] = 0.55 * colour.b + 0.25;
  }

  /** @param time simulated seconds */
  update(time: number): void {
    // After a reset nothing of before is left.
    if (time < this.time) {
      this.born.fill(Number.NEGATIVE_INFINITY);
      this.raised.fill(Number.NEGATIVE_INFINITY);
    }
    this.time = time;
    let shown = false;
    for (let k = 0; k < kMost; k++) {
      const age = Math.min(9, (time - this.born[k]!) / kLife);
      this.puffs[4 * k + 3] = age;
      shown ||= age < 1;
    }
    this.points.visible = shown;
    if (!shown) return;
    this.points.geometry.getAttribute('puff').needsUpdate = true;
    this.points.geometry.getAttribute('tone').needsUpdate = true;
  }

  dispose(): void {
    this.points.geometry.dispose();
    this.points.material.dispose();
  }
}
