import {
  type AxisSetup,
  type DeviceSetup,
  plainSetup,
  readSetup,
  setUp,
} from '../shared/input/calibration.js';
import type { Preferences } from '../shared/state/preferences.js';
import { make, makeButton, makeSelect, setText } from '../shared/widgets/dom.js';
import { text } from '../shared/words/language.js';

/** The part of a browser's gamepad that is used. */
type Device = Pick<Gamepad, 'id' | 'axes' | 'buttons'>;

/** What each axis of a device moves, in the order of the axes: as pages read them. */
const kUses = ['useLeftX', 'useLeftY', 'useThird', 'useFourth'] as const;

interface Row {
  raw: HTMLElement;
  after: HTMLElement;
  words: HTMLElement;
}

/** One device: what it gives, and how its axes are set up. */
export class DeviceCard {
  readonly element = make('section', { class: 'panel device' });
  private setup: DeviceSetup;
  /** While ends are learnt: the widest that each axis has been. */
  private learning: { low: number; high: number }[] | undefined;
  private rows: Row[] = [];
  private readonly buttons = make('p', { class: 'buttons' });
  private readonly learn: HTMLButtonElement;
  private axes: readonly number[];

  constructor(
    private readonly device: Device,
    private readonly preferences: Preferences,
  ) {
    this.axes = device.axes;
    const kept = readSetup(preferences.value.devices[device.id]);
    this.setup = kept?.axes.length === device.axes.length ? kept : plainSetup(device.axes.length);
    this.learn = makeButton('', () => this.toggleLearning());
    this.show();
  }

  paint({ axes, buttons }: Device): void {
    this.axes = axes;
    this.learning?.forEach((range, k) => {
      range.low = Math.min(range.low, axes[k] ?? 0);
      range.high = Math.max(range.high, axes[k] ?? 0);
    });
    this.rows.forEach(({ raw, after, words }, k) => {
      const axis = this.setup.axes[k]!;
      const given = axes[axis.source] ?? 0;
      const value = setUp(axis, given);
      raw.style.left = `${50 + 50 * Math.min(1, Math.max(-1, given))}%`;
      after.style.left = `${50 + 50 * value}%`;
      setText(words, `${given.toFixed(2)} → ${value.toFixed(2)}`);
    });
    const pressed = [...buttons].flatMap((b, k) => (b.pressed ? [String(k)] : []));
    setText(this.buttons, text('buttonsPressed', { list: pressed.join(', ') || '–' }));
  }

  private show(): void {
    const { device, learn } = this;
    setText(learn, text(this.learning ? 'learnDone' : 'learn'));
    const rest = makeButton(text('restHere'), () => {
      this.change((axis) => ({ ...axis, rest: this.axes[axis.source] ?? 0 }));
    });
    const plain = makeButton(text('asDelivered'), () => {
      this.setup = plainSetup(device.axes.length);
      this.keep();
    });
    this.rows = [];
    const head = ['axis', 'comesFrom', 'position', 'inverted', 'deadZone', 'curve'] as const;
    this.element.replaceChildren(
      make('h2', {}, device.id),
      make('p', {}, text(this.learning ? 'learnHelp' : 'calibrateHelp')),
      make('div', { class: 'row' }, learn, rest, plain),
      make(
        'table',
        {},
        make(
          'thead',
          {},
          make('tr', {}, ...head.map((key) => make('th', { scope: 'col' }, text(key)))),
        ),
        make('tbody', {}, ...this.setup.axes.map((axis, k) => this.row(axis, k))),
      ),
      this.buttons,
    );
  }

  private row(axis: AxisSetup, k: number): HTMLElement {
    const name = kUses[k] ? text(kUses[k]) : String(k + 1);
    const count = this.setup.axes.length;
    const source = makeSelect(
      Array.from({ length: count }, (_, i) => [String(i), String(i + 1)] as const),
      { 'aria-label': `${name}: ${text('comesFrom')}` },
    );
    source.value = String(axis.source);
    source.onchange = () => this.changeOne(k, { source: Number(source.value) });
    const invert = make('input', {
      type: 'checkbox',
      'aria-label': `${name}: ${text('inverted')}`,
    });
    invert.checked = axis.invert;
    invert.onchange = () => this.changeOne(k, { invert: invert.checked });
    const field = (key: 'deadZone' | 'curve', min: string, max: string, step: string) => {
      const label = `${name}: ${text(key)}`;
      const input = make('input', { type: 'number', min, max, step, 'aria-label': label });
      input.value = String(axis[key]);
      input.onchange = () => {
        const value = Math.min(Number(max), Math.max(Number(min), input.valueAsNumber || 0));
        this.changeOne(k, { [key]: value });
      };
      return input;
    };
    const raw = make('i', { class: 'raw' });
    const after = make('i', { class: 'after' });
    const words = make('span', { class: 'words' });
    this.rows.push({ raw, after, words });
    const cells = [
      name,
      source,
      make('div', {}, make('div', { class: 'track' }, raw, after), words),
      invert,
      field('deadZone', '0', '0.9', '0.01'),
      field('curve', '0.2', '5', '0.1'),
    ];
    return make('tr', {}, ...cells.map((cell) => make('td', {}, cell)));
  }

  private toggleLearning(): void {
    if (!this.learning) {
      this.learning = this.axes.map((value) => ({ low: value, high: value }));
      this.show();
      return;
    }
    const ranges = this.learning;
    this.learning = undefined;
    this.change((axis) => {
      const range = ranges[axis.source];
      // What has not been moved keeps its ends.
      const moved = range && range.high - range.low > 0.2;
      return moved ? { ...axis, low: range.low, high: range.high } : axis;
    });
  }

  private changeOne(k: number, patch: Partial<AxisSetup>): void {
    this.setup = {
      axes: this.setup.axes.map((axis, i) => (i === k ? { ...axis, ...patch } : axis)),
    };
    this.keep();
  }

  private change(each: (axis: AxisSetup) => AxisSetup): void {
    this.setup = { axes: this.setup.axes.map(each) };
    this.keep();
  }

  private keep(): void {
    const { devices } = this.preferences.value;
    this.preferences.set({ devices: { ...devices, [this.device.id]: this.setup } });
    this.show();
  }
}
