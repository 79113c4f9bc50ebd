import type { Control } from '../../protocol/outrigger_pb.js';
import { term } from './terms.js';

/** As the machine has it. */
const nameOf = (control: Control): string => control.label || control.name;

export const labelOf = (control: Control): string => term(nameOf(control));

/**
 * A bar is drawn with its positive end on the right, unless that end goes left (or the other one
 * right): what is dragged to the right goes right.
 */
export const isMirrored = (control: Control): boolean =>
  /\bleft\b/i.test(control.positive) || /\bright\b/i.test(control.negative);

/** What one direction of a control does: "Slew left", but not "Slew slew left". */
export function actionOf(control: Control, positive: boolean, between = ' '): string {
  const words = (positive ? control.positive : control.negative) || (positive ? '+' : '−');
  return words.toLowerCase().includes(nameOf(control).toLowerCase())
    ? words[0]!.toUpperCase() + words.slice(1)
    : `${labelOf(control)}${between}${term(words)}`;
}
