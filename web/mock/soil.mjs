// Soil of the mock: a bucket that fills when it is curled in and empties when it is dumped, what falls from
// it, and a truck that takes it. Without any physics: levels rise and fall, parcels follow parabolas.

import { heightAt } from './ground.mjs';
import { rotate } from './machine.mjs';

const kLoam = 3;
const kDensity = 1500;
/** Mass of the parcels of a second, of a full bucket: what the bucket loses. */
const kPour = 0.5 * 0.95 * kDensity;
const kTangent = Math.tan((35 * Math.PI) / 180);

const bucketShape = {
  name: 'bucket',
  kind: 'BUCKET',
  profile: [
    1.27, 0, 1.24, 0.17, 1.14, 0.43, 0.94, 0.66, 0.66, 0.75, 0.36, 0.68, 0.13, 0.46, 0.05, 0.18,
    0.16, -0.02,
  ],
  width: 1.14,
  slices: 8,
};

const bed = { xMin: -2.3, xMax: 2.3, yMin: -1.15, yMax: 1.15, floor: 1.3, columns: 46, rows: 23 };
const kWall = 0.9;

const steel = { colour: [0.2, 0.2, 0.22], opacity: 1, kind: 'BOX' };
const green = { colour: [0.12, 0.32, 0.2], opacity: 1, kind: 'BOX' };
const wheel = (x, y) => ({
  name: 'tyre',
  colour: [0.06, 0.06, 0.06],
  opacity: 1,
  material: 'rubber',
  kind: 'CYLINDER',
  position: [x, y, 0.52],
  radius: 0.52,
  length: 0.4,
  rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
});

/** A truck, its origin on the ground under the middle of its bed. */
const truck = {
  name: 'truck',
  shapes: [
    { ...steel, name: 'chassis', position: [0.6, 0, 0.9], size: [6.6, 0.9, 0.3] },
    { ...green, name: 'floor', position: [0, 0, bed.floor - 0.05], size: [4.7, 2.4, 0.1] },
    {
      ...green,
      name: 'left',
      position: [0, 1.19, bed.floor + 0.4],
      size: [4.7, 0.08, kWall + 0.1],
    },
    {
      ...green,
      name: 'right',
      position: [0, -1.19, bed.floor + 0.4],
      size: [4.7, 0.08, kWall + 0.1],
    },
    {
      ...green,
      name: 'rear',
      position: [-2.34, 0, bed.floor + 0.4],
      size: [0.08, 2.4, kWall + 0.1],
    },
    {
      ...green,
      name: 'front',
      position: [2.34, 0, bed.floor + 0.6],
      size: [0.08, 2.4, kWall + 0.5],
    },
    { ...green, name: 'cab', position: [3.3, 0, 1.9], size: [1.5, 2.3, 1.6] },
    ...[-1.6, -0.3, 3.2].flatMap((x) => [wheel(x, 1), wheel(x, -1)]),
  ],
};

/** Beside the machine, where its boom reaches. */
const kTruckAt = [47.5, 28.9];

// A generator with a fixed seed.
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export class MockSoil {
  /** @param withTruck a truck stands beside the machine, half full, and the bucket begins heaped */
  constructor(description, withTruck) {
    this.bucket = description.linkage.bucket;
    this.withTruck = withTruck;
    this.containers = [{ ...bucketShape, body: this.bucket }];
    if (withTruck) {
      this.truck = description.scene.bodies.length;
      description.scene.bodies.push({ ...truck, id: this.truck });
      this.containers.push({ name: 'truck bed', kind: 'BED', body: this.truck, ...bed });
    }
    this.reset();
  }

  reset() {
    this.random = randomNumbers(7);
    this.fill = this.withTruck ? 1 : 0;
    this.parcels = [];
    this.heights = new Array(bed.columns * bed.rows).fill(0);
    if (!this.withTruck) return;
    for (let j = 0, k = 0; j < bed.rows; j++) {
      for (let i = 0; i < bed.columns; i++, k++) {
        const away = Math.hypot((i + 0.5) * 0.1 - 1.9, (j + 0.5) * 0.1 - 1.15);
        this.heights[k] = Math.max(0, 1.15 - kTangent * away);
      }
    }
  }

  /** Where the truck stands. */
  place(poses) {
    if (!this.withTruck) return;
    const [x, y] = kTruckAt;
    poses[this.truck] = { p: [x, y, heightAt(x, y)], q: [0, 0, 0, 1] };
  }

  tilt({ q }) {
    return Math.atan2(rotate(q, [1, 0, 0])[2], rotate(q, [0, 0, 1])[2]);
  }

  advance(seconds, poses) {
    const pose = poses[this.bucket];
    // How far the mouth, which looks along -z of the bucket, looks up.
    const up = -rotate(pose.q, [0, 0, 1])[2];
    if (up > 0.8) this.fill = Math.min(1, this.fill + 0.25 * seconds);
    if (up < 0.35 && this.fill > 0) {
      this.fill = Math.max(0, this.fill - 0.5 * seconds);
      for (let k = 0; k < 3; k++) this.launch(pose, (kPour * seconds) / 3);
    }
    this.slump();
    for (const parcel of this.parcels) this.move(parcel, seconds, poses);
    this.parcels = this.parcels.filter((parcel) => !parcel.landed);
  }

  launch({ p, q }, mean) {
    if (this.parcels.length === 256) return;
    const r = this.random;
    const lip = rotate(q, [1.15 + 0.2 * r(), 1.1 * (r() - 0.5), 0.05 + 0.25 * r()]);
    const mass = mean * (0.4 + 1.8 * r() ** 2);
    const speed = [0.6 * (r() - 0.5), 0.6 * (r() - 0.5), -0.4 - r()];
    this.parcels.push({ mass, place: p.map((v, i) => v + lip[i]), speed });
  }

  move(parcel, seconds, poses) {
    parcel.speed[2] -= 9.81 * seconds;
    parcel.place = parcel.place.map((v, i) => v + parcel.speed[i] * seconds);
    const [x, y, z] = parcel.place;
    if (this.withTruck) {
      const { p } = poses[this.truck];
      const i = Math.floor((x - p[0] - bed.xMin) / 0.1);
      const j = Math.floor((y - p[1] - bed.yMin) / 0.1);
      const inside = i >= 0 && j >= 0 && i < bed.columns && j < bed.rows;
      if (inside && z < p[2] + bed.floor + this.heights[j * bed.columns + i]) {
        this.heap(i, j, parcel.mass / kDensity);
        parcel.landed = true;
      }
    }
    if (z < heightAt(x, y)) parcel.landed = true;
  }

  // What is steeper than the angle of repose slides, a share of it at a time.
  slump() {
    const most = kTangent * 0.1;
    const level = (a, b) => {
      const drop = this.heights[a] - this.heights[b];
      const moved = 0.2 * Math.sign(drop) * Math.max(0, Math.abs(drop) - most);
      this.heights[a] -= moved;
      this.heights[b] += moved;
    };
    for (let j = 0, k = 0; j < bed.rows; j++) {
      for (let i = 0; i < bed.columns; i++, k++) {
        if (i + 1 < bed.columns) level(k, k + 1);
        if (j + 1 < bed.rows) level(k, k + bed.columns);
      }
    }
  }

  // A little hill of this volume around a cell.
  heap(column, row, volume) {
    const cells = [];
    for (let j = Math.max(0, row - 3); j <= Math.min(bed.rows - 1, row + 3); j++) {
      for (let i = Math.max(0, column - 3); i <= Math.min(bed.columns - 1, column + 3); i++) {
        cells.push([j * bed.columns + i, Math.max(0, 4 - Math.hypot(i - column, j - row))]);
      }
    }
    const sum = cells.reduce((all, [, weight]) => all + weight, 0);
    for (const [k, weight] of cells) this.heights[k] += (volume * weight) / (sum * 0.01);
  }

  loads(poses) {
    const tilt = this.tilt(poses[this.bucket]);
    const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
    const { profile, slices } = bucketShape;
    const zs = profile.flatMap((x, i) => (i % 2 === 0 ? [s * x + c * profile[i + 1]] : []));
    const [low, high] = [Math.min(...zs), Math.max(zs[0], zs.at(-1)) + 0.35];
    const level = low + this.fill * (high - low);
    // Fuller in the middle, as buckets are.
    const levels = Array.from({ length: slices }, (_, i) => level - 0.02 * (i - 3.5) ** 2);
    const volume = 0.95 * this.fill;
    const load = { surface: kLoam, tangent: kTangent };
    const loads = [
      {
        ...load,
        mass: kDensity * volume,
        volume,
        tilt,
        slope: 0.12,
        levels: this.fill > 0 ? levels : [],
      },
    ];
    if (!this.withTruck) return loads;
    const sum = 0.01 * this.heights.reduce((all, height) => all + height, 0);
    loads.push({ ...load, mass: kDensity * sum, volume: sum, levels: this.heights });
    return loads;
  }

  falling() {
    return this.parcels.flatMap(({ mass, place }) => [...place, mass, kLoam]);
  }
}
