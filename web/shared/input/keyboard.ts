import type { Levers } from './levers.js';

/** What the page itself does on a key that the machine leaves free. */
export interface PageKey {
  codes: readonly string[];
  label: string;
  does: string;
  run(code: string): void;
}

const kModifiers = /^(Control|Alt|Meta|OS|Shift)/;

/** True where keys write text or move a slider of the page itself. */
function writesText(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}

/** Sends keys to the levers, and those the machine does not use to the page. */
export class Keyboard {
  private levers: Levers | undefined;

  constructor(
    private readonly pageKeys: readonly PageKey[],
    private readonly onRelease: () => void,
  ) {
    window.addEventListener('keydown', (event) => this.down(event));
    window.addEventListener('keyup', (event) => this.up(event));
    window.addEventListener('blur', () => this.letGo());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.letGo();
    });
  }

  attach(levers: Levers | undefined): void {
    this.levers = levers;
  }

  private down(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || writesText(event.target)) return;
    if (kModifiers.test(event.code) && !this.levers?.usesKey(event.code)) return;
    if (this.levers?.usesKey(event.code)) {
      // No scrolling, and no pressing of a button that happens to have the focus.
      event.preventDefault();
      if (!event.repeat) this.levers.press(event.code);
      return;
    }
    const code = event.key === '?' ? '?' : event.code;
    const pageKey = this.pageKeys.find((k) => k.codes.includes(code));
    if (!pageKey || event.repeat) return;
    event.preventDefault();
    pageKey.run(code);
  }

  private up(event: KeyboardEvent): void {
    if (!this.levers?.usesKey(event.code)) return;
    if (!writesText(event.target)) event.preventDefault();
    this.levers.release(event.code);
  }

  private letGo(): void {
    this.levers?.letGo();
    this.onRelease();
  }
}
