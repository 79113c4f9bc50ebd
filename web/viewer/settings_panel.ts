import type { Preferences } from '../shared/state/preferences.js';
import { make, makeSelect } from '../shared/widgets/dom.js';
import { kLanguageNames, kLanguages, text } from '../shared/words/language.js';

/** Language, units and the pattern of the levers. What is chosen counts from the next start of the page. */
export function settingsPanel(preferences: Preferences, reload: () => void): HTMLElement[] {
  const { value } = preferences;
  const language = makeSelect(
    [['', text('asBrowser')], ...kLanguages.map((l) => [l, kLanguageNames[l]] as const)],
    { id: 'language' },
  );
  language.value = value.language;
  const units = makeSelect(
    [
      ['metric', text('metric')],
      ['us', text('usUnits')],
    ],
    { id: 'units' },
  );
  units.value = value.units;
  const pattern = makeSelect(
    [
      ['iso', text('patternIso')],
      ['sae', text('patternSae')],
    ],
    { id: 'pattern' },
  );
  pattern.value = value.pattern;
  const change = () => {
    preferences.set({
      language: language.value,
      units: units.value === 'us' ? 'us' : 'metric',
      pattern: pattern.value === 'sae' ? 'sae' : 'iso',
    });
    reload();
  };
  for (const field of [language, units, pattern]) field.onchange = change;
  return [
    make('label', {}, text('language'), language),
    make('label', {}, text('units'), units),
    make('label', {}, text('pattern'), pattern),
  ];
}
