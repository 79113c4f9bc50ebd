import type { Texts } from './en.js';

export const es: Texts = {
  pause: 'Pausa',
  resume: 'Continuar',
  play: 'Reproducir',
  step: 'Paso',
  oneStep: 'Un paso',
  reset: 'Reiniciar',
  rewind: 'Rebobinar',
  rewindHelp: 'Volver a cualquier momento de los últimos minutos y seguir desde allí',
  speed: 'Velocidad',
  simulatedTime: 'Tiempo simulado',
  keyNamed: 'Tecla {key}',
  timeInRecording: 'Tiempo',
  eventBefore: 'Evento anterior',
  eventAfter: 'Evento siguiente',
  secondsBack: '{seconds} s atrás',
  secondsOn: '{seconds} s adelante',
  readings: 'Lecturas',
  moreReadings: 'Más lecturas',
};
