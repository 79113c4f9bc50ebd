import { expect, it } from 'vitest';
import { readSky } from './sky_choice.js';

it('reads time and weather of the address, and takes a dry day for what it does not know', () => {
  expect(readSky('')).toEqual({ time: 'day', rain: false });
  expect(readSky('?time=night&weather=rain')).toEqual({ time: 'night', rain: true });
  expect(readSky('?time=noon&weather=hail')).toEqual({ time: 'day', rain: false });
});
