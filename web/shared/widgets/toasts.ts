import { text } from '../words/language.js';
import type { Level } from '../words/notices.js';
import { makeButton } from './dom.js';

/** Milliseconds a notice stays; warnings and errors stay longer. */
const kStay: Record<Level, number> = { info: 5000, warning: 9000, error: 15000 };
const kMost = 4;

/** Short notices that go away by themselves or by a click. */
export class Toasts {
  constructor(private readonly element: HTMLElement) {}

  show(words: string, level: Level = 'info'): void {
    // The same text again only begins anew.
    for (const old of this.element.children) {
      if (old.textContent === words) old.remove();
    }
    const attributes = { class: `toast ${level}`, title: text('dismiss') };
    const toast = makeButton(words, () => toast.remove(), attributes);
    this.element.append(toast);
    while (this.element.childElementCount > kMost) this.element.firstElementChild?.remove();
    setTimeout(() => toast.remove(), kStay[level]);
  }
}
