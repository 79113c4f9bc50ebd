import type { Texts } from './en.js';

export const de: Texts = {
  pause: 'Pause',
  resume: 'Weiter',
  play: 'Abspielen',
  step: 'Schritt',
  oneStep: 'Ein Schritt',
  reset: 'Zurücksetzen',
  rewind: 'Zurückspulen',
  rewindHelp: 'Zurück zu jedem Augenblick der letzten Minuten und von dort weiterfahren',
  speed: 'Tempo',
  simulatedTime: 'Simulierte Zeit',
  keyNamed: 'Taste {key}',
  timeInRecording: 'Zeit',
  eventBefore: 'Voriges Ereignis',
  eventAfter: 'Nächstes Ereignis',
  secondsBack: '{seconds} s zurück',
  secondsOn: '{seconds} s vor',
  readings: 'Anzeigen',
  moreReadings: 'Weitere Anzeigen',
};
