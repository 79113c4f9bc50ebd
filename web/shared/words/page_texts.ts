import { text } from './language.js';
import { en, type TextKey } from './texts/en.js';

const isKey = (key: string | undefined): key is TextKey => key !== undefined && key in en;

/** Texts of a page's own HTML: `data-text` names what it says, `data-label` its label. */
export function translatePage(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-text], [data-label]')) {
    const { text: words, label } = element.dataset;
    if (isKey(words)) element.textContent = text(words);
    if (isKey(label)) element.setAttribute('aria-label', text(label));
  }
}
