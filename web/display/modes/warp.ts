import * as THREE from 'three';
import type { WarpMesh } from './dome_map.js';

const kVertex = /* glsl */ `
attribute vec2 at;
attribute vec4 shows;
varying vec4 way;
void main() {
  way = shows;
  gl_Position = vec4(at, 0.0, 1.0);
}`;

// Faces of the cube lie in one picture: ahead, left, right below; back, up, down above (seat_frame.ts).
const kFragment = /* glsl */ `
uniform sampler2D faces;
uniform float margin;
varying vec4 way;
void main() {
  if (way.w < 0.0) discard;
  vec3 d = way.xyz;
  vec3 size = abs(d);
  float face;
  vec2 p;
  if (size.x >= size.y && size.x >= size.z) {
    face = d.x > 0.0 ? 0.0 : 3.0;
    p = vec2(d.x > 0.0 ? -d.y : d.y, d.z) / size.x;
  } else if (size.y >= size.z) {
    face = d.y > 0.0 ? 1.0 : 2.0;
    p = vec2(d.y > 0.0 ? d.x : -d.x, d.z) / size.y;
  } else {
    face = d.z > 0.0 ? 4.0 : 5.0;
    p = vec2(-d.y, d.z > 0.0 ? -d.x : d.x) / size.z;
  }
  vec2 inFace = 0.5 + 0.5 * p / (1.0 + margin);
  vec2 cell = vec2(mod(face, 3.0), floor(face / 3.0));
  gl_FragColor = vec4(textureLod(faces, (cell + inFace) / vec2(3.0, 2.0), 0.0).rgb, 1.0);
  #include <tonemapping_fragment>
  gl_FragColor.rgb *= clamp(way.w, 0.0, 1.0);
  #include <colorspace_fragment>
}`;

/** Bends the views around an eye into what a projector has to show. */
export class Warp {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.Camera();
  private readonly geometry = new THREE.BufferGeometry();
  private readonly material: THREE.ShaderMaterial;

  /** @param exact colours are those of a test card, and stay as they are */
  constructor(mesh: WarpMesh, faces: THREE.Texture, margin: number, exact: boolean) {
    const { columns, rows, places, directions, light } = mesh;
    const shows = new Float32Array(4 * light.length);
    light.forEach((share, k) => {
      shows.set([directions[3 * k]!, directions[3 * k + 1]!, directions[3 * k + 2]!, share], 4 * k);
    });
    const index: number[] = [];
    for (let j = 0; j + 1 < rows; j++) {
      for (let i = 0; i + 1 < columns; i++) {
        const [a, b] = [j * columns + i, (j + 1) * columns + i];
        const corners = [a, a + 1, b, b + 1];
        // A cell with a dark corner has no direction there.
        if (corners.some((k) => light[k]! < 0)) continue;
        index.push(a, a + 1, b, b, a + 1, b + 1);
      }
    }
    this.geometry.setAttribute('at', new THREE.BufferAttribute(places, 2));
    this.geometry.setAttribute('shows', new THREE.BufferAttribute(shows, 4));
    this.geometry.setIndex(index);
    this.material = new THREE.ShaderMaterial({
      vertexShader: kVertex,
      fragmentShader: kFragment,
      depthTest: false,
      depthWrite: false,
      toneMapped: !exact,
      side: THREE.DoubleSide,
      uniforms: { faces: { value: faces }, margin: { value: margin } },
    });
    const drawn = new THREE.Mesh(this.geometry, this.material);
    drawn.frustumCulled = false;
    this.scene.add(drawn);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
