import type { Area } from '../scene/area_outline.js';

export type GroundAction = 'raise' | 'lower' | 'level';

export interface GroundEdit {
  area: Area;
  action: GroundAction;
  /** Metres: by how much, or for `level` the height itself. */
  amount: number;
  /** Run over rise of the sides; 0: vertical. */
  bank: number;
}

/** Metres: an area with less is a click, not a drag. */
const kSmallest = 0.1;

/** Two digits after the point, without those that say nothing. */
const number = (value: number): string => String(Number(value.toFixed(2)));

/** What is wrong with an edit, for the person who makes it; nothing when it can be sent. */
export function problemOf({ area, amount, bank }: GroundEdit): string | undefined {
  const size =
    area.kind === 'circle' ? area.radius : Math.min(area.x1 - area.x0, area.y1 - area.y0);
  if (!(size >= kSmallest)) return 'Drag over the ground to mark an area.';
  if (!Number.isFinite(amount)) return 'By how many metres?';
  if (!Number.isFinite(bank) || bank < 0) return 'The slope of the sides cannot be negative.';
  return undefined;
}

/** One line of text, as of `outrigger ground`. */
export function editText({ area, action, amount, bank }: GroundEdit): string {
  const place =
    area.kind === 'circle'
      ? `circle: [${[area.x, area.y, area.radius].map(number).join(', ')}]`
      : `rectangle: [${[area.x0, area.x1, area.y0, area.y1].map(number).join(', ')}]`;
  const sides = bank > 0 ? `, bank: ${number(bank)}` : '';
  return `{${place}, ${action}: ${number(amount)}${sides}}`;
}
