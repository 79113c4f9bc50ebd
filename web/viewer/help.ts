import { type Control, Control_Kind, type Scene } from '../protocol/outrigger_pb.js';
import { assignPad, padPartName, padPartWords } from './gamepads.js';
import { keyName, type PageKey } from './keyboard.js';
import { actionOf, labelOf } from './wording.js';

function row(cells: readonly (string | HTMLElement)[]): HTMLTableRowElement {
  const tr = document.createElement('tr');
  for (const cell of cells) {
    const td = document.createElement('td');
    td.append(cell);
    tr.append(td);
  }
  return tr;
}

function keys(...codes: readonly string[]): HTMLElement {
  const span = document.createElement('span');
  for (const code of codes) {
    if (code === '') continue;
    const kbd = document.createElement('kbd');
    kbd.textContent = keyName(code);
    span.append(kbd, ' ');
  }
  return span;
}

function table(title: string, heads: readonly string[], rows: readonly HTMLTableRowElement[]) {
  const element = document.createElement('table');
  const caption = element.createCaption();
  caption.textContent = title;
  const head = element.createTHead().insertRow();
  for (const text of heads) {
    const th = document.createElement('th');
    th.scope = 'col';
    th.textContent = text;
    head.append(th);
  }
  element.createTBody().append(...rows);
  return element;
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
