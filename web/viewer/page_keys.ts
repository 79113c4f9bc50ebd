import type { PageKey } from '../shared/input/keyboard.js';
import { text } from '../shared/words/language.js';

/** What the keys of the page act on. */
export interface KeyTargets {
  help: { toggle(open?: boolean): void };
  views: { choose(index: number): void; next(): void };
  levers: { toggle(): void };
  instruments: { toggle(): void };
  togglePause(): void;
  toggleHeading(): void;
  /** Closes what lies over the picture. */
  close(): void;
}

/** The keys that machines leave to the page. */
export function pageKeys(to: KeyTargets): PageKey[] {
  return [
    {
      codes: ['KeyH', '?', 'F1'],
      label: 'KeyH ?',
      does: text('helpThis'),
      run: () => to.help.toggle(),
    },
    { codes: ['KeyC'], label: 'KeyC', does: text('helpNextCamera'), run: () => to.views.next() },
    {
      codes: Array.from({ length: 9 }, (_, i) => `Digit${i + 1}`),
      label: 'Digit1 … Digit9',
      does: text('helpCamera'),
      run: (code) => to.views.choose(Number(code.slice(-1)) - 1),
    },
    {
      // One key for all machines, which have all letters for their own.
      codes: ['Digit0', 'Pause'],
      label: 'Digit0 Pause',
      does: text('helpPause'),
      run: () => to.togglePause(),
    },
    {
      codes: ['KeyV'],
      label: 'KeyV',
      does: text('helpHeading'),
      run: () => to.toggleHeading(),
    },
    {
      codes: ['KeyM'],
      label: 'KeyM',
      does: text('helpLevers'),
      run: () => to.levers.toggle(),
    },
    {
      codes: ['KeyN'],
      label: 'KeyN',
      does: text('helpInstruments'),
      run: () => to.instruments.toggle(),
    },
    { codes: ['Escape'], label: 'Escape', does: text('helpClose'), run: () => to.close() },
  ];
}
