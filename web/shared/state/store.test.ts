import { describe, expect, it } from 'vitest';
import { Store, Topic } from './store.js';

describe('a store', () => {
  it('tells followers of a part when that part is another one, and only then', () => {
    const store = new Store({ title: 'crane', count: 1 });
    const seen: string[] = [];
    const end = store.follow(
      (s) => s.title,
      (title) => seen.push(title),
    );
    store.set({ count: 2 });
    store.set({ title: 'crane' });
    expect(seen).toEqual(['crane']);
    store.set({ title: 'excavator', count: 3 });
    expect(seen).toEqual(['crane', 'excavator']);
    end();
    store.set({ title: 'tower' });
    expect(seen.length).toBe(2);
    expect(store.value).toEqual({ title: 'tower', count: 3 });
  });

  it('never changes a state that was handed out', () => {
    const store = new Store({ a: 1, b: 2 });
    const before = store.value;
    store.set({ a: 5 });
    expect(before).toEqual({ a: 1, b: 2 });
  });

  it('settles when a follower sets something itself', () => {
    const store = new Store({ role: 'watch', may: false });
    store.follow(
      (s) => s.role,
      (role) => store.set({ may: role === 'operate' }),
    );
    store.set({ role: 'operate' });
    expect(store.value.may).toBe(true);
  });
});

describe('a topic', () => {
  it('can be left while it is being announced', () => {
    const topic = new Topic<number>();
    const seen: string[] = [];
    const end = topic.listen((n) => {
      seen.push(`a${n}`);
      end();
    });
    topic.listen((n) => seen.push(`b${n}`));
    topic.emit(1);
    topic.emit(2);
    expect(seen).toEqual(['a1', 'b1', 'b2']);
  });
});
