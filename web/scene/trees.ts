import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { kEyeLayer, kMirrorLayer } from './layers.js';
import { randomNumbers } from './noise.js';
import type { Quality } from './quality.js';

/** Where a tree stands, how high it is [m], and what kind it is. */
export interface TreePlace {
  x: number;
  y: number;
  z: number;
  height: number;
  conifer: boolean;
}

const kLeaves = 256;

/** A spray of leaves with what is between them left out; red: brightness. */
function leafTexture(conifer: boolean): THREE.DataTexture {
  const random = randomNumbers(conifer ? 91 : 37);
  const data = new Uint8Array(4 * kLeaves * kLeaves);
  for (let i = 0; i < kLeaves * kLeaves; i++) data.set([120, 120, 120, 0], 4 * i);
  const count = conifer ? 900 : 760;
  for (let k = 0; k < count; k++) {
    const [angle, out] = [2 * Math.PI * random(), 0.46 * kLeaves * Math.sqrt(random())];
    const [cx, cy] = [kLeaves / 2 + out * Math.cos(angle), kLeaves / 2 + out * Math.sin(angle)];
    const turn = conifer ? Math.PI / 2 + 0.9 * (random() - 0.5) : Math.PI * random();
    const [long, wide] = conifer ? [8, 1.4] : [4.6 + 2 * random(), 2.3 + random()];
    const bright = 110 + 140 * random() * (0.4 + (0.6 * k) / count);
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    for (let y = -8; y <= 8; y++) {
      for (let x = -8; x <= 8; x++) {
        const [u, v] = [(c * x + s * y) / long, (c * y - s * x) / wide];
        const [column, row] = [Math.round(cx + x), Math.round(cy + y)];
        if (u * u + v * v > 1 || column < 0 || row < 0 || column >= kLeaves || row >= kLeaves) {
          continue;
        }
        data.set([bright, bright, bright, 255], 4 * (row * kLeaves + column));
      }
    }
  }
  const texture = new THREE.DataTexture(data, kLeaves, kLeaves);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.magFilter = THREE.LinearFilter;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

function coloured(geometry: THREE.BufferGeometry, colour: (z: number) => THREE.Color) {
  const position = geometry.getAttribute('position');
  const colours = new Float32Array(3 * position.count);
  for (let i = 0; i < position.count; i++) colour(position.getZ(i)).toArray(colours, 3 * i);
  geometry.setAttribute('color', new THREE.BufferAttribute(colours, 3));
  return geometry.index ? geometry.toNonIndexed() : geometry;
}

/** A crown of cards with leaves, 1 m high with its trunk; they are lit as the ball they are part of. */
function crown(conifer: boolean, cards: number): THREE.BufferGeometry {
  const random = randomNumbers(conifer ? 5 : 17);
  const leaf = conifer ? new THREE.Color(0.05, 0.085, 0.035) : new THREE.Color(0.11, 0.165, 0.04);
  const parts: THREE.BufferGeometry[] = [];
  const middle = new THREE.Vector3(0, 0, conifer ? 0.45 : 0.62);
  const place = new THREE.Vector3();
  const turn = new THREE.Quaternion();
  for (let k = 0; k < cards; k++) {
    const angle = k * 2.399963;
    const share = (k + 0.5) / cards;
    let size = 0.3;
    if (conifer) {
      const z = 0.1 + 0.84 * share;
      const r = 0.2 * (1 - share) * (0.5 + 0.6 * random());
      place.set(r * Math.cos(angle), r * Math.sin(angle), z);
      size = 0.12 + 0.24 * (1 - share);
    } else {
      const z = 1 - 2 * share;
      const r = Math.sqrt(1 - z * z) * (0.55 + 0.45 * random());
      place.set(0.3 * r * Math.cos(angle), 0.3 * r * Math.sin(angle), 0.62 + 0.32 * z);
      size = 0.24 + 0.14 * random();
    }
    turn.setFromEuler(
      new THREE.Euler(
        Math.PI / 2 + 0.7 * (random() - 0.5),
        0.8 * (random() - 0.5),
        angle + random(),
      ),
    );
    const card = new THREE.PlaneGeometry(size, size);
    card.applyQuaternion(turn).translate(place.x, place.y, place.z);
    const normal = place.clone().sub(middle).normalize();
    normal.z = Math.max(normal.z, -0.25) + 0.25;
    normal.normalize();
    const normals = card.getAttribute('normal');
    for (let i = 0; i < normals.count; i++) normals.setXYZ(i, normal.x, normal.y, normal.z);
    // Darker inside and below, of many greens.
    const dark = 0.55 + 0.45 * share * (conifer ? 1 : 0) + (conifer ? 0 : 0.5 * (1 - share));
    const tint = leaf.clone().multiplyScalar(dark * (0.75 + 0.5 * random()));
    parts.push(coloured(card, () => tint));
  }
  return mergeGeometries(parts);
}

function trunk(sides: number): THREE.BufferGeometry {
  const bark = new THREE.Color(0.075, 0.055, 0.04);
  const geometry = new THREE.CylinderGeometry(0.012, 0.028, 0.62, sides, 1, true)
    .rotateX(Math.PI / 2)
    .translate(0, 0, 0.3);
  const part = coloured(geometry, () => bark);
  // The middle of the picture of leaves is solid.
  const uv = part.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) uv.setXY(i, 0.5, 0.5);
  return part;
}

/** Trees around a site: two kinds, each drawn at once, with soft shadows on the ground. */
export class Trees {
  readonly group = new THREE.Group();
  private readonly textures: THREE.Texture[] = [];

  constructor(places: readonly TreePlace[], quality: Quality) {
    for (const conifer of [false, true]) {
      const here = places.filter((place) => place.conifer === conifer);
      if (here.length > 0) this.plant(here, conifer, quality);
    }
    this.shade(places);
  }

  dispose(): void {
    for (const texture of this.textures) texture.dispose();
    this.group.traverse((object) => {
      if (!(object instanceof THREE.InstancedMesh)) return;
      object.geometry.dispose();
      (object.material as THREE.Material).dispose();
      object.dispose();
    });
  }

  private plant(places: readonly TreePlace[], conifer: boolean, quality: Quality): void {
    const random = randomNumbers(3);
    const texture = leafTexture(conifer);
    this.textures.push(texture);
    const common = { map: texture, vertexColors: true, alphaTest: 0.42, side: THREE.DoubleSide };
    const material = quality.detail
      ? new THREE.MeshStandardMaterial({ ...common, roughness: 0.95 })
      : new THREE.MeshLambertMaterial(common);
    // Both sides of a card are lit as the crown is.
    material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <normal_fragment_begin>',
        'vec3 normal = normalize(vNormal); vec3 nonPerturbedNormal = normal;',
      );
    };
    const shape = (cards: number, sides: number) =>
      mergeGeometries([crown(conifer, cards), trunk(sides)]);
    const geometry = quality.detail ? shape(64, 7) : shape(7, 3);
    const mesh = new THREE.InstancedMesh(geometry, material, places.length);
    const matrix = new THREE.Matrix4();
    const turn = new THREE.Quaternion();
    places.forEach((p, k) => {
      turn.setFromAxisAngle(new THREE.Vector3(0, 0, 1), 6.28 * random());
      const wide = p.height * (0.85 + 0.4 * random());
      matrix.compose(
        new THREE.Vector3(p.x, p.y, p.z - 0.02 * p.height),
        turn,
        new THREE.Vector3(wide, wide, p.height),
      );
      mesh.setMatrixAt(k, matrix);
      const tint = 0.75 + 0.5 * random();
      mesh.setColorAt(k, new THREE.Color(tint * (0.9 + 0.3 * random()), tint, 0.9 * tint));
    });
    mesh.computeBoundingSphere();
    this.group.add(mesh);
    if (!quality.detail) return;
    // In a mirror they are small.
    const simple = new THREE.InstancedMesh(shape(14, 3), material, places.length);
    simple.instanceMatrix = mesh.instanceMatrix;
    simple.instanceColor = mesh.instanceColor;
    simple.boundingSphere = mesh.boundingSphere;
    mesh.layers.set(kEyeLayer);
    simple.layers.set(kMirrorLayer);
    this.group.add(simple);
  }

  // The shadow map holds the machine only: trees have a dark patch each.
  private shade(places: readonly TreePlace[]): void {
    const size = 32;
    const data = new Uint8Array(4 * size * size);
    for (let i = 0; i < size * size; i++) {
      const r = Math.hypot((i % size) - 15.5, Math.floor(i / size) - 15.5) / 16;
      data.set([0, 0, 0, 120 * Math.max(0, 1 - r) ** 0.8], 4 * i);
    }
    const texture = new THREE.DataTexture(data, size, size);
    texture.magFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    this.textures.push(texture);
    const material = new THREE.MeshBasicMaterial({
      map: texture,
      transparent: true,
      depthWrite: false,
      fog: false,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -8,
    });
    const mesh = new THREE.InstancedMesh(new THREE.PlaneGeometry(1, 1), material, places.length);
    const matrix = new THREE.Matrix4();
    places.forEach((p, k) => {
      const wide = p.height * (p.conifer ? 0.6 : 0.95);
      matrix.makeScale(wide, wide, 1).setPosition(p.x, p.y, p.z + 0.05);
      mesh.setMatrixAt(k, matrix);
    });
    mesh.computeBoundingSphere();
    this.group.add(mesh);
  }
}
