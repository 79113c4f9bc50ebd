import type { Preferences } from '../shared/state/preferences.js';
import { DeviceCard } from './device_card.js';

/** All devices that are plugged in; each appears with the first button or axis that is moved. */
export class DeviceList {
  private readonly cards = new Map<string, DeviceCard>();

  constructor(
    private readonly element: HTMLElement,
    private readonly none: HTMLElement,
    private readonly preferences: Preferences,
  ) {}

  paint(): void {
    const pads = [...(navigator.getGamepads?.() ?? [])].filter((pad) => pad !== null);
    const there = new Set<string>();
    for (const pad of pads) {
      const key = `${pad.index} ${pad.id}`;
      there.add(key);
      let card = this.cards.get(key);
      if (!card) {
        card = new DeviceCard(pad, this.preferences);
        this.cards.set(key, card);
        this.element.append(card.element);
      }
      card.paint(pad);
    }
    for (const [key, card] of this.cards) {
      if (there.has(key)) continue;
      card.element.remove();
      this.cards.delete(key);
    }
    this.none.hidden = pads.length > 0;
  }
}
