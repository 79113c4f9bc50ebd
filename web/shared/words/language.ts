import { de } from './texts/de.js';
import { en, type TextKey, type Texts } from './texts/en.js';
import { es } from './texts/es.js';

export type Language = 'en' | 'es' | 'de';
export const kLanguages: readonly Language[] = ['en', 'es', 'de'];
/** As their speakers call them. */
export const kLanguageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
};
const kTexts: Record<Language, Texts> = { en, es, de };

/** The language for a tag such as "de-CH"; nothing when it is none of ours. */
export function languageOf(tag: string | null | undefined): Language | undefined {
  const first = tag?.toLowerCase().split('-')[0];
  return kLanguages.find((language) => language === first);
}

/** That of the page: `<html lang>` says it, to screen readers as well. */
export function pageLanguage(): Language {
  const tag = typeof document === 'undefined' ? 'en' : document.documentElement.lang;
  return languageOf(tag) ?? 'en';
}

/**
 * A text in the language of the page.
 *
 * @param values what stands in braces: `{time}`
 */
export function text(key: TextKey, values: Record<string, string | number> = {}): string {
  return kTexts[pageLanguage()][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
