import { make, setText } from '../shared/widgets/dom.js';
import type { LogLine, Seat, SeatLog } from './model.js';
import { button, type Desk, field, form, submitButton, textInput, type View } from './view.js';
import { say } from './words.js';

/** The page of a seat, led through the console. */
export function seatPage(id: number, role: 'watch' | 'instruct', token: string): string {
  const { protocol, host } = window.location;
  const server = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/seat/${id}/ws`;
  const parameters = new URLSearchParams({ server, role });
  if (token !== '') parameters.set('token', token);
  const quality = new URLSearchParams(window.location.search).get('quality');
  if (quality !== null) parameters.set('quality', quality);
  return `index.html?${parameters}`;
}

/** A running seat: its picture, time, progress, log, a message to the trainee. */
export class MonitorView implements View {
  readonly root = make('section', { id: 'monitor' });
  private readonly frame = make('iframe', { title: say('monitor'), allow: 'autoplay' });
  private readonly title = make('h2');
  private readonly facts = make('p', { id: 'facts' });
  private readonly goal = make('p');
  private readonly bar = make('progress', { id: 'progress', max: '100', value: '0' });
  private readonly lines = make('ol', { id: 'log', 'aria-label': say('log') });
  private readonly message = textInput({ id: 'message', maxlength: '400' });
  private readonly pause: HTMLButtonElement;
  private readonly takeOver: HTMLButtonElement;
  private instructs = false;
  private shown = 0;
  private attempt = '';

  constructor(
    private readonly desk: Desk,
    private seat: Seat,
  ) {
    this.bar.setAttribute('aria-label', say('progress'));
    this.pause = button(say('pause'), () => this.tell(this.seat.paused ? 'resume' : 'pause'), {
      id: 'pause',
    });
    this.takeOver = button(say('takeOver'), () => this.change(), { id: 'take-over' });
    const send = () =>
      desk.attempt(async () => {
        const text = this.message.value.trim();
        if (text === '') return;
        await desk.api.post('/api/command', { seat: this.seat.id, do: 'message', text });
        this.message.value = '';
      });
    this.root.append(
      this.frame,
      make(
        'aside',
        {},
        make('div', { class: 'row' }, this.title),
        this.facts,
        this.bar,
        this.goal,
        make(
          'div',
          { class: 'row' },
          this.pause,
          button(say('stop'), () => this.tell('stop'), { id: 'stop' }),
          this.takeOver,
        ),
        form(send, field(say('message'), this.message), submitButton(say('send'), 'send')),
        make('h3', {}, say('log')),
        this.lines,
      ),
    );
    this.frame.src = seatPage(seat.id, 'watch', '');
    this.update();
  }

  async refresh(): Promise<void> {
    const seats = await this.desk.api.get<Seat[]>('/api/seats');
    const seat = seats.find(({ id }) => id === this.seat.id);
    if (seat) this.seat = seat;
    this.update();
    const query = `/api/seat?id=${this.seat.id}&from=${this.shown}`;
    const log = await this.desk.api.get<SeatLog>(query);
    if (log.attempt !== this.attempt) {
      const first = this.attempt === '' && log.from === 0;
      this.attempt = log.attempt;
      this.lines.replaceChildren();
      this.shown = 0;
      if (!first) return;
    }
    if (log.from !== this.shown) return;
    for (const line of log.log) this.lines.append(lineOf(line));
    this.shown += log.log.length;
    if (log.log.length > 0) this.lines.scrollTop = this.lines.scrollHeight;
  }

  leave(): void {
    this.frame.src = 'about:blank';
  }

  private update(): void {
    const s = this.seat;
    setText(
      this.title,
      [s.name, s.title, s.person?.name ?? ''].filter((w) => w !== '').join(' · '),
    );
    const state = s.away ? say('away') : s.paused ? say('paused') : say(s.state);
    const left = s.left >= 0 ? say('left', { seconds: Math.ceil(s.left) }) : '';
    const points = say('points', { points: s.points.toFixed(1) });
    const pace = say('onTime', { overruns: s.overruns, lost: s.lost_steps });
    const facts = [state, `${s.time.toFixed(1)} s`, left, points, pace];
    setText(this.facts, facts.filter((w) => w !== '').join(' · '));
    setText(this.goal, s.problem || s.result || s.goal);
    this.bar.value = s.completion;
    setText(this.pause, say(s.paused ? 'resume' : 'pause'));
    this.pause.disabled = s.state !== 'running';
  }

  private change(): void {
    this.instructs = !this.instructs;
    setText(this.takeOver, say(this.instructs ? 'onlyWatch' : 'takeOver'));
    this.frame.src = this.instructs
      ? seatPage(this.seat.id, 'instruct', this.seat.token)
      : seatPage(this.seat.id, 'watch', '');
  }

  private tell(what: string): void {
    this.desk.attempt(async () => {
      await this.desk.api.post('/api/command', { seat: this.seat.id, do: what });
    });
  }
}

const lineOf = (line: LogLine): HTMLElement =>
  make(
    'li',
    { class: line.level },
    make('time', {}, `${line.time.toFixed(1)} s`),
    make('span', {}, line.text),
  );
