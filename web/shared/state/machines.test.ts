import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { SceneSchema } from '../../protocol/outrigger_pb.js';
import { Levers } from '../input/levers.js';
import { machineOf, machinesOf, placesOf, withoutMachine } from './machines.js';

const scene = create(SceneSchema, {
  controls: ['excavator/boom', 'tipper/bed', 'excavator/slew'].map((name) => ({ name })),
});

test('controls of several machines are told apart by their names', () => {
  expect(machinesOf(scene)).toEqual(['excavator', 'tipper']);
  expect(machineOf('boom')).toBe('');
  expect(['tipper/rear/left', 'boom'].map(withoutMachine)).toEqual(['rear/left', 'boom']);
  expect(placesOf(scene.controls, 'excavator')).toEqual([0, 2]);
});

test('one machine alone has no name', () => {
  expect(machinesOf(create(SceneSchema, { controls: [{ name: 'boom' }] }))).toEqual(['']);
});

test('levers of one machine take their own of all values', () => {
  const places = placesOf(scene.controls, 'excavator');
  const levers = new Levers(
    places.map((place) => scene.controls[place]!),
    places,
  );
  expect(levers.mine([0.1, 0.2, 0.3])).toEqual([0.1, 0.3]);
});
