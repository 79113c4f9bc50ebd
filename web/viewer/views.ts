import type { Cameras } from '../display/cameras.js';
import { makeButton } from '../shared/widgets/dom.js';
import type { Widget } from '../shared/widgets/widget.js';
import { text } from '../shared/words/language.js';
import { term } from '../shared/words/terms.js';

/** The buttons of the cameras. */
export class Views implements Widget {
  constructor(
    private readonly element: HTMLElement,
    private readonly cameras: Cameras | undefined,
  ) {}

  setScene(): void {
    this.show();
  }

  choose(index: number): void {
    this.cameras?.choose(index);
    this.show();
  }

  next(): void {
    this.cameras?.next();
    this.show();
  }

  show(): void {
    const { names = [], index = 0 } = this.cameras ?? {};
    this.element.replaceChildren(
      ...names.map((name, i) =>
        makeButton(term(name), () => this.choose(i), {
          title: i < 9 ? text('camera', { number: i + 1 }) : '',
          'aria-pressed': String(i === index),
        }),
      ),
    );
  }
}
