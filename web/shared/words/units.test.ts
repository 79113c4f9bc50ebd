// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { kLanguages, languageOf, text } from './language.js';
import { loadOf } from './loads.js';
import { formatMeasured, formatShown } from './quantities.js';
import { de } from './texts/de.js';
import { en } from './texts/en.js';
import { es } from './texts/es.js';

afterEach(() => {
  document.documentElement.lang = 'en';
  document.documentElement.dataset.units = 'metric';
});

describe('units of the United States', () => {
  it('are used where the page says so', () => {
    document.documentElement.dataset.units = 'us';
    expect(formatShown([10], 'km/h', 1)).toBe('6.2 mph');
    expect(formatMeasured([2, -1], 'm')).toBe('6.56, -3.28 ft');
    expect(formatMeasured([20000], 'N')).toBe('4.50 klbf');
    expect(loadOf({ mass: 1000, volume: 1 })).toBe('1.1 US t, 1.31 yd³');
    expect(formatShown([5], 'rpm', 0)).toBe('5 rpm');
  });
});

describe('languages', () => {
  it('are found by their tags', () => {
    expect(languageOf('de-CH')).toBe('de');
    expect(languageOf('ES')).toBe('es');
    expect(languageOf('fr')).toBeUndefined();
    expect(languageOf(undefined)).toBeUndefined();
  });

  it('change what is said, with the same values in it', () => {
    expect(text('secondsBack', { seconds: 5 })).toBe('5 s back');
    document.documentElement.lang = 'de';
    expect(text('secondsBack', { seconds: 5 })).toBe('5 s zurück');
    document.documentElement.lang = 'fr';
    expect(text('pause')).toBe('Pause');
  });

  it('say every text in each of them, with the same places for values', () => {
    const places = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(String).sort();
    expect(kLanguages).toEqual(['en', 'es', 'de']);
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(en[key]).not.toBe('');
      for (const other of [es, de]) expect(places(other[key]), key).toEqual(places(en[key]));
    }
  });
});
