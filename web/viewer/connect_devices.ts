import { readPads } from '../shared/input/calibration.js';
import { Gamepads } from '../shared/input/gamepads.js';
import { Keyboard, type PageKey } from '../shared/input/keyboard.js';
import type { Page } from '../shared/page.js';
import { text } from '../shared/words/language.js';

/** Keyboard and gamepads move the levers of the page's operator, whenever it has some. */
export function connectDevices(page: Page, keys: readonly PageKey[]): Gamepads {
  const { operator, toasts } = page;
  const send = () => operator.send();
  const keyboard = new Keyboard(keys, send);
  const gamepads = new Gamepads(
    (name) => toasts.show(text('gamepadConnected', { name })),
    (name) => {
      toasts.show(text('gamepadUnplugged', { name }), 'warning');
      send();
    },
    () => readPads(page.preferences.value.devices),
  );
  operator.store.follow(
    (s) => s.levers,
    (mine) => {
      keyboard.attach(mine);
      gamepads.attach(mine);
    },
  );
  return gamepads;
}
