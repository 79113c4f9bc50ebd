import type { Level } from '../words/notices.js';
import { makeButton } from './dom.js';

/** Milliseconds a notice stays; warnings and errors stay longer. */
const kStay: Record<Level, number> = { info: 5000, warning: 9000, error: 15000 };
const kMost = 4;

/** Short notices that go away by themselves or by a click. */
export class Toasts {
  constructor(private readonly element: HTMLElement) {}

  show(text: string, level: Level = 'info'): void {
    // The same text again only begins anew.
    for (const old of this.element.children) {
      if (old.textContent === text) old.remove();
    }
    const attributes = { class: `toast ${level}`, title: 'Dismiss' };
    const toast = makeButton(text, () => toast.remove(), attributes);
    this.element.append(toast);
    while (this.element.childElementCount > kMost) this.element.firstElementChild?.remove();
    setTimeout(() => toast.remove(), kStay[level]);
  }
}
