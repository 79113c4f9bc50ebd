// For instructors: seats, students, attempts, documents.
import { Preferences } from '../shared/state/preferences.js';
import { byId, setText } from '../shared/widgets/dom.js';
import { openInLanguage } from '../shared/words/page_texts.js';
import { Api, Refused } from './api.js';
import { AttemptsView, ReplayView } from './attempts_view.js';
import { DocumentsView } from './documents_view.js';
import { LoginView } from './login_view.js';
import type { State } from './model.js';
import { SeatsView } from './seats_view.js';
import { StudentsView } from './students_view.js';
import type { ConsoleTextKey } from './texts/en.js';
import { button, type Desk, type View } from './view.js';
import { say } from './words.js';

const kPeriod = 500;

class Console implements Desk {
  readonly api = new Api();
  private view: View | undefined;
  private readonly tabs = byId('tabs');
  private state: State = { set_up: true, who: null };

  constructor() {
    openInLanguage(new Preferences());
    this.api.loggedOut.listen(() => this.ask());
    window.addEventListener('hashchange', () => this.follow());
    this.ask();
    void this.keepFresh();
  }

  attempt(work: () => Promise<void>): void {
    work().then(
      () => this.complain(''),
      (error: unknown) => this.complain(error instanceof Refused ? error.message : say('lost')),
    );
  }

  show(view: View): void {
    this.view?.leave?.();
    this.view = view;
    byId('view').replaceChildren(view.root);
    this.attempt(() => view.refresh());
  }

  /** Who is logged in? */
  private ask(): void {
    this.attempt(async () => {
      const state = await this.api.state().catch((error: unknown) => {
        throw error instanceof Refused ? new Refused(404, say('noConsole')) : error;
      });
      if (state.who !== null) return this.enter(state);
      this.tabs.replaceChildren();
      setText(byId('who'), '');
      this.show(new LoginView(this, state, (s) => this.enter(s)));
    });
  }

  private enter(state: State): void {
    this.state = state;
    this.api.enter(state);
    if (window.location.hash.startsWith('#setup')) window.location.hash = '';
    this.tabs.replaceChildren(
      this.tab('seats', () => new SeatsView(this, this.state.seat_key ?? '')),
      this.tab('students', () => new StudentsView(this)),
      this.tab('attempts', () => new AttemptsView(this)),
      this.tab('documents', () => new DocumentsView(this)),
    );
    byId('who').replaceChildren(state.who ?? '', ' ', this.logOut());
    if (!this.follow()) this.tabs.querySelector('button')?.click();
  }

  /** The address may name a replay: reports link there. */
  private follow(): boolean {
    const wanted = new URLSearchParams(window.location.hash.slice(1));
    const uuid = wanted.get('replay');
    if (uuid === null || this.tabs.childElementCount === 0) return false;
    this.show(new ReplayView(this, uuid, Number(wanted.get('at') ?? 0)));
    return true;
  }

  private tab(key: ConsoleTextKey, view: () => View): HTMLElement {
    const open = () => {
      for (const other of this.tabs.querySelectorAll('button'))
        other.setAttribute('aria-selected', String(other === element));
      this.show(view());
    };
    const element = button(say(key), open, { role: 'tab', id: `tab-${key}` });
    return element;
  }

  private logOut(): HTMLElement {
    const leave = () =>
      this.attempt(async () => {
        await this.api.post('/api/logout');
        this.ask();
      });
    return button(say('logOut'), leave, { id: 'log-out' });
  }

  private complain(text: string): void {
    const element = byId('problem');
    setText(element, text);
    element.hidden = text === '';
  }

  private async keepFresh(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, kPeriod));
      if (document.hidden || this.tabs.childElementCount === 0) continue;
      await this.view?.refresh().catch((error: unknown) => {
        if (!(error instanceof Refused)) this.complain(say('lost'));
      });
    }
  }
}

new Console();
