// The devices of this computer: what they give, and how it is used.
import { Preferences } from '../shared/state/preferences.js';
import { byId } from '../shared/widgets/dom.js';
import { openInLanguage } from '../shared/words/page_texts.js';
import { DeviceList } from './device_list.js';

const preferences = new Preferences();
openInLanguage(preferences);
const list = new DeviceList(byId('list'), byId('none'), preferences);
const picture = () => {
  requestAnimationFrame(picture);
  list.paint();
};
picture();
