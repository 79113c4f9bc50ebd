/** Milliseconds a notice stays; warnings and errors stay longer. */
const kStay = { info: 5000, warning: 9000, error: 15000 };
const kMost = 4;

export type ToastLevel = keyof typeof kStay;

/** Short notices that go away by themselves or by a click. */
export class Toasts {
  constructor(private readonly element: HTMLElement) {}

  show(text: string, level: ToastLevel = 'info'): void {
    // The same text again only begins anew.
    for (const old of this.element.children) {
      if (old.textContent === text) old.remove();
    }
    const toast = document.createElement('button');
    toast.type = 'button';
    toast.className = `toast ${level}`;
    toast.textContent = text;
    toast.title = 'Dismiss';
    toast.onclick = () => toast.remove();
    this.element.append(toast);
    while (this.element.childElementCount > kMost) this.element.firstElementChild?.remove();
    setTimeout(() => toast.remove(), kStay[level]);
  }
}
