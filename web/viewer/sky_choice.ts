import type { Display } from '../display/display.js';
import { type ConditionsChoice, kTimes, type TimeOfDay } from '../scene/conditions.js';
import { make, makeButton } from '../shared/widgets/dom.js';
import { text } from '../shared/words/language.js';

/** What the address says: `?time=day|dusk|night` and `?weather=rain`. */
export function readSky(search: string): ConditionsChoice {
  const parameters = new URLSearchParams(search);
  const time = kTimes.find((name) => name === parameters.get('time')) ?? 'day';
  return { time, rain: parameters.get('weather') === 'rain' };
}

/** Entries of the menu: the time of day, and rain. */
export class SkyChoice {
  private readonly buttons = new Map<TimeOfDay, HTMLButtonElement>();
  private readonly rain: HTMLButtonElement;
  private readonly choice: ConditionsChoice;

  constructor(
    menu: HTMLElement,
    private readonly display: Display | undefined,
    search: string,
  ) {
    this.choice = readSky(search);
    for (const time of kTimes) {
      this.buttons.set(
        time,
        makeButton(text(time), () => this.choose({ time })),
      );
    }
    this.rain = makeButton(text('rain'), () => this.choose({ rain: !this.choice.rain }));
    const group = make('div', {
      id: 'sky-choice',
      role: 'group',
      'aria-label': text('timeAndWeather'),
    });
    group.append(...this.buttons.values(), this.rain);
    menu.append(group);
    this.choose({});
  }

  private choose(part: Partial<ConditionsChoice>): void {
    Object.assign(this.choice, part);
    this.display?.setConditions({ ...this.choice });
    for (const [time, button] of this.buttons) {
      button.setAttribute('aria-pressed', String(time === this.choice.time));
    }
    this.rain.setAttribute('aria-pressed', String(this.choice.rain));
  }
}
