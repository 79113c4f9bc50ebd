import type { Channel, Frame, Scene } from '../protocol/outrigger_pb.js';
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

/**
 * A value as people say it: angles in degrees, engines in rpm, travel in km/h, thousands of N, J, W
 * with a k. The name decides where one unit is said in several ways.
 */
export function formatQuantity(value: number, unit: string, name = ''): string {
  if (unit === 'rad/s' && /engine/i.test(name)) {
    return `${formatNumber((30 / Math.PI) * value)} rpm`;
  }
  if (unit === 'm/s' && /travel/i.test(name)) return `${formatNumber(3.6 * value)} km/h`;
  if (unit === 'rad') return `${formatNumber((180 / Math.PI) * value)}°`;
  if (/^(N|N m|J|W)$/.test(unit) && Math.abs(value) >= 1000) {
    return `${formatNumber(value / 1000)} k${unit}`;
  }
  return `${formatNumber(value)} ${unit}`.trimEnd();
}

export interface Reading {
  name: string;
  unit: string;
  /** Channels; of several the length of their vector is shown. */
  channels: number[];
}

/** What is shown of the channels: the components of a speed are one number. */
export function readingsOf(channels: readonly Pick<Channel, 'name' | 'unit'>[]): Reading[] {
  const readings: Reading[] = [];
  channels.forEach(({ name, unit }, i) => {
    const speed = unit === 'm/s' ? /^(.*speed)_[xyz]$/i.exec(name)?.[1] : undefined;
    const last = readings.at(-1);
    const words = (speed ?? name).replace(/[_.]/g, ' ');
    if (speed !== undefined && last?.name === words) last.channels.push(i);
    else readings.push({ name: words, unit, channels: [i] });
  });
  return readings;
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

const setText = (element: HTMLElement, text: string): void => {
  if (element.textContent !== text) element.textContent = text;
};

/** The instruments around the picture. */
export class Hud {
  private readonly channelValues: HTMLElement[] = [];
  private readings: Reading[] = [];
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
  };

  setScene(scene: Scene): void {
    setText(byId('title'), scene.title || 'Outrigger');
    setText(byId('site'), scene.siteTitle);
    document.title = scene.title ? `${scene.title} – Outrigger` : 'Outrigger';
    byId('timeline').hidden = !scene.replay;
    byId('levers').hidden = scene.replay;
    byId('pause').hidden = scene.replay;
    // How the first body leans says something of a machine that is driven, nothing of a heap.
    byId('tilt').hidden = scene.controls.length === 0;
    byId('reset').hidden = scene.replay;
    this.parts.seek.max = String(scene.duration || 1);
    this.parts.seek.step = String(Math.max(scene.step, 0.01));
    const list = byId('channels').querySelector('dl')!;
    list.replaceChildren();
    this.channelValues.length = 0;
    this.readings = readingsOf(scene.channels);
    for (const reading of this.readings) {
      const name = document.createElement('dt');
      const value = document.createElement('dd');
      name.textContent = reading.name;
      this.channelValues.push(value);
      list.append(name, value);
    }
    byId('channels').hidden = scene.channels.length === 0;
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
    this.channelValues.forEach((element, i) => {
      const { channels, unit, name } = this.readings[i]!;
      const values = channels.map((c) => frame.channels[c] ?? Number.NaN);
      const value = values.length > 1 ? Math.hypot(...values) : values[0]!;
      setText(element, formatQuantity(value, unit, name));
    });
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
