import { type Control, Control_Kind, type Scene } from '../protocol/outrigger_pb.js';
import { assignPad, padPartName, padPartWords } from '../shared/input/gamepads.js';
import type { PageKey } from '../shared/input/keyboard.js';
import { make, makeButton } from '../shared/widgets/dom.js';
import { actionOf, labelOf } from '../shared/words/controls.js';
import { keyName } from '../shared/words/keys.js';

const row = (cells: readonly (string | HTMLElement)[]): HTMLTableRowElement =>
  make('tr', {}, ...cells.map((cell) => make('td', {}, cell)));

const keys = (...codes: readonly string[]): HTMLElement =>
  make(
    'span',
    {},
    ...codes.filter((code) => code !== '').flatMap((code) => [make('kbd', {}, keyName(code)), ' ']),
  );

function table(title: string, heads: readonly string[], rows: readonly HTMLTableRowElement[]) {
  const head = heads.map((text) => make('th', { scope: 'col' }, text));
  return make(
    'table',
    {},
    make('caption', {}, title),
    make('thead', {}, make('tr', {}, ...head)),
    make('tbody', {}, ...rows),
  );
}

/** What the keys of one control do, in words: pairs of code and effect. */
export function keyLines(control: Control): [string, string][] {
  const name = labelOf(control);
  if (control.kind === Control_Kind.CHOICE) {
    const choices = control.choices.join(', ');
    const lines: [string, string][] = [
      [control.keyPositive, `${name}: next of ${choices}`],
      [control.keyNegative, `${name}: previous of ${choices}`],
    ];
    return lines.filter(([code]) => code !== '');
  }
  const lines: [string, string][] = [
    [control.keyPositive, actionOf(control, true, ': ')],
    [control.keyNegative, actionOf(control, false, ': ')],
  ];
  return lines.filter(([code]) => code !== '');
}

/** The help for this machine: its keys, the gamepad, the keys of the page. */
export function helpContent(scene: Scene, pageKeys: readonly PageKey[]): HTMLElement[] {
  const taken = new Set(scene.controls.flatMap((c) => [c.keyPositive, c.keyNegative]));
  const machine = scene.controls.flatMap(keyLines).map(([code, text]) => row([keys(code), text]));
  const dealt = assignPad(scene.controls);
  const parts = dealt.map((part) =>
    row([padPartName(part), padPartWords(part, scene.controls[part.control]!)]),
  );
  const bare = scene.controls.filter((_, i) => dealt.every((part) => part.control !== i));
  if (bare.length > 0) parts.push(row(['nothing left for', bare.map(labelOf).join(', ')]));
  const page = pageKeys
    .filter((key) => key.codes.some((code) => !taken.has(code)))
    .map((key) => row([keys(...key.label.split(' ')), key.does]));
  const mouse = [
    row(['drag', 'look around']),
    row(['wheel, pinch', 'nearer and further (outside view)']),
    row(['right drag', 'move the view (outside view)']),
    row(['double click', 'the whole machine again (outside view), look ahead again (other views)']),
    row(['drag a lever on the screen', 'moves it; double click centres a bar']),
  ];
  const content: HTMLElement[] = [];
  if (!scene.replay && machine.length > 0) {
    content.push(table(scene.title, ['Key', 'Does'], machine));
    content.push(table('Gamepad', ['Part', 'Moves'], parts));
  }
  content.push(
    table('This page', ['Key', 'Does'], page),
    table('Mouse and touch', ['Do', 'For'], mouse),
  );
  return content;
}

/** The panel that lists the keys. */
export class Help {
  private readonly content = make('div', { id: 'help-content' });
  private readonly closer = makeButton('Close', () => this.toggle(false), { id: 'help-close' });

  constructor(
    private readonly element: HTMLElement,
    private readonly button: HTMLElement,
  ) {
    const title = make('h2', {}, 'Keys and levers');
    element.replaceChildren(make('header', {}, title, this.closer), this.content);
    button.onclick = () => this.toggle();
  }

  setScene(scene: Scene, keysOfPage: readonly PageKey[]): void {
    this.content.replaceChildren(...helpContent(scene, keysOfPage));
  }

  toggle(open = this.element.hidden): void {
    this.element.hidden = !open;
    this.button.setAttribute('aria-expanded', String(open));
    if (open) this.closer.focus();
  }
}
