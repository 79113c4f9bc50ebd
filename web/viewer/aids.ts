import type { Scene } from '../protocol/outrigger_pb.js';
import type { Preferences } from '../shared/state/preferences.js';
import type { Seat } from '../shared/state/seat.js';
import { make, makeButton } from '../shared/widgets/dom.js';
import type { Moment, Widget } from '../shared/widgets/widget.js';
import { text } from '../shared/words/language.js';
import type { TextKey } from '../shared/words/texts/en.js';
import type { GradeGauge } from './grade_gauge.js';

/** In the order of the bits of Frame.locked_aids. */
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

/** Which aids a page may show: chosen here, and not locked by who instructs. */
export function shownAids(
  chosen: Readonly<Record<string, boolean>>,
  locked: number,
  mayInstruct: boolean,
): Record<AidName, boolean> {
  const shown = (name: AidName, bit: number) =>
    (mayInstruct || (locked & (1 << bit)) === 0) && (chosen[name] ?? kUsual.includes(name));
  return Object.fromEntries(kAids.map((name, bit) => [name, shown(name, bit)])) as Record<
    AidName,
    boolean
  >;
}

/** View aids: which are on, and which the instructor has locked. */
export class Aids implements Widget {
  private locked = 0;
  private shown = '';

  /** @param show shows or hides one of them */
  constructor(
    private readonly seat: Seat,
    private readonly preferences: Preferences,
    private readonly grade: GradeGauge,
    private readonly show: (name: AidName, on: boolean) => void,
  ) {
    preferences.store.follow(
      (s) => s.aids,
      () => this.update(),
    );
    seat.store.follow(
      (s) => s.mayInstruct,
      () => this.update(),
    );
  }

  setScene(_scene: Scene): void {
    this.shown = '';
    this.update();
  }

  paint({ frame }: Moment): void {
    if (frame.lockedAids === this.locked) return;
    this.locked = frame.lockedAids;
    this.update();
  }

  private update(): void {
    const { mayInstruct } = this.seat.store.value;
    const shown = shownAids(this.preferences.value.aids, this.locked, mayInstruct);
    const state = JSON.stringify(shown);
    if (state === this.shown) return;
    this.shown = state;
    for (const name of kAids) this.show(name, shown[name]);
  }

  /** What the drawer shows. */
  panel(): HTMLElement[] {
    const { preferences, seat } = this;
    seat.askToInstruct();
    const { couldInstruct, scene } = seat.store.value;
    const lockable = couldInstruct && scene?.replay === false;
    const rows = kAids.map((name, bit) => this.row(name, bit, lockable));
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

  private row(name: AidName, bit: number, lockable: boolean): HTMLElement {
    const { preferences, seat } = this;
    const title = text(kNames[name]);
    const on = make('input', { type: 'checkbox', id: `aid-${name}` });
    on.checked = preferences.value.aids[name] ?? kUsual.includes(name);
    on.onchange = () =>
      preferences.set({ aids: { ...preferences.value.aids, [name]: on.checked } });
    const isLocked = (this.locked & (1 << bit)) !== 0;
    const words = isLocked && !lockable ? `${title} (${text('aidLocked')})` : title;
    const parts: HTMLElement[] = [make('label', {}, on, words)];
    if (lockable) {
      const help = text('aidLockHelp', { aid: title });
      const lock = make('input', { type: 'checkbox', id: `lock-${name}`, 'aria-label': help });
      lock.checked = isLocked;
      lock.onchange = () => {
        const mask = 1 << bit;
        seat.lockAids(lock.checked ? this.locked | mask : this.locked & ~mask);
      };
      parts.push(make('label', { class: 'lock' }, lock, text('aidLock')));
    }
    return make('li', {}, ...parts);
  }
}
