import type { Load } from '../../protocol/outrigger_pb.js';
import { formatShown } from './quantities.js';

/** What a container holds, for operators: tonnes and cubic metres. */
export function loadOf(load: Pick<Load, 'mass' | 'volume'> | undefined): string {
  const { mass, volume } = load ?? { mass: Number.NaN, volume: Number.NaN };
  return `${formatShown([mass / 1000], 't', 1)}, ${formatShown([volume], 'm³', 2)}`;
}
