import type { Preferences } from '../state/preferences.js';
import { languageOf, text } from './language.js';
import { en, type TextKey } from './texts/en.js';

const isKey = (key: string | undefined): key is TextKey => key !== undefined && key in en;

/** Texts of a page's own HTML: `data-text` names what it says, `data-label` its label. */
function translatePage(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text], [data-label]')) {
    const { text: words, label } = element.dataset;
    if (isKey(words)) element.textContent = text(words);
    if (isKey(label)) element.setAttribute('aria-label', text(label));
  }
}

/** Language and units of a page: that of its address, of this person, of the browser; the first that we have. */
export function openInLanguage({ value }: Preferences): void {
  const asked = new URLSearchParams(window.location.search).get('lang');
  const wishes = [asked, value.language, ...navigator.languages];
  const found = wishes.map(languageOf).find((language) => language !== undefined);
  document.documentElement.lang = found ?? 'en';
  document.documentElement.dataset.units = value.units;
  translatePage(document);
}
