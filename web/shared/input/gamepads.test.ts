import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { Control_Kind, ControlSchema } from '../../protocol/outrigger_pb.js';
import {
  assignPad,
  Gamepads,
  type Pad,
  padPartName,
  padPartWords,
  stickPositions,
} from './gamepads.js';
import { Levers } from './levers.js';

const controls = (
  [
    { name: 'slew', stick: 'left_x', stickReversed: true },
    { name: 'boom', stick: 'right_y', stickReversed: true },
    { name: 'travel' },
    { name: 'steering', kind: Control_Kind.WHEEL },
    { name: 'brake', kind: Control_Kind.PEDAL },
    { name: 'horn', kind: Control_Kind.BUTTON },
    { name: 'range', kind: Control_Kind.CHOICE, choices: ['a', 'b', 'c'] },
  ] satisfies MessageInitShape<typeof ControlSchema>[]
).map((init) => create(ControlSchema, init));

const pad = (axes: number[], pressed: number[] = [], index = 0): Pad => ({
  index,
  id: `pad ${index}`,
  axes,
  buttons: Array.from({ length: 17 }, (_, i) => ({
    value: pressed.includes(i) ? 1 : 0,
    pressed: pressed.includes(i),
  })),
});

describe('gamepads', () => {
  it('deal their parts out to any machine', () => {
    expect(assignPad(controls).map(padPartName)).toEqual([
      'left stick ← →',
      'right stick ↑ ↓',
      'cross ↑ ↓',
      'cross ← →',
      'left joystick, twist ↺ ↻',
      'right trigger',
      'button A',
      'shoulder buttons',
    ]);
  });

  it('have a part for every control of an excavator', () => {
    const more = (
      [
        ...controls.slice(0, 2),
        { name: 'travel', positive: 'forward', negative: 'reverse', stick: 'triggers' },
        { name: 'steering', positive: 'left', negative: 'right' },
        { name: 'brake', kind: Control_Kind.PEDAL },
        { name: 'parking', kind: Control_Kind.CHOICE, choices: ['off', 'on'] },
        { name: 'range', kind: Control_Kind.CHOICE, choices: ['a', 'b', 'c'] },
        { name: 'throttle', kind: Control_Kind.CHOICE, choices: ['1', '2', '3'] },
        { name: 'blade', positive: 'down', negative: 'up' },
        { name: 'outriggers', positive: 'down', negative: 'up' },
      ] satisfies MessageInitShape<typeof ControlSchema>[]
    ).map((init) => create(ControlSchema, init));
    const said = assignPad(more).map(
      (part) => `${padPartName(part)}: ${padPartWords(part, more[part.control]!)}`,
    );
    expect(said.slice(2)).toEqual([
      'left, right trigger: travel: reverse, forward',
      'right joystick, twist ↺ ↻: travel: reverse, forward',
      'cross ← →: steering: left, right',
      'left joystick, twist ↺ ↻: steering: left, right',
      'button A: brake',
      'button back: parking: off, on',
      'shoulder buttons: range: previous, next',
      'press left, right stick: throttle: previous, next',
      'cross ↑ ↓: blade: up, down',
      'buttons X B: outriggers: up, down',
    ]);
  });

  it('read both sticks of one device, or one stick each of two', () => {
    expect(stickPositions([pad([1, -1, -1, 1])])).toEqual({
      left_x: 1,
      left_y: 1,
      left_z: 0,
      right_x: -1,
      right_y: -1,
      right_z: 0,
      triggers: 0,
    });
    const two = stickPositions([pad([1, 0]), pad([0, -1], [], 1)]);
    expect([two.left_x, two.right_y]).toEqual([1, 1]);
  });

  it('read two joysticks with three or more axes each, twist and all', () => {
    const both = stickPositions([pad([1, 0, -1, 0.5]), pad([0, -1, 1, -1], [], 1)]);
    expect(both).toMatchObject({ left_x: 1, left_z: -1, right_x: 0, right_y: 1, right_z: 1 });
  });

  it('drive with the triggers, as far as they are pressed', () => {
    const travel = create(ControlSchema, { name: 'travel', stick: 'triggers' });
    const levers = new Levers([travel]);
    const now = pad([0, 0, 0, 0]);
    const pads = new Gamepads(
      () => {},
      () => {},
      () => [now],
    );
    pads.attach(levers);
    const press = (left: number, right: number) => {
      (now.buttons as unknown as { value: number }[])[6]!.value = left;
      (now.buttons as unknown as { value: number }[])[7]!.value = right;
      pads.poll();
      return levers.value(0);
    };
    expect(press(0, 0.3)).toBeCloseTo(0.3);
    expect(press(0.8, 0)).toBeCloseTo(-0.8);
    expect(press(0, 0)).toBe(0);
  });

  it('steer by the twist of the left joystick, but never by a slider that stays', () => {
    const steering = create(ControlSchema, { name: 'steer', positive: 'left', negative: 'right' });
    const levers = new Levers([steering]);
    let now: Pad[] = [];
    const pads = new Gamepads(
      () => {},
      () => {},
      () => now,
    );
    pads.attach(levers);
    // Plugged in with its slider at the end.
    now = [pad([0, 0, 1]), pad([0, 0, 0], [], 1)];
    pads.poll();
    expect(levers.value(0)).toBe(0);
    // Once it has been at rest it is a twist: to the right steers right.
    now = [pad([0, 0, 0]), pad([0, 0, 0], [], 1)];
    pads.poll();
    now = [pad([0, 0, 1]), pad([0, 0, 0], [], 1)];
    pads.poll();
    expect(levers.value(0)).toBe(-1);
  });

  it('move the levers, and put them to rest when unplugged', () => {
    const notices: string[] = [];
    let now: (Pad | null)[] = [];
    const pads = new Gamepads(
      (name) => notices.push(`+${name}`),
      (name) => notices.push(`-${name}`),
      () => now,
    );
    const levers = new Levers(controls);
    pads.attach(levers);
    pads.poll();
    expect(notices).toEqual([]);
    // Left stick right: a reversed slew. Right stick back: boom up.
    now = [pad([1, 0, 0, 1], [7])];
    pads.poll();
    expect(levers.values().slice(0, 2)).toEqual([-1, 1]);
    expect(levers.value(4)).toBe(1);
    now = [null];
    pads.poll();
    expect(levers.values().every((v) => v === 0)).toBe(true);
    expect(notices).toEqual(['+pad 0', '-pad 0']);
  });

  it('take one choice per press of a shoulder button', () => {
    let now: Pad[] = [];
    const pads = new Gamepads(
      () => {},
      () => {},
      () => now,
    );
    const levers = new Levers(controls);
    pads.attach(levers);
    const range = controls.length - 1;
    now = [pad([0, 0, 0, 0], [5])];
    pads.poll();
    pads.poll();
    expect(levers.value(range)).toBe(1);
    now = [pad([0, 0, 0, 0])];
    pads.poll();
    now = [pad([0, 0, 0, 0], [4])];
    pads.poll();
    expect(levers.value(range)).toBe(0);
  });
});
