/** Those who want to hear of something that happens. */
export class Topic<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Returns a function that ends it. */
  listen(run: (value: T) => void): () => void {
    this.listeners.add(run);
    return () => this.listeners.delete(run);
  }

  emit(value: T): void {
    for (const run of [...this.listeners]) run(value);
  }
}

/** One state that is replaced, never changed in place, and those who follow a part of it. */
export class Store<T extends object> {
  private readonly changes = new Topic<void>();

  constructor(private state: Readonly<T>) {}

  get value(): Readonly<T> {
    return this.state;
  }

  /** Replaces some fields. Nothing is announced when none of them is new. */
  set(patch: Partial<T>): void {
    const keys = Object.keys(patch) as (keyof T)[];
    if (keys.every((key) => Object.is(this.state[key], patch[key]))) return;
    this.state = { ...this.state, ...patch };
    this.changes.emit();
  }

  /** Runs now and whenever the chosen part is another one; returns a function that ends it. */
  follow<V>(choose: (state: Readonly<T>) => V, run: (value: V) => void): () => void {
    let seen = choose(this.state);
    run(seen);
    return this.changes.listen(() => {
      const next = choose(this.state);
      if (Object.is(next, seen)) return;
      seen = next;
      run(next);
    });
  }
}
