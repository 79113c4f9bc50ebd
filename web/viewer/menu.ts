import { pageUrl } from '../shared/link/address.js';
import type { Seat } from '../shared/state/seat.js';
import { make, makeButton } from '../shared/widgets/dom.js';
import { text } from '../shared/words/language.js';

/** What is needed seldom: tools, and the other pages. */
export class Menu {
  constructor(
    private readonly button: HTMLElement,
    private readonly element: HTMLElement,
    seat: Seat,
    openGroundTool: () => void,
    entries: readonly (readonly [name: string, run: () => void])[],
  ) {
    const open = () => {
      this.toggle(false);
      openGroundTool();
    };
    const tool = makeButton(text('groundTool'), open, { id: 'ground-tool-button' });
    const link = (text: string, file: string) =>
      make('a', { href: pageUrl(file, window.location), target: '_blank' }, text);
    const more = entries.map(([name, run]) =>
      makeButton(name, () => {
        this.toggle(false);
        run();
      }),
    );
    element.replaceChildren(
      ...more,
      tool,
      link(text('panel'), 'panel.html'),
      link(text('devices'), 'devices.html'),
      link(text('displays'), 'displays.html'),
      link(text('allPages'), 'pages.html'),
    );
    button.onclick = () => this.toggle();
    seat.store.follow(
      (s) => s.couldInstruct && s.scene?.replay === false,
      (may) => {
        tool.hidden = !may;
      },
    );
  }

  toggle(open = this.element.hidden): void {
    this.element.hidden = !open;
    this.button.setAttribute('aria-expanded', String(open));
  }
}
