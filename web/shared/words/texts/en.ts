/** What pages say in English. The other languages have the same keys, or the compiler says so. */
export const en = {
  pause: 'Pause',
  resume: 'Resume',
  play: 'Play',
  step: 'Step',
  oneStep: 'One step',
  reset: 'Reset',
  rewind: 'Rewind',
  rewindHelp: 'Go back to any moment of the last minutes, and drive on from there',
  speed: 'Speed',
  simulatedTime: 'Simulated time',
  keyNamed: 'Key {key}',
  timeInRecording: 'Time',
  eventBefore: 'Previous event',
  eventAfter: 'Next event',
  secondsBack: '{seconds} s back',
  secondsOn: '{seconds} s on',
  readings: 'Readings',
  moreReadings: 'More readings',
} as const;

export type TextKey = keyof typeof en;
export type Texts = Record<TextKey, string>;
