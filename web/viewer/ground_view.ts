import * as THREE from 'three';
import { type GroundData, strideFor, thinOut } from './ground_data.js';
import { TiledField } from './ground_tiles.js';
import type { Quality } from './quality.js';
import { SiteEdge } from './site_edge.js';

/** Metres from the middle to where the surroundings end, beyond the fog. */
const kSurroundings = 900;
/** Colour of the plane z = 0, and of surroundings without surface kinds. */
const kPlane = [120, 118, 108];

function colourTexture(columns: number, rows: number, colours: ArrayLike<number>, q: Quality) {
  const data = new Uint8Array(4 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    for (let k = 0; k < 3; k++) data[4 * i + k] = colours[3 * i + k]!;
    data[4 * i + 3] = 255;
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

interface GroundLook {
  colours: THREE.Texture;
  noise: THREE.Texture;
  /** Texture coordinates per metre, to roughen the borders between surfaces. */
  perMetre: THREE.Vector2;
  /** Lines every 1 m and 10 m. */
  grid: boolean;
}

/** The colour of the surface with grain at several scales, and a grid if wanted. */
function groundMaterial(look: GroundLook, quality: Quality): THREE.Material {
  const material = quality.detail
    ? new THREE.MeshStandardMaterial({ map: look.colours, roughness: 0.97 })
    : new THREE.MeshLambertMaterial({ map: look.colours });
  const plain = quality.detail ? kGroundFragment : kPlainFragment;
  const fragment = look.grid ? kGridFragment : plain;
  material.onBeforeCompile = (shader) => {
    shader.uniforms.noiseMap = { value: look.noise };
    shader.uniforms.perMetre = { value: look.perMetre };
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec2 vPlace;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlace = position.xy;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nvarying vec2 vPlace;\nuniform sampler2D noiseMap;\nuniform vec2 perMetre;',
      )
      .replace('#include <map_fragment>', fragment);
  };
  material.customProgramCacheKey = () => `ground ${look.grid} ${quality.name}`;
  return material;
}

const kGroundFragment = `
  vec3 broad = texture2D(noiseMap, vPlace / 37.0).rgb;
  vec3 fine = texture2D(noiseMap, vPlace / 4.3).rgb;
  vec2 wobble = (fine.rg - 0.5) * 0.5 + (broad.rg - 0.5) * 0.3;
  diffuseColor *= texture2D(map, vMapUv + wobble * perMetre);
  float grain = texture2D(noiseMap, vPlace.yx / 1.7).b;
  diffuseColor.rgb *= 0.36 + 0.42 * broad.r + 0.26 * fine.g + 0.26 * fine.b + 0.38 * grain;
`;

// Software drawing pays for every texture.
const kPlainFragment = `
  float broad = texture2D(noiseMap, vPlace / 11.0).r;
  diffuseColor *= texture2D(map, vMapUv);
  diffuseColor.rgb *= 0.6 + 0.7 * broad;
`;

const kGridFragment = `
  vec3 broad = texture2D(noiseMap, vPlace / 37.0).rgb;
  vec3 fine = texture2D(noiseMap, vPlace / 4.3).rgb;
  diffuseColor *= texture2D(map, vMapUv);
  diffuseColor.rgb *= 0.75 + 0.25 * broad.r + 0.24 * fine.b;
  vec2 width = fwidth(vPlace);
  vec2 one = abs(fract(vPlace - 0.5) - 0.5) / (width + 0.02);
  vec2 ten = abs(fract(vPlace / 10.0 - 0.5) - 0.5) * 10.0 / (width + 0.04);
  float far = max(width.x, width.y);
  float line = (1.0 - min(min(one.x, one.y), 1.0)) * 0.35 * clamp(1.0 - 4.0 * far, 0.0, 1.0);
  line = max(line, (1.0 - min(min(ten.x, ten.y), 1.0)) * 0.55 * clamp(1.0 - 0.4 * far, 0.0, 1.0));
  diffuseColor.rgb *= 1.0 - line;
`;

// The points drawn around the field, once round.
function edgePoints({ columns, rows }: GroundData, maxTriangles: number): [number, number][] {
  const stride = strideFor(columns, rows, maxTriangles);
  const [xs, ys] = [thinOut(columns, stride), thinOut(rows, stride)];
  const [right, top] = [columns - 1, rows - 1];
  return [
    ...xs.slice(0, -1).map((i): [number, number] => [i, 0]),
    ...ys.slice(0, -1).map((j): [number, number] => [right, j]),
    ...xs
      .slice(1)
      .reverse()
      .map((i): [number, number] => [i, top]),
    ...ys
      .slice(1)
      .reverse()
      .map((j): [number, number] => [0, j]),
  ];
}

/** The land around a field: from its edge down (or up) to a level, and out to the horizon. */
function surroundings(ground: GroundData, quality: Quality): THREE.BufferGeometry {
  const edge = edgePoints(ground, quality.groundTriangles);
  const heightOf = ([i, j]: [number, number]) => ground.heights[j * ground.columns + i]!;
  const sorted = edge.map(heightOf).sort((a, b) => a - b);
  const level = sorted[Math.floor(sorted.length / 2)]!;
  const middle = [
    ground.xMin + 0.5 * ground.cell * (ground.columns - 1),
    ground.yMin + 0.5 * ground.cell * (ground.rows - 1),
  ];
  const positions: number[] = [];
  const index: number[] = [];
  edge.forEach((point, k) => {
    const x = ground.xMin + point[0] * ground.cell;
    const y = ground.yMin + point[1] * ground.cell;
    const out = Math.hypot(x - middle[0]!, y - middle[1]!);
    const [ux, uy] = [(x - middle[0]!) / out, (y - middle[1]!) / out];
    const bank = 1.5 * Math.abs(heightOf(point) - level) + 0.01;
    const far = kSurroundings - out;
    positions.push(x, y, heightOf(point));
    positions.push(x + bank * ux, y + bank * uy, level);
    positions.push(x + far * ux, y + far * uy, level);
    const a = 3 * k;
    const b = 3 * ((k + 1) % edge.length);
    for (const s of [0, 1]) index.push(a + s, a + s + 1, b + s + 1, a + s, b + s + 1, b + s);
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  geometry.setAttribute(
    'uv',
    new THREE.Float32BufferAttribute(new Float32Array((2 * positions.length) / 3).fill(0.5), 2),
  );
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}

// The colour most points of the edge have.
function edgeColour(ground: GroundData): number[] {
  const counts = new Map<string, number>();
  for (const [i, j] of edgePoints(ground, Number.POSITIVE_INFINITY)) {
    const at = 3 * (j * ground.columns + i);
    const key = [...ground.colours.subarray(at, at + 3)].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1])[0];
  return most ? most[0].split(' ').map(Number) : kPlane;
}

/** Land beyond the site is paler than on it. */
const kHaze = [178, 182, 176];
const kHazeShare = 0.35;

/** The ground of the scene, with the fence at its edge and the land around it. */
export class GroundView {
  readonly group = new THREE.Group();
  private readonly textures: THREE.Texture[] = [];
  private field: TiledField | undefined;
  private edge: SiteEdge | undefined;

  constructor(data: GroundData | undefined, noise: THREE.Texture, quality: Quality) {
    if (data) this.addField(data, noise, quality);
    else this.addPlane(noise, quality);
  }

  /** What is near the eye is drawn finer. */
  update(eye: THREE.Vector3): void {
    this.field?.update(eye);
  }

  dispose(): void {
    for (const texture of this.textures) texture.dispose();
    this.field?.dispose();
    this.edge?.dispose();
    for (const mesh of this.group.children) {
      if (!(mesh instanceof THREE.Mesh) || mesh === this.edge?.mesh) continue;
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  private addField(data: GroundData, noise: THREE.Texture, quality: Quality): void {
    const colours = colourTexture(data.columns, data.rows, data.colours, quality);
    const perMetre = new THREE.Vector2(1 / (data.columns * data.cell), 1 / (data.rows * data.cell));
    const field = groundMaterial({ colours, noise, perMetre, grid: false }, quality);
    const paler = edgeColour(data).map((c, k) => c + kHazeShare * (kHaze[k]! - c));
    const around = colourTexture(1, 1, paler, quality);
    const far = groundMaterial(
      { colours: around, noise, perMetre: new THREE.Vector2(), grid: false },
      quality,
    );
    this.textures.push(colours, around);
    this.field = new TiledField(data, field, quality.shadows, quality.groundTriangles);
    this.edge = new SiteEdge(data);
    this.group.add(this.field.group, this.edge.mesh);
    this.add(surroundings(data, quality), far, quality);
  }

  private addPlane(noise: THREE.Texture, quality: Quality): void {
    const colours = colourTexture(1, 1, kPlane, quality);
    this.textures.push(colours);
    const material = groundMaterial(
      { colours, noise, perMetre: new THREE.Vector2(), grid: true },
      quality,
    );
    this.add(new THREE.CircleGeometry(kSurroundings, 64), material, quality);
  }

  private add(geometry: THREE.BufferGeometry, material: THREE.Material, quality: Quality): void {
    const mesh = new THREE.Mesh(geometry, material);
    mesh.receiveShadow = quality.shadows;
    this.group.add(mesh);
  }
}
