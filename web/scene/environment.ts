import * as THREE from 'three';
import type { Conditions } from './conditions.js';
import type { Quality } from './quality.js';
import { kSkyRadius, Sky } from './sky.js';

const kShadowMap = 2048;
const kUp = new THREE.Vector3(0, 0, 1);
/** How far away hills stand, and how much of the haze lies before them. */
const kHillRows = [
  { away: 620, high: 16, haze: 0.5, seed: 3 },
  { away: 980, high: 44, haze: 0.74, seed: 11 },
];

/** Lines of wooded hills at the horizon, to feel the distance by. */
function hillsGeometry(quality: Quality): THREE.BufferGeometry {
  const count = quality.detail ? 240 : 60;
  const positions: number[] = [];
  const haze: number[] = [];
  const index: number[] = [];
  for (const { away, high, haze: share, seed } of kHillRows) {
    const start = positions.length / 3;
    for (let i = 0; i < count; i++) {
      const angle = (2 * Math.PI * i) / count;
      const wave = (n: number, phase: number) => Math.sin(n * angle + phase * seed);
      const woods = 0.05 * wave(61, 4) + 0.04 * wave(97, 1) + 0.03 * wave(151, 2);
      const height =
        high * (1 + 0.4 * wave(3, 1) + 0.25 * wave(7, 2) + 0.12 * wave(17, 0.5) + woods);
      const [x, y] = [away * Math.cos(angle), away * Math.sin(angle)];
      positions.push(x, y, -40, x, y, 0, x, y, Math.max(3, height));
      haze.push(1, Math.min(1, share + 0.3), share);
      const [a, b] = [start + 3 * i, start + 3 * ((i + 1) % count)];
      for (const s of [0, 1]) index.push(a + s, a + s + 1, b + s + 1, a + s, b + s + 1, b + s);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute('haze', new THREE.Float32BufferAttribute(haze, 1));
  geometry.setIndex(index);
  return geometry;
}

const kHillVertex = `
  attribute float haze;
  varying float vHaze;
  void main() {
    vHaze = haze;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;
const kHillFragment = `
  varying float vHaze;
  uniform vec3 woods;
  uniform vec3 horizon;
  void main() {
    gl_FragColor = vec4(mix(woods, horizon, vHaze), 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`;

/** Sky, sun, fog and horizon. The sun's one shadow map follows the machine. */
export class Environment {
  readonly group = new THREE.Group();
  private readonly sky: Sky;
  private readonly hills: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  private readonly sun = new THREE.DirectionalLight(0xffffff, 1);
  private readonly soft = new THREE.HemisphereLight(0xffffff, 0xffffff, 0);
  private readonly towardsSun = new THREE.Vector3();
  private readonly right = new THREE.Vector3();
  private readonly above = new THREE.Vector3();
  private heading = 0;
  private light: THREE.WebGLRenderTarget | undefined;

  constructor(
    private readonly scene: THREE.Scene,
    private readonly renderer: THREE.WebGLRenderer,
    noise: THREE.Texture,
    private readonly q: Quality,
    private readonly conditions: Conditions,
  ) {
    this.sky = new Sky(noise, q);
    this.hills = new THREE.Mesh(
      hillsGeometry(q),
      new THREE.ShaderMaterial({
        fog: false,
        side: THREE.DoubleSide,
        vertexShader: kHillVertex,
        fragmentShader: kHillFragment,
        uniforms: {
          woods: { value: new THREE.Color() },
          horizon: { value: new THREE.Color() },
        },
      }),
    );
    this.hills.renderOrder = -1;
    this.hills.frustumCulled = false;
    this.group.add(this.sky.mesh, this.hills, this.sun, this.sun.target, this.soft);
    this.sun.castShadow = q.shadows;
    this.sun.shadow.mapSize.set(kShadowMap, kShadowMap);
    this.sun.shadow.bias = -0.0003;
    this.sun.shadow.radius = 2.2;
    this.setReach(10);
    scene.add(this.group);
    this.refresh();
  }

  /** Another time of day, another weather. */
  refresh(): void {
    const { scene, conditions, q, sky } = this;
    const { look } = conditions;
    const horizon = new THREE.Color(look.horizon);
    scene.fog = new THREE.Fog(horizon, ...look.haze);
    sky.show(look);
    const { uniforms } = this.hills.material;
    const hazy = conditions.choice.rain ? 0.75 : 0;
    (uniforms.horizon!.value as THREE.Color).copy(horizon);
    (uniforms.woods!.value as THREE.Color)
      .setRGB(0.035, 0.06, 0.03)
      .multiplyScalar(1 - 0.9 * look.dark)
      .lerp(horizon, hazy);
    this.sun.color.set(look.sunColour);
    this.sun.intensity = look.sunPower;
    this.renderer.toneMappingExposure = look.exposure;
    this.setHeading(this.heading);
    this.light?.dispose();
    this.light = undefined;
    scene.environment = null;
    if (q.detail) this.lightBySky();
    else this.lightEvenly();
    sky.setDisc(conditions.choice.rain ? 0 : 4);
  }

  /** Metres around the machine that its shadow may fall. */
  setReach(reach: number): void {
    const size = Math.min(40, Math.max(6, 1.15 * reach));
    const { camera } = this.sun.shadow;
    camera.left = -size;
    camera.right = size;
    camera.top = size;
    camera.bottom = -size;
    camera.near = 1;
    camera.far = 8 * size;
    camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = (2.2 * size) / kShadowMap;
  }

  /** Turns the sky so that the sun lights the side of the machine that is shown first. */
  setHeading(heading: number): void {
    this.heading = heading;
    this.sky.mesh.rotation.z = heading;
    this.scene.environmentRotation.set(0, 0, heading);
    this.towardsSun
      .set(...this.conditions.look.sun)
      .normalize()
      .applyAxisAngle(kUp, heading);
    // The axes of the shadow map.
    this.right.crossVectors(kUp, this.towardsSun).normalize();
    this.above.crossVectors(this.towardsSun, this.right);
  }

  /** Sky around the camera, shadow around the machine. */
  follow(eye: THREE.Vector3, machine: THREE.Vector3): void {
    this.sky.mesh.position.copy(eye);
    this.hills.position.set(eye.x, eye.y, 0);
    const size = this.sun.shadow.camera.right;
    // In whole texels of the map, so that edges of shadows at rest do not crawl.
    const texel = (2 * size) / kShadowMap;
    const snap = (axis: THREE.Vector3) => Math.round(machine.dot(axis) / texel) * texel;
    const { position } = this.sun.target;
    position
      .copy(this.right)
      .multiplyScalar(snap(this.right))
      .addScaledVector(this.above, snap(this.above))
      .addScaledVector(this.towardsSun, machine.dot(this.towardsSun));
    this.sun.position
      .copy(this.towardsSun)
      .multiplyScalar(4 * size)
      .add(position);
    this.sun.shadow.camera.up.copy(kUp);
  }

  dispose(): void {
    this.scene.remove(this.group);
    this.scene.environment = null;
    this.light?.dispose();
    this.sun.dispose();
    this.sky.dispose();
    this.hills.geometry.dispose();
    this.hills.material.dispose();
  }

  private lightEvenly(): void {
    const { look } = this.conditions;
    const sky = new THREE.Color(look.horizon).lerp(new THREE.Color(look.zenith), 0.25);
    this.soft.color.copy(sky);
    this.soft.groundColor.copy(sky).multiply(new THREE.Color(0.5, 0.42, 0.32));
    this.soft.intensity = 2.6 * look.ambient;
  }

  // Everything is lit by the sky it stands under.
  private lightBySky(): void {
    const { sky, scene } = this;
    this.soft.intensity = 0;
    sky.setDisc(0);
    // Light that has bounced about is less blue than the sky it came from.
    const { look } = this.conditions;
    const zenith = new THREE.Color(look.zenith).lerp(new THREE.Color(look.horizon), 0.55);
    sky.show({ ...look, zenith: zenith.getHex() });
    const generator = new THREE.PMREMGenerator(this.renderer);
    const world = new THREE.Scene();
    const { position, rotation } = sky.mesh;
    const [place, turn] = [position.clone(), rotation.z];
    position.set(0, 0, 0);
    rotation.z = 0;
    world.add(sky.mesh);
    this.light = generator.fromScene(world, 0.02, 1, 2 * kSkyRadius);
    generator.dispose();
    position.copy(place);
    rotation.z = turn;
    this.group.add(sky.mesh);
    sky.show(look);
    scene.environment = this.light.texture;
    scene.environmentIntensity = this.conditions.look.ambient;
  }
}
