import { make, makeButton } from '../shared/widgets/dom.js';
import type { Api } from './api.js';

/** A part of the console that fills the page. */
export interface View {
  readonly root: HTMLElement;
  /** Now, and then every half a second while it is shown. */
  refresh(): Promise<void>;
  /** It is shown no more. */
  leave?(): void;
}

/** What views have in common. */
export interface Desk {
  api: Api;
  /** Runs something and shows what went wrong. */
  attempt(work: () => Promise<void>): void;
  show(view: View): void;
}

export function field(label: string, input: HTMLElement): HTMLElement {
  return make('label', { class: 'field' }, make('span', {}, label), input);
}

export function textInput(attributes: Record<string, string> = {}): HTMLInputElement {
  return make('input', { type: 'text', autocomplete: 'off', ...attributes });
}

/** A form that sends by Enter as well. */
export function form(submit: () => void, ...parts: Node[]): HTMLFormElement {
  const element = make('form', {}, ...parts);
  element.onsubmit = (event) => {
    event.preventDefault();
    submit();
  };
  return element;
}

export const submitButton = (words: string, id: string): HTMLButtonElement =>
  make('button', { type: 'submit', id }, words);

export function table(heads: string[], rows: (Node | string)[][]): HTMLElement {
  const cells = (row: (Node | string)[], tag: 'td' | 'th') =>
    make('tr', {}, ...row.map((cell) => make(tag, {}, cell)));
  return make(
    'div',
    { class: 'wide' },
    make(
      'table',
      {},
      make('thead', {}, cells(heads, 'th')),
      make('tbody', {}, ...rows.map((row) => cells(row, 'td'))),
    ),
  );
}

/** A page of the server in a new window. */
export const link = (words: string, href: string): HTMLAnchorElement =>
  make('a', { href, target: '_blank', rel: 'noopener' }, words);

export const button = makeButton;
