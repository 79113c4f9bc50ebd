import { describe, expect, it } from 'vitest';
import { Preferences } from './preferences.js';

function shelf(text?: string) {
  const kept = new Map<string, string>(text === undefined ? [] : [['outrigger.choices', text]]);
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

describe('choices', () => {
  it('are kept', () => {
    const kept = shelf();
    new Preferences(kept).set({ units: 'us', volumes: { all: 0.5 } });
    const again = new Preferences(kept).value;
    expect([again.units, again.volumes.all, again.language]).toEqual(['us', 0.5, '']);
  });

  it('that cannot be read or kept do no harm', () => {
    for (const text of ['', '{', 'null', '[1]', '{"volumes": 7, "other": 1}']) {
      expect(new Preferences(shelf(text)).value.volumes).toEqual({});
    }
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    const preferences = new Preferences(full);
    preferences.set({ language: 'de' });
    expect(preferences.value.language).toBe('de');
    expect(new Preferences(undefined).value.units).toBe('metric');
  });
});
