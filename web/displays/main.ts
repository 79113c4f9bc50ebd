// How this seat is shown: display files, their channels, and test cards to set them up with.
import { Preferences } from '../shared/state/preferences.js';
import { byId } from '../shared/widgets/dom.js';
import { openInLanguage } from '../shared/words/page_texts.js';
import { DisplayEditor } from './editor.js';

const preferences = new Preferences();
openInLanguage(preferences);
new DisplayEditor(preferences, {
  presets: byId('preset-list'),
  file: byId<HTMLTextAreaElement>('file'),
  problem: byId('problem'),
  channels: byId('channels'),
  keep: byId<HTMLButtonElement>('keep'),
  save: byId<HTMLButtonElement>('save'),
  open: byId<HTMLInputElement>('open'),
  mesh: byId<HTMLInputElement>('mesh'),
});
