import { Store } from './store.js';

/** What a person has chosen on this computer; kept by the browser. */
export interface Choices {
  /** Nothing: that of the browser. */
  language: string;
  units: 'metric' | 'us';
  /** Volume of all and of groups, 0 to 1. */
  volumes: Record<string, number>;
  soundLayout: string;
  /** How mirrors are turned, by name: shares of what they allow. */
  mirrors: Record<string, { x: number; y: number }>;
  /** The text of a display file; empty: none. */
  display: string;
  /** Which lever is where: ISO, or boom and stick exchanged. */
  pattern: 'iso' | 'sae';
  /** View aids that are on, by name. */
  aids: Record<string, boolean>;
  /** What the grade display compares with, as of design_surface.ts. */
  design: Record<string, number>;
  /** Per device: how its axes are calibrated. */
  devices: Record<string, unknown>;
}

const kNothing: Choices = {
  language: '',
  units: 'metric',
  volumes: {},
  soundLayout: 'stereo',
  mirrors: {},
  display: '',
  pattern: 'iso',
  aids: {},
  design: {},
  devices: {},
};
const kKey = 'outrigger.choices';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** Choices of a person, read once and written whenever one changes; without a shelf they last as long as the page. */
export class Preferences {
  readonly store: Store<Choices>;

  constructor(private readonly shelf: Shelf | undefined = browserShelf()) {
    this.store = new Store<Choices>({ ...kNothing, ...this.read() });
  }

  get value(): Readonly<Choices> {
    return this.store.value;
  }

  set(patch: Partial<Choices>): void {
    this.store.set(patch);
    try {
      this.shelf?.setItem(kKey, JSON.stringify(this.store.value));
    } catch {
      // A full or forbidden shelf: the choice holds for this page.
    }
  }

  /** What cannot be read is as if it had never been chosen. */
  private read(): Partial<Choices> {
    try {
      const found: unknown = JSON.parse(this.shelf?.getItem(kKey) ?? '{}');
      if (typeof found !== 'object' || found === null) return {};
      const same = Object.entries(found).filter(
        ([key, value]) => key in kNothing && typeof value === typeof kNothing[key as keyof Choices],
      );
      return Object.fromEntries(same);
    } catch {
      return {};
    }
  }
}

function browserShelf(): Shelf | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
