import { type Control, Control_Kind, type Scene } from '../protocol/outrigger_pb.js';
import { assignPad, padPartName, padPartWords } from '../shared/input/gamepads.js';
import type { PageKey } from '../shared/input/keyboard.js';
import { make, makeButton } from '../shared/widgets/dom.js';
import { actionOf, labelOf } from '../shared/words/controls.js';
import { keyName } from '../shared/words/keys.js';
import { text } from '../shared/words/language.js';
import { term } from '../shared/words/terms.js';

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
    const choices = control.choices.map(term).join(', ');
    const lines: [string, string][] = [
      [control.keyPositive, `${name}: ${text('nextOf', { choices })}`],
      [control.keyNegative, `${name}: ${text('previousOf', { choices })}`],
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
  if (bare.length > 0) parts.push(row([text('nothingLeft'), bare.map(labelOf).join(', ')]));
  const page = pageKeys
    .filter((key) => key.codes.some((code) => !taken.has(code)))
    .map((key) => row([keys(...key.label.split(' ')), key.does]));
  const mouse = [
    row([text('mouseDrag'), text('mouseLook')]),
    row([text('mouseWheel'), text('mouseNearer')]),
    row([text('mouseRight'), text('mouseMove')]),
    row([text('mouseDouble'), text('mouseAgain')]),
    row([text('mouseLever'), text('mouseLeverDoes')]),
  ];
  const content: HTMLElement[] = [];
  if (!scene.replay && machine.length > 0) {
    content.push(table(scene.title, [text('key'), text('does')], machine));
    content.push(table(text('gamepad'), [text('part'), text('moves')], parts));
  }
  content.push(
    table(text('thisPage'), [text('key'), text('does')], page),
    table(text('mouseAndTouch'), [text('action'), text('does')], mouse),
  );
  return content;
}

/** The panel that lists the keys. */
export class Help {
  private readonly content = make('div', { id: 'help-content' });
  private readonly closer = makeButton(text('close'), () => this.toggle(false), {
    id: 'help-close',
  });

  constructor(
    private readonly element: HTMLElement,
    private readonly button: HTMLElement,
  ) {
    const title = make('h2', {}, text('keysAndLevers'));
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
