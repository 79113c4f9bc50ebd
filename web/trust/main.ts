// How a device comes to trust the seats of a school. Also shown without TLS, by a seat that has it.
import { Preferences } from '../shared/state/preferences.js';
import { byId, make } from '../shared/widgets/dom.js';
import { pageLanguage } from '../shared/words/language.js';
import { openInLanguage } from '../shared/words/page_texts.js';
import { kDevices, kTrustTexts, type TrustKey } from './texts.js';

openInLanguage(new Preferences());
const words = kTrustTexts[pageLanguage()];
for (const element of document.querySelectorAll<HTMLElement>('[data-trust]')) {
  element.textContent = words[element.dataset.trust as TrustKey];
}

const { protocol, host, hostname } = window.location;
const isSecure = window.isSecureContext;
const state = byId('state');
state.textContent = isSecure ? words.isSecure : words.isPlain;
state.className = `panel ${isSecure ? 'good' : 'bad'}`;
byId<HTMLAnchorElement>('secure').href = protocol === 'https:' ? './' : `https://${host}/`;

/** The device at hand is open, the others a click away. */
const agent = navigator.userAgent;
const mine = kDevices.find(({ agents }) => agents.test(agent));
byId('devices').append(
  ...kDevices.map((device) => {
    const steps = make('p', {}, words[device.steps]);
    const details = make('details', { class: 'panel' }, make('summary', {}, device.name), steps);
    details.open = device === mine && !['localhost', '127.0.0.1'].includes(hostname);
    return details;
  }),
);
