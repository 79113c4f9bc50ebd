import * as THREE from 'three';
import type { Conditions } from './conditions.js';
import { randomNumbers } from './noise.js';

/** Edges of the box around the eye in which drops are drawn [m]. */
const kBox = [26, 26, 14] as const;
const kDrops = 2600;
const kSimpleDrops = 500;

const kVertex = `
  attribute float end;
  uniform float seconds;
  uniform vec3 eye;
  varying float vShare;
  const vec3 box = vec3(${kBox.map((v) => v.toFixed(1)).join(', ')});
  void main() {
    float speed = 8.5 + 2.0 * fract(position.x * 7.31);
    vec3 place = position * box;
    place.z -= speed * seconds;
    place.x += 0.9 * seconds;
    // The box goes with the eye: what leaves it comes in at the other side.
    place = mod(place - eye + 0.5 * box, box) - 0.5 * box;
    float away = length(place);
    place += eye + end * vec3(-0.012, 0.0, 0.16 + 0.012 * away);
    vShare = smoothstep(1.9, 3.4, away) * smoothstep(13.0, 7.0, away);
    gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
  }
`;

const kFragment = `
  uniform vec3 tint;
  varying float vShare;
  void main() {
    if (vShare < 0.02) discard;
    gl_FragColor = vec4(tint, 0.42 * vShare);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`;

/** Drops that fall around the eye; none so near that they would fall through the roof of a cab. */
export class Rain {
  readonly lines: THREE.LineSegments<THREE.BufferGeometry, THREE.ShaderMaterial>;

  constructor(
    private readonly conditions: Conditions,
    detail: boolean,
  ) {
    const random = randomNumbers(77);
    const count = detail ? kDrops : kSimpleDrops;
    const positions = new Float32Array(6 * count);
    const ends = new Float32Array(2 * count);
    for (let k = 0; k < count; k++) {
      const place = [random(), random(), random()];
      positions.set([...place, ...place], 6 * k);
      ends[2 * k + 1] = 1;
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute('end', new THREE.BufferAttribute(ends, 1));
    this.lines = new THREE.LineSegments(
      geometry,
      new THREE.ShaderMaterial({
        transparent: true,
        depthWrite: false,
        vertexShader: kVertex,
        fragmentShader: kFragment,
        uniforms: {
          seconds: conditions.uniforms.seconds,
          eye: { value: new THREE.Vector3() },
          tint: { value: new THREE.Color() },
        },
      }),
    );
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 5;
  }

  follow(eye: THREE.Vector3): void {
    this.lines.visible = this.conditions.choice.rain;
    if (!this.lines.visible) return;
    const { uniforms } = this.lines.material;
    (uniforms.eye!.value as THREE.Vector3).copy(eye);
    (uniforms.tint!.value as THREE.Color).set(this.conditions.look.horizon).multiplyScalar(1.25);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
