import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  FrameSchema,
  SceneSchema,
  Signal_Source,
  Sound_Kind,
  Tilt,
} from '../protocol/outrigger_pb.js';
import { Audible, blowOf, type Ears } from './audible.js';

const scene = create(SceneSchema, {
  bodies: [{ name: 'frame' }, { name: 'upper' }],
  sounds: [
    {
      kind: Sound_Kind.ENGINE,
      body: 1,
      position: [-1, 0, 0],
      speed: { source: Signal_Source.CHANNEL, index: 0, to: 200 },
      load: { source: Signal_Source.CONTROL, index: 0, to: 1 },
      frequency: 30,
      pulses: 3,
      level: 95,
    },
  ],
});
/** The upper body has turned left by 90 degrees and stands at (5, 0, 1). */
const poses = new Float32Array([0, 0, 0, 0, 0, 0, 1, 5, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2]);
const ears: Ears = { position: [5, 0, 1], right: [0, -1, 0], ahead: [1, 0, 0], up: [0, 0, 1] };
const moment = (frame: object, bodies: readonly number[] = []) => ({
  scene,
  frame: create(FrameSchema, { channels: [100], inputs: [0.25], ...frame }),
  time: 0,
  poses,
  bodies,
});

describe('what can be heard', () => {
  it('is at its place on its body, and runs as its signals say', () => {
    const audible = new Audible(scene);
    expect(audible.specs.map((s) => s.kind)).toEqual(['engine', 'soil', 'beeper']);
    // One metre behind the body's middle is at (5, -1, 1): to the right of ears that look along x.
    const numbers = audible.update(moment({}), ears);
    expect([...numbers.slice(0, 5)].map((v) => 0 + Number(v.toFixed(5)))).toEqual([
      1, 0, 0, 0.5, 0.25,
    ]);
  });

  it('is silent while the machine is paused, or its body is not there', () => {
    const audible = new Audible(scene);
    expect([...audible.update(moment({ paused: true }), ears).slice(3, 5)]).toEqual([0, 0]);
    expect([...audible.update(moment({}, [0]), ears).slice(3, 5)]).toEqual([0, 0]);
  });

  it('is soil where it falls, and a warning when the machine leans', () => {
    const audible = new Audible(scene);
    const falling = [6, 0, 1, 75, 0, 8, 0, 1, 50, 0];
    const numbers = audible.update(moment({ falling, tilt: Tilt.LEANING }), ears);
    const soil = [...numbers.slice(5, 10)];
    expect(soil[1]).toBeCloseTo(1.8, 5);
    expect(soil[4]).toBeCloseTo(0.5, 5);
    expect(numbers[14]).toBe(1);
    expect(audible.update(moment({}), ears)[14]).toBe(0);
  });

  it('is a blow where two things meet, as strong as they met', () => {
    const place = [1, 2, 3];
    expect(blowOf({ kind: 'contact_begin', strength: 1.5, place })).toEqual({
      place,
      material: 'steel',
      speed: 1.5,
    });
    expect(blowOf({ kind: 'cave_in', strength: 400, place })?.material).toBe('soil');
    expect(blowOf({ kind: 'overload', strength: 1, place })).toBeUndefined();
    expect(blowOf({ kind: 'contact_begin', strength: 1, place: [] })).toBeUndefined();
  });
});
