import type { Scene } from '../protocol/outrigger_pb.js';
import type { Preferences } from '../shared/state/preferences.js';
import { make, makeButton } from '../shared/widgets/dom.js';
import type { Widget } from '../shared/widgets/widget.js';
import { text } from '../shared/words/language.js';
import type { TextKey } from '../shared/words/texts/en.js';
import type { GradeGauge } from './grade_gauge.js';

export const kAids = ['grade', 'levers', 'tilt', 'readings', 'views'] as const;
export type AidName = (typeof kAids)[number];
const kNames: Record<AidName, TextKey> = {
  grade: 'aidGrade',
  levers: 'aidLevers',
  tilt: 'aidTilt',
  readings: 'aidReadings',
  views: 'aidViews',
};
/** Those that are on until somebody turns them off. */
const kUsual: readonly AidName[] = ['tilt', 'readings', 'views'];

/** Which aids a page shows. */
export function shownAids(chosen: Readonly<Record<string, boolean>>): Record<AidName, boolean> {
  const entries = kAids.map((name) => [name, chosen[name] ?? kUsual.includes(name)]);
  return Object.fromEntries(entries) as Record<AidName, boolean>;
}

/** View aids: which are on. */
export class Aids implements Widget {
  private shown = '';

  /** @param show shows or hides one of them */
  constructor(
    private readonly preferences: Preferences,
    private readonly grade: GradeGauge,
    private readonly show: (name: AidName, on: boolean) => void,
  ) {
    preferences.store.follow(
      (s) => s.aids,
      () => this.update(),
    );
  }

  setScene(_scene: Scene): void {
    this.shown = '';
    this.update();
  }

  private update(): void {
    const shown = shownAids(this.preferences.value.aids);
    const state = JSON.stringify(shown);
    if (state === this.shown) return;
    this.shown = state;
    for (const name of kAids) this.show(name, shown[name]);
  }

  /** What the drawer shows. */
  panel(): HTMLElement[] {
    const { preferences } = this;
    const rows = kAids.map((name) => this.row(name));
    const number = (key: 'depth' | 'slope', label: TextKey, unit: string, step: string) => {
      const field = make('input', { type: 'number', step, id: `design-${key}` });
      field.value = String(preferences.value.design[key] ?? 0);
      field.onchange = () => {
        const value = Number(field.value);
        if (Number.isFinite(value))
          preferences.set({ design: { ...preferences.value.design, [key]: value } });
      };
      return make('label', {}, `${text(label)} [${unit}]`, field);
    };
    return [
      make('p', {}, text('aidsHelp')),
      make('ul', { id: 'aid-list' }, ...rows),
      make('h3', {}, text('aidGrade')),
      makeButton(text('zeroHere'), () => this.grade.zero(), { id: 'zero-here' }),
      make('p', {}, text('zeroHelp')),
      number('depth', 'designDepth', 'm', '0.05'),
      number('slope', 'designSlope', '%', '0.5'),
    ];
  }

  private row(name: AidName): HTMLElement {
    const { preferences } = this;
    const on = make('input', { type: 'checkbox', id: `aid-${name}` });
    on.checked = preferences.value.aids[name] ?? kUsual.includes(name);
    on.onchange = () =>
      preferences.set({ aids: { ...preferences.value.aids, [name]: on.checked } });
    return make('li', {}, make('label', {}, on, text(kNames[name])));
  }
}
