import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  Change_Kind,
  type ChangeSchema,
  type Changes,
  ChangesSchema,
} from '../../protocol/outrigger_pb.js';
import { KeyedStore } from './keyed.js';

const { BODY, GROUND_TILE } = Change_Kind;
type Item = MessageInitShape<typeof ChangeSchema>;

/** Changes as they come over the wire. */
const sent = (items: Item[], waiting = 0): Changes =>
  fromBinary(ChangesSchema, toBinary(ChangesSchema, create(ChangesSchema, { items, waiting })));

const tile = (key: bigint, version: bigint, heightBase: number): Item => ({
  kind: GROUND_TILE,
  key,
  version,
  value: { case: 'tile', value: { heightBase } },
});
const gone = (kind: Change_Kind, key: bigint, version: bigint): Item => ({
  kind,
  key,
  version,
  removed: true,
});

function listening(): { store: KeyedStore; heard: string[] } {
  const store = new KeyedStore();
  const heard: string[] = [];
  store.changed.listen((c) =>
    heard.push(`${c.kind}/${c.key}@${c.version}${c.removed ? ' gone' : ''}`),
  );
  return { store, heard };
}
const heights = (store: KeyedStore) =>
  store.entries(GROUND_TILE).map((c) => (c.value.case === 'tile' ? c.value.value.heightBase : NaN));

describe('the keyed stream', () => {
  it('keeps of each key the newest version, in whatever order they come', () => {
    const { store, heard } = listening();
    store.apply(sent([tile(7n, 5n, 1)]));
    store.apply(sent([tile(7n, 3n, 9), tile(7n, 5n, 9)]));
    expect(heights(store)).toEqual([1]);
    store.apply(sent([tile(7n, 6n, 2)]));
    expect(heights(store)).toEqual([2]);
    expect(heard).toEqual(['1/7@5', '1/7@6']);
  });

  it('remembers what is gone: a late version does not bring it back, a newer one does', () => {
    const { store, heard } = listening();
    store.apply(sent([tile(1n, 4n, 1), gone(GROUND_TILE, 1n, 8n), tile(1n, 6n, 9)]));
    expect(store.size).toBe(0);
    store.apply(sent([tile(1n, 9n, 3)]));
    expect(heights(store)).toEqual([3]);
    expect(heard).toEqual(['1/1@4', '1/1@8 gone', '1/1@9']);
  });

  it('says nothing of the end of what was never seen, but takes its word', () => {
    const { store, heard } = listening();
    store.apply(sent([gone(BODY, 40n, 2n)]));
    store.apply(sent([{ kind: BODY, key: 40n, version: 1n, value: { case: 'body', value: {} } }]));
    expect(heard).toEqual([]);
    expect(store.size).toBe(0);
  });

  it('keeps keys of different kinds apart', () => {
    const { store } = listening();
    const body: Item = {
      kind: BODY,
      key: 7n,
      version: 1n,
      value: { case: 'body', value: { id: 7 } },
    };
    store.apply(sent([body, tile(7n, 9n, 1)]));
    store.apply(sent([gone(GROUND_TILE, 7n, 10n)]));
    expect(store.entries(BODY).length).toBe(1);
    expect(store.entries(GROUND_TILE).length).toBe(0);
  });

  it('lets a late joiner know when it has all', () => {
    const { store } = listening();
    expect(store.waiting).toBeUndefined();
    store.apply(sent([tile(1n, 1n, 1)], 2));
    expect(store.waiting).toBe(2);
    store.apply(sent([tile(2n, 4n, 1), tile(3n, 2n, 1)], 0));
    expect(store.waiting).toBe(0);
    expect(store.size).toBe(3);
  });

  it('begins anew with a server that counts versions from one again', () => {
    const { store } = listening();
    store.apply(sent([tile(1n, 100n, 1)]));
    store.clear();
    expect(store.size).toBe(0);
    store.apply(sent([tile(1n, 1n, 2)]));
    expect(heights(store)).toEqual([2]);
  });

  it('does not grow with all that ever was', () => {
    const { store } = listening();
    for (let k = 0n; k < 10_000n; k++)
      store.apply(sent([tile(k, 1n, 0), gone(GROUND_TILE, k, 2n)]));
    expect(store.size).toBe(0);
    // The newest graves are kept.
    store.apply(sent([tile(9_999n, 1n, 0)]));
    expect(store.size).toBe(0);
  });
});
