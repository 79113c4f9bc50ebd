import { make, setText } from '../shared/widgets/dom.js';
import type { Attempt } from './model.js';
import { seatPage } from './monitor_view.js';
import { button, type Desk, link, table, type View } from './view.js';
import { say } from './words.js';

/** Attempts with all that can be done with them. */
export function attemptTable(desk: Desk, attempts: Attempt[]): HTMLElement {
  if (attempts.length === 0) return make('p', {}, say('attempts0'));
  const heads = [say('when'), say('session'), say('trainee'), say('points', { points: '' }), ''];
  return table(
    heads,
    attempts.map((a) => [
      a.begun.replace('T', ' ').replace('Z', ''),
      a.session.replaceAll('_', ' '),
      a.number ? `${a.person} (${a.number})` : a.person,
      `${a.total.toFixed(1)} ${a.grade}`,
      actions(desk, a),
    ]),
  );
}

function actions(desk: Desk, a: Attempt): HTMLElement {
  const told = make('span', { class: 'told' });
  const work = (path: string, done: (text: string, ok: boolean) => void) => {
    setText(told, say('working'));
    desk.attempt(async () => {
      try {
        const result = await desk.api.work(path, { attempt: a.uuid });
        setText(told, '');
        done(result.text ?? '', result.ok);
      } catch (error) {
        setText(told, '');
        throw error;
      }
    });
  };
  const certificate = link(say('openCertificate'), `/api/certificate/${a.uuid}`);
  const parts = make(
    'div',
    { class: 'row' },
    link(say('report'), `/report/attempt/${a.uuid}`),
    button(say('replay'), () => desk.show(new ReplayView(desk, a.uuid, 0)), { class: 'replay' }),
    button(
      say('verify'),
      () =>
        work('/api/verify', (text, ok) => {
          setText(told, say(ok ? 'verified' : 'notVerified'));
          told.title = text;
        }),
      { class: 'verify' },
    ),
    button(
      say('certify'),
      () =>
        work('/api/certify', (text, ok) => {
          if (ok) told.replaceChildren(certificate);
          else setText(told, text);
        }),
      { class: 'certify' },
    ),
    told,
  );
  parts.dataset.attempt = a.uuid;
  return parts;
}

export class AttemptsView implements View {
  readonly root = make('section', { id: 'attempts' });
  private known = '';

  constructor(private readonly desk: Desk) {}

  async refresh(): Promise<void> {
    const attempts = await this.desk.api.get<Attempt[]>('/api/attempts');
    const text = JSON.stringify(attempts);
    if (text === this.known) return;
    this.known = text;
    this.root.replaceChildren(attemptTable(this.desk, attempts));
  }
}

/** An attempt as it was driven. */
export class ReplayView implements View {
  readonly root = make('section', { id: 'replay' });
  private readonly frame = make('iframe', { title: say('replay') });

  constructor(desk: Desk, uuid: string, at: number) {
    const told = make('p', {}, say('working'));
    this.root.append(
      make(
        'p',
        { class: 'row' },
        link(say('report'), `/report/attempt/${uuid}`),
        at > 0 ? make('span', {}, say('replayAt', { time: at.toFixed(1) })) : '',
        told,
      ),
      this.frame,
    );
    desk.attempt(async () => {
      const result = await desk.api.work('/api/replay', { attempt: uuid, at });
      setText(told, result.ok ? '' : (result.text ?? ''));
      if (result.ok) this.frame.src = seatPage(0, 'instruct', '');
    });
  }

  async refresh(): Promise<void> {}
  leave(): void {
    this.frame.src = 'about:blank';
  }
}
