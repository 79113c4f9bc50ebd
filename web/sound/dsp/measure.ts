import type { Mixer } from './mixer.js';

/** What tests measure rendered sound with. */
export const kRate = 48000;

/** Amplitude of a tone in a sound (Goertzel, Hann's window). */
export function toneIn(sound: Float32Array, frequency: number, rate = kRate): number {
  let [re, im, weight] = [0, 0, 0];
  for (let i = 0; i < sound.length; i++) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / sound.length);
    const w = (2 * Math.PI * frequency * i) / rate;
    re += window * sound[i]! * Math.cos(w);
    im -= window * sound[i]! * Math.sin(w);
    weight += window;
  }
  return (2 * Math.hypot(re, im)) / weight;
}

/** The strongest tone between two frequencies. */
export function strongest(sound: Float32Array, low: number, high: number, step: number): number {
  let [best, size] = [low, 0];
  for (let f = low; f <= high; f += step) {
    const now = toneIn(sound, f);
    if (now > size) [best, size] = [f, now];
  }
  return best;
}

export const rms = (sound: Float32Array): number =>
  Math.sqrt(sound.reduce((sum, x) => sum + x * x, 0) / sound.length);
export const decibels = (ratio: number): number => 20 * Math.log10(ratio);
export const peak = (sound: Float32Array): number =>
  sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** What is left of a sound above a frequency: a filter of fourth order by differences of smooth parts. */
export function above(sound: Float32Array, frequency: number, rate = kRate): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * frequency) / rate);
  let left = sound;
  for (let k = 0; k < 4; k++) {
    let low = 0;
    left = left.map((x) => {
      low += share * (x - low);
      return x - low;
    });
  }
  return left;
}

/** Renders seconds of a mixture; `update` is called 60 times per second, as by a page. */
export function render(mixer: Mixer, seconds: number, update: (t: number) => void): Float32Array[] {
  const blocks = Math.ceil((seconds * kRate) / 128);
  const whole = Array.from({ length: mixer.channels }, () => new Float32Array(128 * blocks));
  let next = 0;
  for (let b = 0; b < blocks; b++) {
    const t = (128 * b) / kRate;
    if (t >= next) {
      update(t);
      next += 1 / 60;
    }
    mixer.process(whole.map((channel) => channel.subarray(128 * b, 128 * (b + 1))));
  }
  return whole;
}
