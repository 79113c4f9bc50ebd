import { make, makeSelect, setText } from '../shared/widgets/dom.js';
import type { Person, School, Seat } from './model.js';
import { MonitorView } from './monitor_view.js';
import { button, type Desk, type View } from './view.js';
import { say } from './words.js';

export const stateWords = (seat: Seat): string =>
  seat.away
    ? say('away')
    : seat.paused && seat.state === 'running'
      ? say('paused')
      : say(seat.state);

const personWords = (p: Person): string => (p.number ? `${p.name} (${p.number})` : p.name);

/** One seat: what it does, and what it can be told. */
class SeatCard {
  readonly root = make('article', { class: 'card seat' });
  private readonly state = make('span', { class: 'state' });
  private readonly about = make('p', { class: 'about' });
  private readonly warning = make('p', { class: 'warning' });
  private readonly clock = make('span', { class: 'clock' });
  private readonly bar = make('progress', { max: '100', value: '0' });
  private readonly session: HTMLSelectElement;
  private readonly trainee: HTMLSelectElement;
  private readonly start: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly monitor: HTMLButtonElement;
  private people = '';

  constructor(
    private readonly desk: Desk,
    private seat: Seat,
  ) {
    this.root.dataset.seat = seat.name;
    this.bar.setAttribute('aria-label', say('progress'));
    this.session = makeSelect(
      seat.sessions.map((name) => [name, name.replaceAll('_', ' ')] as const),
      { 'aria-label': say('session'), class: 'session' },
    );
    this.trainee = makeSelect([['', say('nobody')]], {
      'aria-label': say('trainee'),
      class: 'trainee',
    });
    this.start = button(say('start'), () => this.begin(), { class: 'start' });
    this.stop = button(say('stop'), () => this.tell('stop'), { class: 'stop' });
    this.monitor = button(say('monitor'), () => desk.show(new MonitorView(desk, this.seat)), {
      class: 'monitor',
    });
    this.root.append(
      make('h2', {}, seat.name, ' ', this.state),
      this.about,
      make('div', { class: 'row' }, this.bar, this.clock),
      this.warning,
      make(
        'div',
        { class: 'row' },
        this.session,
        this.trainee,
        this.start,
        this.stop,
        this.monitor,
      ),
    );
    this.update(seat);
  }

  update(seat: Seat): void {
    this.seat = seat;
    const busy = seat.state === 'running' || seat.state === 'ended' || seat.state === 'loading';
    setText(this.state, stateWords(seat));
    this.root.dataset.state = seat.away ? 'away' : seat.state;
    const who = seat.person ? personWords(seat.person) : '';
    const what = busy || seat.result ? [seat.title || seat.session, who, seat.machine] : [];
    setText(this.about, what.filter((word) => word !== '').join(' · '));
    this.bar.value = seat.completion;
    const left = seat.left >= 0 ? say('left', { seconds: Math.ceil(seat.left) }) : '';
    setText(
      this.clock,
      busy ? `${seat.time.toFixed(0)} s ${left} ${seat.result}`.trim() : seat.result,
    );
    setText(this.warning, seat.problem || (busy ? seat.warning : ''));
    this.start.disabled = seat.away || busy;
    this.stop.disabled = seat.away || !busy;
    this.session.disabled = busy;
    this.trainee.disabled = busy;
    this.monitor.disabled = seat.away || !busy;
  }

  offer(people: Person[]): void {
    const known = JSON.stringify(people);
    if (known === this.people) return;
    this.people = known;
    const chosen = this.trainee.value;
    this.trainee.replaceChildren(
      make('option', { value: '' }, say('nobody')),
      ...people.map((p) => make('option', { value: String(p.id) }, personWords(p))),
    );
    this.trainee.value = chosen;
  }

  private begin(): void {
    const person = this.trainee.value === '' ? null : Number(this.trainee.value);
    this.start.disabled = true;
    this.desk.attempt(async () => {
      await this.desk.api.post('/api/start', {
        seat: this.seat.id,
        session: this.session.value,
        person,
      });
    });
  }

  private tell(what: string): void {
    this.desk.attempt(async () => {
      await this.desk.api.post('/api/command', { seat: this.seat.id, do: what });
    });
  }
}

/** All seats that report. */
export class SeatsView implements View {
  readonly root = make('section', { id: 'seats' });
  private readonly cards = new Map<number, SeatCard>();
  private readonly grid = make('div', { class: 'grid' });
  private readonly none = make('p', {}, say('noSeats'));

  constructor(
    private readonly desk: Desk,
    seatKey: string,
  ) {
    const { origin } = window.location;
    this.root.append(this.grid, this.none);
    if (seatKey !== '')
      this.root.append(
        make(
          'details',
          { class: 'elsewhere' },
          make('summary', {}, say('seatElsewhere')),
          make('code', {}, `outrigger seat --join ${origin} --key ${seatKey} --name "Seat 2"`),
        ),
      );
  }

  async refresh(): Promise<void> {
    const [seats, school] = await Promise.all([
      this.desk.api.get<Seat[]>('/api/seats'),
      this.desk.api.get<School>('/api/persons'),
    ]);
    this.none.hidden = seats.length > 0;
    for (const seat of seats) {
      let card = this.cards.get(seat.id);
      if (!card) {
        card = new SeatCard(this.desk, seat);
        this.cards.set(seat.id, card);
        this.grid.append(card.root);
      }
      card.update(seat);
      card.offer(school.persons);
    }
    for (const [id, card] of this.cards) {
      if (seats.some((seat) => seat.id === id)) continue;
      card.root.remove();
      this.cards.delete(id);
    }
  }
}
