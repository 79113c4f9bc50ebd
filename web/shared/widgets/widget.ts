import type { Frame, Scene } from '../../protocol/outrigger_pb.js';

/** What is on the screen at one moment. */
export interface Moment {
  scene: Scene;
  /** The newest frame. */
  frame: Frame;
  /** Simulated seconds shown. */
  time: number;
  /** As in Frame.poses, at that time. */
  poses: Float32Array;
  /** As in Frame.bodies. */
  bodies: readonly number[];
}

/** A part of a page that shows the machine. */
export interface Widget {
  /** A machine has come, or another one. */
  setScene?(scene: Scene): void;
  /** Once per picture. */
  paint?(moment: Moment): void;
}
