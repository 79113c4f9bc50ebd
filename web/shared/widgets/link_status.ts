import type { Scene } from '../../protocol/outrigger_pb.js';
import type { Seat } from '../state/seat.js';
import { text } from '../words/language.js';
import { kSilence, linkText } from '../words/notices.js';
import { make, makeButton, setText } from './dom.js';
import type { Widget } from './widget.js';

/** The names of machine and site, and whether the page is connected. */
export class LinkStatus implements Widget {
  private readonly title = make('h1', { id: 'title' }, 'Outrigger');
  private readonly site = make('p', { id: 'site' });
  private readonly text = make('span', { id: 'state-text' }, text('connecting'));
  private readonly veilText = make('p', { id: 'veil-text' });
  private readonly retry: HTMLButtonElement;
  private readonly pageTitle = document.title;

  /** @param veil lies over the page while there is no connection */
  constructor(
    titles: HTMLElement,
    private readonly veil: HTMLElement,
    private readonly seat: Seat,
  ) {
    const state = { id: 'state', role: 'status' };
    const dot = make('span', { class: 'dot' });
    titles.replaceChildren(this.title, this.site, make('p', state, dot, this.text));
    this.retry = makeButton(text('tryNow'), () => seat.retryNow(), { id: 'retry' });
    veil.replaceChildren(this.veilText, this.retry);
    seat.store.follow(
      (s) => s,
      () => this.show(),
    );
  }

  setScene(scene: Scene): void {
    setText(this.title, scene.title || 'Outrigger');
    setText(this.site, scene.siteTitle);
    document.title = scene.title ? `${scene.title} – ${this.pageTitle}` : this.pageTitle;
  }

  /** Also between messages: a server that is silent is mentioned. */
  show(): void {
    const { link, retryIn, scene, mayOperate } = this.seat.store.value;
    const silence = link === 'connected' ? this.seat.silence : 0;
    document.body.dataset.state = silence > kSilence ? 'silent' : link;
    // Written only when it changes, so that a screen reader says it once.
    setText(this.text, linkText(link, !mayOperate, retryIn, silence));
    this.veil.hidden = link === 'connected';
    // The veil says "connecting" only before the first connection: no flicker between attempts.
    if (link === 'lost') setText(this.veilText, text('linkLost'));
    else if (!scene) setText(this.veilText, text('linkConnecting'));
    this.retry.hidden = link === 'connecting';
  }
}
