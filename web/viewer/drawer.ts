import { make, makeButton } from '../shared/widgets/dom.js';
import { text } from '../shared/words/language.js';

/** A part of the page that lies over the picture and shows one thing at a time. */
export class Drawer {
  private shown: string | undefined;

  constructor(private readonly element: HTMLElement) {}

  get open(): boolean {
    return !this.element.hidden;
  }

  /** Shows this, or hides it when it is shown already. */
  show(title: string, content: () => HTMLElement[]): void {
    const again = this.open && this.shown === title;
    this.close();
    if (again) return;
    this.shown = title;
    const close = makeButton(text('close'), () => this.close(), { id: 'drawer-close' });
    const head = make('header', {}, make('h2', {}, title), close);
    this.element.replaceChildren(head, ...content());
    this.element.setAttribute('aria-label', title);
    this.element.hidden = false;
    close.focus();
  }

  close(): void {
    this.element.hidden = true;
  }
}
