import type { Change, Change_Kind, Changes } from '../../protocol/outrigger_pb.js';
import { Topic } from './store.js';

/** Entries that are gone and whose last version is remembered, at most. */
const kGraves = 4096;

const nameOf = (kind: Change_Kind, key: bigint): string => `${kind} ${key}`;

/**
 * What comes, changes and goes while the machine runs: of each key the newest version. An older version
 * that arrives late changes nothing, also when the entry is gone by then.
 */
export class KeyedStore {
  /** Each change that counts; without a value when the entry is gone. */
  readonly changed = new Topic<Change>();
  private readonly present = new Map<string, Change>();
  /** Last versions of entries that are gone, oldest first. */
  private readonly graves = new Map<string, bigint>();
  private lacking: number | undefined;

  /** Entries that are still on their way; nothing before the server has told. */
  get waiting(): number | undefined {
    return this.lacking;
  }

  get size(): number {
    return this.present.size;
  }

  /** The server begins anew: a connection, or another machine. */
  clear(): void {
    this.present.clear();
    this.graves.clear();
    this.lacking = undefined;
  }

  apply(changes: Changes): void {
    for (const change of changes.items) this.take(change);
    this.lacking = changes.waiting;
  }

  /** The entries of a kind that are there. */
  entries(kind: Change_Kind): Change[] {
    return [...this.present.values()].filter((change) => change.kind === kind);
  }

  private take(change: Change): void {
    const name = nameOf(change.kind, change.key);
    const before = this.present.get(name);
    const known = before?.version ?? this.graves.get(name);
    if (known !== undefined && change.version <= known) return;
    this.graves.delete(name);
    if (change.removed) {
      this.present.delete(name);
      this.bury(name, change.version);
      // Nobody needs to hear of the end of something that was never there.
      if (before) this.changed.emit(change);
    } else {
      this.present.set(name, change);
      this.changed.emit(change);
    }
  }

  private bury(name: string, version: bigint): void {
    this.graves.set(name, version);
    if (this.graves.size <= kGraves) return;
    const oldest = this.graves.keys().next().value;
    if (oldest !== undefined) this.graves.delete(oldest);
  }
}
