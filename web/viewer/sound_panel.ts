import type { Preferences } from '../shared/state/preferences.js';
import { make, makeButton, makeSelect, setText } from '../shared/widgets/dom.js';
import { text } from '../shared/words/language.js';
import type { TextKey } from '../shared/words/texts/en.js';
import { kGroups, kLayoutNames, type LayoutName } from '../sound/groups.js';
import type { Player } from '../sound/player.js';

const kGroupWords: Record<(typeof kGroups)[number] | 'all', TextKey> = {
  all: 'volumeAll',
  engine: 'volumeEngine',
  hydraulics: 'volumeHydraulics',
  travel: 'volumeTravel',
  signals: 'volumeSignals',
  impacts: 'volumeImpacts',
};
const kLayoutWords: Record<LayoutName, TextKey> = {
  headphones: 'headphones',
  stereo: 'twoLoudspeakers',
  surround51: 'surround51',
  surround71: 'surround71',
};

const layoutOf = (name: string): LayoutName =>
  kLayoutNames.find((layout) => layout === name) ?? 'stereo';

/** Sound on and off, volumes, and how it is heard. */
export function soundPanel(player: Player, preferences: Preferences): HTMLElement[] {
  const { value } = preferences;
  const state = make('p', { id: 'sound-state', role: 'status' });
  const layout = makeSelect(
    kLayoutNames.map((name) => [name, text(kLayoutWords[name])] as const),
    { id: 'sound-layout' },
  );
  layout.value = layoutOf(value.soundLayout);
  const start = () => void player.start(layoutOf(layout.value));
  layout.onchange = () => {
    preferences.set({ soundLayout: layout.value });
    if (player.store.value.state === 'on') start();
  };
  const turn = makeButton('', () => (isOn() ? void player.stop() : start()), { id: 'sound-on' });
  const isOn = () => ['on', 'starting'].includes(player.store.value.state);
  const slider = (group: keyof typeof kGroupWords) => {
    const input = make('input', { type: 'range', min: '0', max: '1', step: '0.05' });
    input.value = String(value.volumes[group] ?? 1);
    input.oninput = () => {
      preferences.set({ volumes: { ...preferences.value.volumes, [group]: Number(input.value) } });
      player.setVolumes(preferences.value.volumes);
    };
    return make('label', { class: 'slider' }, text(kGroupWords[group]), input);
  };
  player.store.follow(
    (s) => s,
    ({ state: now, reason, latency }) => {
      setText(turn, text(isOn() ? 'soundOff' : 'soundOn'));
      turn.setAttribute('aria-pressed', String(isOn()));
      const words: Partial<Record<typeof now, string>> = {
        insecure: text('soundInsecure'),
        failed: text('soundFailed', { reason }),
        on: text('soundLatency', { milliseconds: (1000 * latency).toFixed(0) }),
      };
      setText(state, words[now] ?? '');
    },
  );
  return [
    turn,
    state,
    slider('all'),
    ...kGroups.map(slider),
    make('label', {}, text('heardBy'), layout),
  ];
}
