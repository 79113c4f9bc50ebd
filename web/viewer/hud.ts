import { type Channel, type Frame, type Scene, Tilt } from '../protocol/outrigger_pb.js';
import { tiltOf } from './tilt.js';

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element "${id}"`);
  return element as T;
}

/** Degrees of pitch per unit of the tilt display. */
const kTiltScale = 1.5;

/** About three significant digits, and never a lone minus before zero. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** How a unit of the wire becomes one of people: factor, and digits where three are not right. */
const kShown: Record<string, { factor: number; digits?: number; sign: string }> = {
  'rad/s>rpm': { factor: 30 / Math.PI, digits: 0, sign: ' rpm' },
  'm/s>km/h': { factor: 3.6, digits: 1, sign: ' km/h' },
  'rad>deg': { factor: 180 / Math.PI, digits: 0, sign: '°' },
  '>%': { factor: 100, digits: 0, sign: ' %' },
  'N>kN': { factor: 1e-3, digits: 1, sign: ' kN' },
};

/**
 * A value as people say it: in the unit that the machine asks for; else angles in degrees, and
 * thousands of N, J, W with a k.
 */
export function formatQuantity(value: number, unit: string, shownUnit = ''): string {
  const shown = kShown[`${unit}>${shownUnit}`];
  if (shown) {
    const text = Number.isFinite(value) ? (shown.factor * value).toFixed(shown.digits) : '–';
    return `${Number(text) === 0 ? (0).toFixed(shown.digits) : text}${shown.sign}`;
  }
  if (unit === 'rad') return `${formatNumber((180 / Math.PI) * value)}°`;
  if (/^(N|N m|J|W)$/.test(unit) && Math.abs(value) >= 1000) {
    return `${formatNumber(value / 1000)} k${unit}`;
  }
  return `${formatNumber(value)} ${unit}`.trimEnd();
}

export interface Reading {
  name: string;
  unit: string;
  shownUnit: string;
  /** Operators need it; all others are for engineers. */
  forOperators: boolean;
  /** Channels; of several the length of their vector is shown. */
  channels: number[];
}

/** What is shown of the channels: the components of a speed are one number. */
export function readingsOf(
  channels: readonly Pick<Channel, 'name' | 'unit' | 'label' | 'forOperators' | 'shownUnit'>[],
): Reading[] {
  const readings: Reading[] = [];
  channels.forEach(({ name, unit, label, forOperators, shownUnit }, i) => {
    const speed = unit === 'm/s' ? /^(.*speed)_[xyz]$/i.exec(name)?.[1] : undefined;
    const last = readings.at(-1);
    const words = label || (speed ?? name).replace(/[_.]/g, ' ');
    if (speed !== undefined && last?.name === words) last.channels.push(i);
    else readings.push({ name: words, unit, shownUnit, forOperators, channels: [i] });
  });
  return readings;
}

/** The value of a reading in a frame. */
export function readingOf(reading: Reading, channels: readonly number[]): string {
  const values = reading.channels.map((c) => channels[c] ?? Number.NaN);
  const value = values.length > 1 ? Math.hypot(...values) : values[0]!;
  return formatQuantity(value, reading.unit, reading.shownUnit);
}

/** Minutes and seconds: 83.25 is 1:23.2. */
export function formatTime(seconds: number): string {
  const tenths = Math.floor(10 * Math.max(0, seconds) + 1e-6);
  const minutes = Math.floor(tenths / 600);
  const rest = ((tenths % 600) / 10).toFixed(1);
  return `${minutes}:${rest.padStart(4, '0')}`;
}

export function formatTilt(radians: number, positive: string, negative: string): string {
  const degrees = (180 / Math.PI) * radians;
  const text = Math.abs(degrees).toFixed(1);
  if (text === '0.0') return '0.0°';
  return `${text}° ${degrees > 0 ? positive : negative}`;
}

/** What an operator reads while the machine leans too far. */
export function alarmText(tilt: Tilt, replay: boolean): string {
  if (tilt === Tilt.LEANING) return 'Leaning: the machine may roll over.';
  if (tilt !== Tilt.ROLLED_OVER) return '';
  return replay
    ? 'Rolled over.'
    : 'Rolled over: the machine is stopped and the levers do nothing. Reset to begin again.';
}

const setText = (element: HTMLElement, text: string): void => {
  if (element.textContent !== text) element.textContent = text;
};

/** The instruments around the picture. */
export class Hud {
  private shown: { reading: Reading; element: HTMLElement }[] = [];
  private readonly parts = {
    time: byId('time'),
    pitch: byId('pitch'),
    roll: byId('roll'),
    horizon: document.getElementById('horizon')!,
    load: byId('load'),
    stepTime: byId('step-time'),
    overruns: byId('overruns'),
    lost: byId('lost'),
    hard: byId('hard'),
    rate: byId('rate'),
    triangles: byId('triangles'),
    pause: byId('pause'),
    step: byId('step'),
    play: byId('play'),
    scale: byId<HTMLSelectElement>('scale'),
    seek: byId<HTMLInputElement>('seek'),
    seekTime: byId('seek-time'),
    alarm: byId('alarm'),
  };

  setScene(scene: Scene): void {
    setText(byId('title'), scene.title || 'Outrigger');
    setText(byId('site'), scene.siteTitle);
    document.title = scene.title ? `${scene.title} – Outrigger` : 'Outrigger';
    byId('timeline').hidden = !scene.replay;
    byId('pause').hidden = scene.replay;
    // How the first body leans says something of a machine that is driven, nothing of a heap.
    byId('tilt').hidden = scene.controls.length === 0;
    byId('reset').hidden = scene.replay;
    this.parts.seek.max = String(scene.duration || 1);
    this.parts.seek.step = String(Math.max(scene.step, 0.01));
    const readings = readingsOf(scene.channels);
    const operators = readings.filter((r) => r.forOperators);
    const engineers = readings.filter((r) => !r.forOperators);
    this.shown = [
      ...this.list(byId('gauges'), operators),
      ...this.list(byId('channels'), engineers),
    ];
    // Operators' readings first; the others are there for who opens them.
    const details = byId<HTMLDetailsElement>('channels');
    setText(byId('channels-title'), operators.length > 0 ? 'More readings' : 'Readings');
    if (operators.length > 0) details.open = false;
    else if (!this.isSmall) details.open = true;
  }

  /** Small screens begin with the picture; a click opens the numbers. */
  private readonly isSmall = window.matchMedia('(max-width: 760px), (max-height: 500px)').matches;

  private list(panel: HTMLElement, readings: readonly Reading[]) {
    const list = panel.querySelector('dl')!;
    list.replaceChildren();
    panel.hidden = readings.length === 0;
    return readings.map((reading) => {
      const name = document.createElement('dt');
      const element = document.createElement('dd');
      name.textContent = reading.name;
      list.append(name, element);
      return { reading, element };
    });
  }

  /**
   * @param time simulated seconds shown
   * @param root pose of the first body in `poses`
   */
  paint(scene: Scene, frame: Frame, time: number, root: ArrayLike<number>): void {
    const { parts } = this;
    setText(parts.time, formatTime(time));
    setText(parts.pause, frame.paused ? 'Resume' : 'Pause');
    setText(parts.play, frame.paused ? 'Play' : 'Pause');
    parts.step.hidden = !frame.paused || scene.replay;
    this.paintTilt(root);
    this.paintAlarm(scene, frame);
    for (const { reading, element } of this.shown) {
      setText(element, readingOf(reading, frame.channels));
    }
    this.paintScale(frame.timeScale);
    if (scene.replay && !parts.seek.matches(':active')) {
      parts.seek.value = String(time);
      setText(parts.seekTime, `${formatTime(time)} / ${formatTime(scene.duration)}`);
    }
    const { loop } = frame;
    if (!loop) return;
    setText(parts.load, `${Math.round(100 * loop.load)} %`);
    parts.load.classList.toggle('bad', loop.load > 0.9);
    setText(parts.stepTime, `${formatNumber(loop.stepTimeUs)} µs`);
    setText(parts.overruns, String(loop.overruns));
    setText(parts.lost, String(loop.lostSteps));
    setText(parts.hard, String(loop.hardSteps));
  }

  paintDisplay(framesPerSecond: number, triangles: number): void {
    setText(this.parts.rate, `${Math.round(framesPerSecond)} /s`);
    setText(this.parts.triangles, String(triangles));
  }

  private paintAlarm(scene: Scene, frame: Frame): void {
    const { alarm } = this.parts;
    alarm.hidden = frame.tilt === Tilt.UPRIGHT;
    alarm.classList.toggle('over', frame.tilt === Tilt.ROLLED_OVER);
    setText(alarm, alarmText(frame.tilt, scene.replay));
  }

  private paintTilt(root: ArrayLike<number>): void {
    const { pitch, roll } = tiltOf(root[3] ?? 0, root[4] ?? 0, root[5] ?? 0, root[6] ?? 1);
    setText(this.parts.pitch, formatTilt(pitch, 'up', 'down'));
    setText(this.parts.roll, formatTilt(roll, 'right', 'left'));
    const degrees = 180 / Math.PI;
    this.parts.horizon.setAttribute(
      'transform',
      `rotate(${(-roll * degrees).toFixed(2)}) translate(0 ${(pitch * degrees * kTiltScale).toFixed(2)})`,
    );
  }

  private paintScale(scale: number): void {
    const { scale: select } = this.parts;
    if (scale <= 0 || select.matches(':focus')) return;
    const found = [...select.options].find((o) => Math.abs(Number(o.value) - scale) < 1e-4);
    if (found) select.value = found.value;
    else {
      const option = new Option(`× ${formatNumber(scale)}`, String(scale), false, true);
      select.add(option);
    }
  }
}
