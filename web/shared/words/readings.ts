import type { Channel } from '../../protocol/outrigger_pb.js';
import { machineOf, withoutMachine } from '../state/machines.js';
import { formatMeasured, formatShown } from './quantities.js';

/** What is shown of channels, as the machine describes them. */
export interface Reading {
  name: string;
  /** Where there are several; otherwise empty. */
  machine: string;
  /** As measured. */
  unit: string;
  /** As people read it; empty: as measured. */
  shownUnit: string;
  /** shown = scale * measured */
  scale: number;
  decimals: number;
  /** Operators need it; all others are for engineers. */
  forOperators: boolean;
  /** Channels; several are the components of a vector. */
  channels: number[];
}

export type ChannelWords = Pick<
  Channel,
  | 'name'
  | 'unit'
  | 'label'
  | 'forOperators'
  | 'shownUnit'
  | 'shownScale'
  | 'decimals'
  | 'group'
  | 'groupLabel'
>;

/** The readings of a machine: the components of a vector are one. */
export function readingsOf(channels: readonly ChannelWords[]): Reading[] {
  const readings: Reading[] = [];
  const groups = new Map<string, Reading>();
  channels.forEach((channel, i) => {
    const { group, groupLabel, name, label, unit, shownUnit, decimals, forOperators } = channel;
    const known = group === '' ? undefined : groups.get(group);
    if (known && known.unit === unit) {
      known.channels.push(i);
      return;
    }
    const words = group === '' ? label : groupLabel;
    const reading: Reading = {
      name: words || withoutMachine(name),
      machine: machineOf(name),
      unit,
      shownUnit,
      scale: channel.shownScale || 1,
      decimals,
      forOperators,
      channels: [i],
    };
    readings.push(reading);
    if (group !== '') groups.set(group, reading);
  });
  return readings;
}

/** Places and directions are read by their components; of all else, size is what counts. */
const kByComponents = ['m', 'rad'];

/** The value of a reading in a frame. */
export function readingOf(reading: Reading, channels: readonly number[]): string {
  const { unit, shownUnit, scale, decimals } = reading;
  const values = reading.channels.map((c) => channels[c] ?? Number.NaN);
  const isSize = values.length > 1 && !kByComponents.includes(unit);
  const shown = isSize ? [Math.hypot(...values)] : values;
  if (shownUnit === '') return formatMeasured(shown, unit);
  return formatShown(
    shown.map((value) => scale * value),
    shownUnit,
    decimals,
  );
}
