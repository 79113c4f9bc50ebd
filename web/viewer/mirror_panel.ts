import type { Adjustment, Mirrors } from '../display/mirrors.js';
import type { Preferences } from '../shared/state/preferences.js';
import { make, makeButton } from '../shared/widgets/dom.js';
import { text } from '../shared/words/language.js';

/** Share of what a mirror allows that one press turns it. */
const kStep = 0.1;

/** Turns the mirrors of the machine. */
export function mirrorPanel(mirrors: Mirrors, preferences: Preferences): HTMLElement[] {
  if (mirrors.names.length === 0) return [make('p', {}, text('noMirrors'))];
  const turn = (name: string, by: Adjustment | undefined) => () => {
    const before = preferences.value.mirrors[name] ?? { x: 0, y: 0 };
    const clamp = (v: number) => Math.min(1, Math.max(-1, v));
    const after = by ? { x: clamp(before.x + by.x), y: clamp(before.y + by.y) } : { x: 0, y: 0 };
    preferences.set({ mirrors: { ...preferences.value.mirrors, [name]: after } });
  };
  const row = (name: string) => {
    const button = (sign: string, words: string, by: Adjustment | undefined) =>
      makeButton(sign, turn(name, by), { title: words, 'aria-label': `${name}: ${words}` });
    return make(
      'div',
      { class: 'mirror-row', role: 'group', 'aria-label': name },
      make('span', {}, name.replaceAll('_', ' ')),
      button('←', text('turnLeft'), { x: -kStep, y: 0 }),
      button('→', text('turnRight'), { x: kStep, y: 0 }),
      button('↑', text('turnUp'), { x: 0, y: kStep }),
      button('↓', text('turnDown'), { x: 0, y: -kStep }),
      button('⟲', text('asBuilt'), undefined),
    );
  };
  return [make('p', {}, text('mirrorHelp')), ...mirrors.names.map(row)];
}
