import { create, type MessageInitShape } from '@bufbuild/protobuf';
import * as THREE from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { Shape_Kind, ShapeSchema } from '../protocol/outrigger_pb.js';
import type { Conditions } from './conditions.js';
import type { GroundData } from './ground_data.js';
import { machineMaterial } from './machine_shader.js';
import { makeMesh } from './materials.js';
import { randomNumbers } from './noise.js';
import { kQualities, type Quality } from './quality.js';
import { shapeGeometry } from './shapes.js';
import { landLevel } from './surroundings.js';
import { type TreePlace, Trees } from './trees.js';

type Part = MessageInitShape<typeof ShapeSchema>;

const kBlue = [0.13, 0.27, 0.42];
const kGrey = [0.62, 0.63, 0.62];
const kPane = [0.35, 0.42, 0.46];
const box = (size: number[], position: number[], colour: number[], more: Part = {}): Part => ({
  kind: Shape_Kind.BOX,
  size,
  position,
  colour,
  ...more,
});

/** A cabin of a site office: 6 m long, front towards y. */
function cabin(x: number, z: number, colour: number[]): Part[] {
  return [
    box([6, 2.4, 2.5], [x, 0, z + 1.35], colour, { edge: 0.03 }),
    box([6.06, 2.46, 0.14], [x, 0, z + 0.07], kGrey),
    box([6.06, 2.46, 0.14], [x, 0, z + 2.62], kGrey),
    ...[-2.95, 2.95].map((dx) => box([0.16, 2.46, 2.6], [x + dx, 0, z + 1.35], kGrey)),
    ...[-1.6, 1.7].flatMap((dx) => [
      box([1.3, 0.06, 1.0], [x + dx, 1.2, z + 1.65], [0.85, 0.85, 0.83]),
      box([1.18, 0.08, 0.88], [x + dx, 1.2, z + 1.65], kPane, { material: 'mirror' }),
    ]),
    box([0.92, 0.07, 2.0], [x, 1.2, z + 1.15], [0.8, 0.8, 0.78]),
    box([0.05, 0.1, 0.16], [x + 0.34, 1.22, z + 1.1], kPane),
  ];
}

/** What stands beside a site: an office on two floors, a skip, pipes, a stack of pallets. */
function office(): Part[] {
  const rail = (path: number[]): Part => ({
    kind: Shape_Kind.TUBE,
    path,
    radius: 0.025,
    corner: 0.05,
    colour: [0.85, 0.62, 0.08],
  });
  const steps = Array.from({ length: 12 }, (_, i) =>
    box([0.24, 0.9, 0.04], [-3.4 + 0.24 * i, 1.75, 0.22 * (i + 1)], kGrey, {
      material: 'tread_plate',
    }),
  );
  const pipes = [0, 1, 2, 3, 4, 0.5, 1.5, 2.5, 3.5, 1, 2, 3].map((column, k): Part => {
    const row = k < 5 ? 0 : k < 9 ? 1 : 2;
    return {
      kind: Shape_Kind.LATHE,
      profile: [0.22, -2.5, 0.25, -2.5, 0.25, 2.5, 0.22, 2.5, 0.22, -2.4],
      rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
      position: [11, -1.2 + 0.5 * column, 0.25 + 0.43 * row],
      colour: [0.55, 0.27, 0.17],
      material: 'plastic',
    };
  });
  return [
    ...cabin(0, 0.1, kGrey),
    ...cabin(6.2, 0.1, kBlue),
    ...cabin(0, 2.9, kBlue),
    ...steps,
    box([3.2, 0.95, 0.06], [0.9, 1.72, 2.86], kGrey, { material: 'tread_plate' }),
    rail([-3.5, 2.2, 0.9, -0.7, 2.2, 3.8, 2.5, 2.2, 3.8, 2.5, 1.3, 3.8]),
    rail([2.5, 2.2, 2.9, 2.5, 2.2, 3.8]),
    rail([-0.7, 2.2, 2.9, -0.7, 2.2, 3.8]),
    {
      kind: Shape_Kind.PRISM,
      profile: [-1.9, 0.1, 1.4, 0.1, 2.1, 1.4, -2.1, 1.4],
      length: 1.8,
      position: [16.5, 0, 0],
      colour: [0.75, 0.5, 0.08],
    },
    ...pipes,
    ...[0, 0.16, 0.32, 0.48, 0.64].map((z) =>
      box([1.2, 0.9, 0.12], [-6, 0.2, z + 0.08], [0.55, 0.42, 0.27], { material: 'wood' }),
    ),
    box([1.1, 1.1, 2.2], [-8.2, 0, 1.1], [0.1, 0.35, 0.3], { edge: 0.06, material: 'plastic' }),
    box([0.8, 0.03, 1.8], [-8.2, 0.55, 1.05], [0.16, 0.45, 0.39], { material: 'plastic' }),
  ];
}

/** Traffic cones along an edge of a site. */
function cone(x: number, y: number): Part[] {
  const at = [x, y, 0];
  const ring = (from: number, to: number, colour: number[]): Part => ({
    kind: Shape_Kind.LATHE,
    profile: [0.15 - 0.17 * from, from, 0.15 - 0.17 * to, to],
    position: at,
    colour,
    material: 'plastic',
  });
  const red = [0.9, 0.24, 0.05];
  const white = [0.92, 0.92, 0.9];
  return [
    box([0.4, 0.4, 0.04], [x, y, 0.02], red, { material: 'plastic' }),
    ring(0.03, 0.25, red),
    ring(0.25, 0.4, white),
    ring(0.4, 0.55, red),
    ring(0.55, 0.64, white),
    ring(0.64, 0.74, red),
  ];
}

/** Trees beside a site: a few near it, many further away, none where the office stands. */
function treePlaces(ground: GroundData, level: number, detail: boolean): TreePlace[] {
  const random = randomNumbers(41);
  const { xMin, yMin, cell } = ground;
  const [wide, deep] = [cell * (ground.columns - 1), cell * (ground.rows - 1)];
  const middle = { x: xMin + wide / 2, y: yMin + deep / 2 };
  const places: TreePlace[] = [];
  const wanted = detail ? 190 : 26;
  for (let tries = 0; places.length < wanted && tries < 4000; tries++) {
    const angle = 2 * Math.PI * random();
    const away = 14 + 260 * random() ** 1.7;
    const x = middle.x + Math.cos(angle) * (0.62 * wide + away);
    const y = middle.y + Math.sin(angle) * (0.62 * deep + away);
    // In clumps.
    const clump = Math.sin(0.051 * x + 1.3) + Math.sin(0.043 * y) + Math.sin(0.023 * (x + y));
    const inside = x > xMin - 9 && x < xMin + wide + 9 && y > yMin - 20 && y < yMin + deep + 9;
    if (inside || clump < 0.35 - 0.006 * away) continue;
    const conifer = Math.sin(0.031 * x - 0.02 * y) > 0.35;
    const height = (conifer ? 11 : 8) + 7 * random();
    places.push({ x, y, z: level, height, conifer });
  }
  return places;
}

/** What stands around a site, so that distance and speed can be judged. */
export class Scenery {
  readonly group = new THREE.Group();
  private readonly trees: Trees;
  private readonly material: THREE.Material;

  constructor(ground: GroundData, quality: Quality, conditions: Conditions) {
    const level = landLevel(ground);
    this.trees = new Trees(treePlaces(ground, level, quality.detail), quality);
    this.material = machineMaterial(quality, conditions, 1);
    this.group.add(this.trees.group);
    if (!quality.detail) return;
    const [x, y] = [ground.xMin + 0.13 * ground.cell * (ground.columns - 1), ground.yMin - 6];
    this.build(office(), x, y, level);
    const long = ground.cell * (ground.columns - 1);
    const cones = [0.02, 0.045, 0.07, 0.095, 0.3, 0.5, 0.7, 0.9].flatMap((s) => cone(s * long, 0));
    this.build(cones, ground.xMin, ground.yMin - 0.8, level);
  }

  dispose(): void {
    this.trees.dispose();
    this.material.dispose();
    for (const object of this.group.children) {
      if (object instanceof THREE.Mesh) object.geometry.dispose();
    }
  }

  private build(parts: readonly Part[], x: number, y: number, z: number): void {
    const { high } = kQualities;
    const made = parts.map((part) => shapeGeometry(create(ShapeSchema, part), high));
    const merged = mergeGeometries(
      made.map((part) => (part.index ? part.toNonIndexed() : part)),
    ).translate(x, y, z);
    for (const part of made) part.dispose();
    const mesh = makeMesh(merged, this.material, high);
    this.group.add(mesh);
  }
}
