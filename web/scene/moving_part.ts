import * as THREE from 'three';
import type { Motion } from '../protocol/outrigger_pb.js';

/** The value of an input, 0 where there is no such input. */
export type InputOf = (name: string) => number;

const vector = (values: readonly number[], otherwise: readonly [number, number, number]) =>
  new THREE.Vector3(
    ...((values.length >= 3 ? values.slice(0, 3) : otherwise) as [number, number, number]),
  );

/** Shapes that turn with inputs: a lever with the hand. */
export class MovingPart {
  readonly group = new THREE.Group();
  private readonly turns: {
    input: string;
    axis: THREE.Vector3;
    about: THREE.Vector3;
    angle: number;
  }[];
  private readonly rotation = new THREE.Quaternion();
  private readonly shift = new THREE.Vector3();

  constructor(motions: readonly Motion[]) {
    this.turns = motions.map((m) => ({
      input: m.input,
      axis: vector(m.axis, [0, 1, 0]).normalize(),
      about: vector(m.about, [0, 0, 0]),
      angle: m.angle,
    }));
  }

  /** The last of the turns is done first. */
  update(inputOf: InputOf): void {
    const { position, quaternion } = this.group;
    position.set(0, 0, 0);
    quaternion.identity();
    for (const { input, axis, about, angle } of this.turns) {
      this.rotation.setFromAxisAngle(axis, angle * inputOf(input));
      // x → about + R (x − about), behind what is there.
      this.shift.copy(about).negate().applyQuaternion(this.rotation).add(about);
      position.add(this.shift.applyQuaternion(quaternion));
      quaternion.multiply(this.rotation);
    }
  }
}

/** Which shapes move together. */
export const motionKey = (motions: readonly Motion[]): string =>
  motions.map((m) => [m.input, ...m.axis, ...m.about, m.angle].join(' ')).join('; ');
