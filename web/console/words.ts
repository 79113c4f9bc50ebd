import { type Language, pageLanguage } from '../shared/words/language.js';
import { de } from './texts/de.js';
import { type ConsoleTextKey, type ConsoleTexts, en } from './texts/en.js';
import { es } from './texts/es.js';

const kTexts: Record<Language, ConsoleTexts> = { en, es, de };

/** A text of the console in the language of the page; `values` stand in its braces. */
export function say(key: ConsoleTextKey, values: Record<string, string | number> = {}): string {
  return kTexts[pageLanguage()][key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
