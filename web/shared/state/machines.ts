import type { Control, Scene } from '../../protocol/outrigger_pb.js';

/** The machine that something belongs to: in a scene of several its name is `machine/thing`. */
export const machineOf = (name: string): string =>
  name.split('/').length > 1 ? name.split('/')[0]! : '';

/** The name of something as those at its machine say it: without the machine. */
export const withoutMachine = (name: string): string =>
  machineOf(name) === '' ? name : name.slice(machineOf(name).length + 1);

/** The machines with controls, in the order of the scene; one without a name is alone. */
export function machinesOf(scene: Scene): string[] {
  return [...new Set(scene.controls.map((c) => machineOf(c.name)))];
}

/** Places of the controls of one machine in the scene. */
export function placesOf(controls: readonly Control[], machine: string): number[] {
  return controls.flatMap((c, i) => (machineOf(c.name) === machine ? [i] : []));
}
