import { create } from '@bufbuild/protobuf';
import { type Control, ControlSchema, type Scene } from '../../protocol/outrigger_pb.js';

export type Pattern = 'iso' | 'sae';

/** A control that sits where another one does: on its stick and its keys. */
function moved(control: Control, to: Control): Control {
  // Each keeps its own sense; the keys lie as the sticks do.
  const same = control.stickReversed === to.stickReversed;
  return create(ControlSchema, {
    ...control,
    stick: to.stick,
    keyPositive: same ? to.keyPositive : to.keyNegative,
    keyNegative: same ? to.keyNegative : to.keyPositive,
  });
}

/**
 * A scene as the operator's hands expect it. Machines describe the pattern of ISO 10968: left swing and
 * stick, right boom and bucket. SAE J1814 exchanges what the two sticks do forwards and backwards.
 */
export function withPattern(scene: Scene, pattern: Pattern): Scene {
  const [left, right] = ['left_y', 'right_y'].map((axis) =>
    scene.controls.findIndex((control) => control.stick === axis),
  ) as [number, number];
  if (pattern === 'iso' || left < 0 || right < 0) return scene;
  const [a, b] = [scene.controls[left]!, scene.controls[right]!];
  const controls = [...scene.controls];
  controls[left] = moved(a, b);
  controls[right] = moved(b, a);
  return { ...scene, controls };
}
