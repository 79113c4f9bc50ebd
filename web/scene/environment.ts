import * as THREE from 'three';
import type { Quality } from './quality.js';

/** Towards the sun, seen from a machine that looks along x. */
const kSun = new THREE.Vector3(0.36, 0.72, 0.7).normalize();
const kHorizon = new THREE.Color(0xc6d3dc);
const kHills = new THREE.Color(0x7f9488);
const kShadowMap = 2048;
/** Radius of the sky in metres; inside the far plane of the cameras. */
const kSkyRadius = 1400;

const kSkyVertex = `
  varying vec3 vDirection;
  void main() {
    vDirection = position;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;

const kSkyFragment = `
  varying vec3 vDirection;
  uniform vec3 sun;
  uniform vec3 horizon;
  uniform sampler2D noiseMap;
  uniform float clouds;
  uniform float disc;
  void main() {
    vec3 d = normalize(vDirection);
    float height = max(d.z, 0.0);
    vec3 colour = mix(horizon, vec3(0.2, 0.4, 0.68), pow(height, 0.6));
    float glow = max(dot(d, sun), 0.0);
    colour += vec3(1.0, 0.86, 0.62) * (0.22 * pow(glow, 10.0) + 0.35 * pow(glow, 180.0));
    if (clouds > 0.0 && d.z > 0.01) {
      vec2 p = d.xy / (d.z + 0.12);
      float n = texture2D(noiseMap, p * 0.09).r * 0.7 + texture2D(noiseMap, p * 0.31).g * 0.3;
      float cover = smoothstep(0.5, 0.72, n) * smoothstep(0.02, 0.22, d.z) * clouds;
      colour = mix(colour, vec3(0.96, 0.96, 0.97), 0.75 * cover);
    }
    // Light thrown back by the ground, for what looks down.
    colour = mix(colour, vec3(0.34, 0.3, 0.24), smoothstep(0.0, -0.15, d.z));
    colour += disc * smoothstep(0.9998, 0.99995, glow);
    gl_FragColor = vec4(colour, 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`;

/** A line of hills at the horizon, to feel the distance by. */
function hillsGeometry(quality: Quality): THREE.BufferGeometry {
  const count = quality.detail ? 180 : 60;
  const positions: number[] = [];
  const colours: number[] = [];
  const index: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    const wave = (n: number, phase: number) => Math.sin(n * angle + phase);
    const height = 26 + 13 * wave(3, 1) + 9 * wave(7, 2) + 5 * wave(17, 0.5) + 3 * wave(41, 4);
    const [x, y] = [780 * Math.cos(angle), 780 * Math.sin(angle)];
    // Haze at the foot, woods at the top.
    positions.push(x, y, -40, x, y, 0, x, y, Math.max(5, height));
    colours.push(...kHorizon.toArray(), ...kHorizon.toArray(), ...kHills.toArray());
    const [a, b] = [3 * i, 3 * ((i + 1) % count)];
    for (const s of [0, 1]) index.push(a + s, a + s + 1, b + s + 1, a + s, b + s + 1, b + s);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new THREE.Float32BufferAttribute(colours, 3));
  geometry.setIndex(index);
  return geometry;
}

/** Sky, sun, fog and horizon. The sun's one shadow map follows the machine. */
export class Environment {
  readonly group = new THREE.Group();
  private readonly sky: THREE.Mesh<THREE.SphereGeometry, THREE.ShaderMaterial>;
  private readonly hills: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private readonly sun = new THREE.DirectionalLight(0xfff1dc, 1);
  private readonly towardsSun = kSun.clone();
  private light: THREE.WebGLRenderTarget | undefined;

  constructor(scene: THREE.Scene, renderer: THREE.WebGLRenderer, noise: THREE.Texture, q: Quality) {
    scene.fog = new THREE.Fog(kHorizon, 50, 760);
    this.sky = new THREE.Mesh(
      new THREE.SphereGeometry(kSkyRadius, q.detail ? 32 : 16, q.detail ? 16 : 8),
      new THREE.ShaderMaterial({
        side: THREE.BackSide,
        depthWrite: false,
        fog: false,
        vertexShader: kSkyVertex,
        fragmentShader: kSkyFragment,
        uniforms: {
          sun: { value: kSun },
          horizon: { value: kHorizon },
          noiseMap: { value: noise },
          disc: { value: 0 },
          clouds: { value: q.detail ? 1 : 0 },
        },
      }),
    );
    this.sky.renderOrder = -2;
    this.sky.frustumCulled = false;
    this.hills = new THREE.Mesh(
      hillsGeometry(q),
      new THREE.MeshBasicMaterial({ vertexColors: true, fog: false, side: THREE.DoubleSide }),
    );
    this.hills.renderOrder = -1;
    this.hills.frustumCulled = false;
    this.group.add(this.sky, this.hills);
    this.addLight(scene, renderer, q);
    scene.add(this.group);
  }

  /** Metres around the machine that its shadow may fall. */
  setReach(reach: number): void {
    const size = Math.min(40, Math.max(6, 1.15 * reach));
    const camera = this.sun.shadow.camera;
    camera.left = -size;
    camera.right = size;
    camera.top = size;
    camera.bottom = -size;
    camera.near = 1;
    camera.far = 8 * size;
    camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = (3 * size) / kShadowMap;
  }

  /** Turns the sky so that the sun lights the side of the machine that is shown first. */
  setHeading(scene: THREE.Scene, heading: number): void {
    this.sky.rotation.z = heading;
    scene.environmentRotation.set(0, 0, heading);
    this.towardsSun.copy(kSun).applyAxisAngle(new THREE.Vector3(0, 0, 1), heading);
  }

  /** Sky around the camera, shadow around the machine. */
  follow(eye: THREE.Vector3, machine: THREE.Vector3): void {
    this.sky.position.copy(eye);
    this.hills.position.set(eye.x, eye.y, 0);
    const size = this.sun.shadow.camera.right;
    // In whole texels, so that edges of shadows at rest do not crawl.
    const texel = (2 * size) / kShadowMap;
    const snap = (v: number) => Math.round(v / (16 * texel)) * 16 * texel;
    const { target } = this.sun;
    target.position.set(snap(machine.x), snap(machine.y), snap(machine.z));
    this.sun.position
      .copy(this.towardsSun)
      .multiplyScalar(4 * size)
      .add(target.position);
  }

  dispose(scene: THREE.Scene): void {
    scene.remove(this.group);
    scene.environment = null;
    this.light?.dispose();
    this.sun.dispose();
    this.sky.geometry.dispose();
    this.sky.material.dispose();
    this.hills.geometry.dispose();
    this.hills.material.dispose();
  }

  private addLight(scene: THREE.Scene, renderer: THREE.WebGLRenderer, q: Quality): void {
    const { disc } = this.sky.material.uniforms;
    this.group.add(this.sun, this.sun.target);
    if (!q.detail) {
      disc!.value = 8;
      this.sun.intensity = 2.4;
      this.group.add(new THREE.HemisphereLight(0xcfe0f0, 0x6b5f4c, 1.9));
      return;
    }
    // Everything is lit by the sky it stands under.
    this.sun.intensity = 2.7;
    const generator = new THREE.PMREMGenerator(renderer);
    const world = new THREE.Scene();
    world.add(this.sky);
    this.light = generator.fromScene(world, 0.02, 1, 2 * kSkyRadius);
    generator.dispose();
    // The sun itself is a light of its own and only then in the sky.
    disc!.value = 8;
    this.group.add(this.sky);
    scene.environment = this.light.texture;
    scene.environmentIntensity = 0.95;
    this.sun.castShadow = q.shadows;
    this.sun.shadow.mapSize.set(kShadowMap, kShadowMap);
    this.sun.shadow.bias = -0.0002;
    this.setReach(10);
  }
}
