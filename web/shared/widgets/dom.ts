/** The element of the page with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element "${id}"`);
  return element as T;
}

/** What an element begins with; everything else is an attribute. */
export type Attributes = Readonly<Record<string, string | boolean>>;

function fill<E extends Element>(
  element: E,
  attributes: Attributes,
  children: Iterable<Node | string>,
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A new element: `make('button', { id: 'pause', type: 'button' }, 'Pause')`. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
export function makeSvg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Node[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

/** A button that does one thing. */
export function makeButton(text: string, run: () => void, attributes: Attributes = {}) {
  const button = make('button', { type: 'button', ...attributes }, text);
  button.onclick = run;
  return button;
}

/** A list to choose one of: values and their words. */
export function makeSelect(
  options: Iterable<readonly [value: string, words: string]>,
  attributes: Attributes = {},
): HTMLSelectElement {
  return make(
    'select',
    attributes,
    ...[...options].map(([value, words]) => make('option', { value }, words)),
  );
}

/** Writes only what is new, so that nothing is laid out or read aloud again. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
