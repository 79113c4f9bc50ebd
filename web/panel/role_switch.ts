import { withRole } from '../shared/link/address.js';
import type { Page } from '../shared/page.js';
import { setText } from '../shared/widgets/dom.js';
import { text } from '../shared/words/language.js';

/** A panel watches until somebody wants its levers. */
export function roleSwitch(button: HTMLButtonElement, page: Page): void {
  const next = page.address.role === 'watch' ? 'operate' : 'watch';
  setText(button, text(next === 'operate' ? 'useLevers' : 'watchOnly'));
  button.onclick = () => window.location.assign(withRole(next, window.location));
  page.seat.store.follow(
    (s) => s.scene,
    (scene) => {
      button.hidden = !scene || scene.replay || scene.controls.length === 0;
    },
  );
}
