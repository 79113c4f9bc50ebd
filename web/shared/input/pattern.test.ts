import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { SceneSchema } from '../../protocol/outrigger_pb.js';
import { withPattern } from './pattern.js';

const scene = create(SceneSchema, {
  controls: [
    { name: 'slew', stick: 'left_x' },
    {
      name: 'stick',
      stick: 'left_y',
      stickReversed: true,
      keyPositive: 'KeyS',
      keyNegative: 'KeyW',
    },
    {
      name: 'boom',
      stick: 'right_y',
      stickReversed: true,
      keyPositive: 'KeyK',
      keyNegative: 'KeyI',
    },
  ],
});

describe('the pattern of the levers', () => {
  it('of SAE exchanges boom and stick, with their keys and without their sense', () => {
    const [slew, stick, boom] = withPattern(scene, 'sae').controls;
    expect(slew).toBe(scene.controls[0]);
    expect(stick).toMatchObject({ name: 'stick', stick: 'right_y', keyPositive: 'KeyK' });
    expect(boom).toMatchObject({
      name: 'boom',
      stick: 'left_y',
      keyPositive: 'KeyS',
      keyNegative: 'KeyW',
    });
    expect(boom!.stickReversed).toBe(true);
    // The order is that of the values that are sent.
    expect(withPattern(scene, 'sae').controls.map((c) => c.name)).toEqual([
      'slew',
      'stick',
      'boom',
    ]);
  });

  it('of a machine that has another sense keeps the keys with the hands', () => {
    const other = create(SceneSchema, {
      controls: [
        scene.controls[1]!,
        { name: 'lift', stick: 'right_y', keyPositive: 'KeyI', keyNegative: 'KeyK' },
      ],
    });
    const [stick, lift] = withPattern(other, 'sae').controls;
    expect(stick).toMatchObject({ keyPositive: 'KeyK', keyNegative: 'KeyI' });
    expect(lift).toMatchObject({ keyPositive: 'KeyW', keyNegative: 'KeyS' });
  });

  it('is left alone by ISO, and by machines without two sticks', () => {
    expect(withPattern(scene, 'iso')).toBe(scene);
    const crane = create(SceneSchema, { controls: [{ name: 'hoist', stick: 'left_y' }] });
    expect(withPattern(crane, 'sae')).toBe(crane);
  });
});
