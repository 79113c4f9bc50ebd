import { Topic } from '../shared/state/store.js';
import type { Job, State } from './model.js';

/** The server said no, with a sentence. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}

const kJobPeriod = 300;

/** The console's server: what it says, and what it is asked to do. */
export class Api {
  /** The log-in has ended, or there was none. */
  readonly loggedOut = new Topic<void>();
  private csrf = '';

  state = (): Promise<State> => this.ask<State>('/api/state');
  get = <T>(path: string): Promise<T> => this.ask<T>(path);

  async post<T>(path: string, body: object = {}): Promise<T> {
    return this.ask<T>(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Outrigger': this.csrf },
      body: JSON.stringify(body),
    });
  }

  /** Takes what later requests show. */
  enter(state: State): void {
    this.csrf = state.csrf ?? '';
  }

  /** Long work: begins it and waits for its end. */
  async work(path: string, body: object): Promise<NonNullable<Job['result']>> {
    await this.post(path, body);
    for (;;) {
      const job = await this.get<Job>('/api/job');
      if (job.done && job.result) return job.result;
      await new Promise((resolve) => setTimeout(resolve, kJobPeriod));
    }
  }

  private async ask<T>(path: string, options: RequestInit = {}): Promise<T> {
    const answer = await fetch(path, { ...options, credentials: 'same-origin' });
    const found: unknown = await answer.json().catch(() => ({}));
    if (answer.ok) return found as T;
    if (answer.status === 401) this.loggedOut.emit();
    const why = (found as { error?: string }).error ?? `${answer.status}`;
    throw new Refused(answer.status, why);
  }
}
