import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { type Control, Control_Kind, ControlSchema } from '../../protocol/outrigger_pb.js';
import { Levers, throughStick, withoutDeadZone } from './levers.js';

const control = (init: MessageInitShape<typeof ControlSchema>): Control =>
  create(ControlSchema, init);

const boom = control({ name: 'boom', keyPositive: 'KeyK', keyNegative: 'KeyI' });
const brake = control({ name: 'brake', kind: Control_Kind.PEDAL, keyPositive: 'Space' });
const wheel = control({
  name: 'steering',
  kind: Control_Kind.WHEEL,
  keyPositive: 'ArrowLeft',
  keyNegative: 'ArrowRight',
});
const horn = control({ name: 'horn', kind: Control_Kind.BUTTON, keyPositive: 'KeyB' });
const range = control({
  name: 'range',
  kind: Control_Kind.CHOICE,
  keyPositive: 'KeyX',
  choices: ['creep', 'off-road', 'road'],
  initial: 1,
});

function run(levers: Levers, seconds: number): void {
  for (let t = 0; t < seconds; t += 1 / 60) levers.advance(1 / 60);
}

describe('shaping', () => {
  it('takes the dead zone out and keeps full travel', () => {
    expect(withoutDeadZone(0.05, 0.1)).toBe(0);
    expect(withoutDeadZone(0.1, 0.1)).toBe(0);
    expect(withoutDeadZone(0.55, 0.1)).toBeCloseTo(0.5);
    expect(withoutDeadZone(-1, 0.1)).toBe(-1);
    expect(withoutDeadZone(1.2, 0.1)).toBe(1);
    expect(withoutDeadZone(Number.NaN, 0.1)).toBe(0);
  });

  it('turns a reversed stick round', () => {
    expect(throughStick(control({ stickReversed: true }), 0.5)).toBe(-0.5);
    expect(throughStick(control({}), 0.5)).toBe(0.5);
  });
});

describe('levers by keys', () => {
  it('move smoothly out while held and back when released', () => {
    const levers = new Levers([boom]);
    levers.press('KeyK');
    let before = 0;
    for (let i = 0; i < 12; i++) {
      levers.advance(1 / 60);
      const value = levers.value(0);
      expect(value).toBeGreaterThan(before);
      expect(value - before).toBeLessThan(0.1);
      before = value;
    }
    run(levers, 1);
    expect(levers.value(0)).toBe(1);
    levers.release('KeyK');
    levers.advance(1 / 60);
    expect(levers.value(0)).toBeLessThan(1);
    run(levers, 1);
    expect(levers.value(0)).toBe(0);
  });

  it('jump where the machine itself ramps the lever: one ramp, not two', () => {
    const levers = new Levers([control({ ...boom, rateLimit: 4 })]);
    levers.press('KeyK');
    levers.advance(1 / 60);
    expect(levers.value(0)).toBe(1);
    levers.release('KeyK');
    levers.advance(1 / 60);
    expect(levers.value(0)).toBe(0);
  });

  it('go both ways, and stay at rest with both keys', () => {
    const levers = new Levers([boom]);
    levers.press('KeyI');
    run(levers, 1);
    expect(levers.value(0)).toBe(-1);
    levers.press('KeyK');
    run(levers, 1);
    expect(levers.value(0)).toBe(0);
  });

  it('keep a pedal within 0..1 and ignore keys of others', () => {
    const levers = new Levers([brake]);
    expect(levers.usesKey('Space')).toBe(true);
    expect(levers.usesKey('KeyK')).toBe(false);
    // A control without a key must not answer to keyboards that send no code.
    expect(levers.usesKey('')).toBe(false);
    levers.press('Space');
    run(levers, 1);
    expect(levers.value(0)).toBe(1);
  });

  it('let a wheel stay, and stop it once at the centre', () => {
    const levers = new Levers([wheel]);
    levers.press('ArrowLeft');
    run(levers, 0.6);
    levers.release('ArrowLeft');
    run(levers, 1);
    const turned = levers.value(0);
    expect(turned).toBeGreaterThan(0.4);
    levers.press('ArrowRight');
    run(levers, 3);
    expect(levers.value(0)).toBe(0);
    levers.release('ArrowRight');
    levers.press('ArrowRight');
    run(levers, 3);
    expect(levers.value(0)).toBe(-1);
  });

  it('press a button only while the key is down', () => {
    const levers = new Levers([horn]);
    levers.press('KeyB');
    levers.advance(1 / 60);
    expect(levers.value(0)).toBe(1);
    levers.release('KeyB');
    levers.advance(1 / 60);
    expect(levers.value(0)).toBe(0);
  });

  it('go through choices, once per press, round at the end', () => {
    const levers = new Levers([range]);
    expect(levers.value(0)).toBe(1);
    levers.press('KeyX');
    levers.press('KeyX');
    expect(levers.value(0)).toBe(2);
    levers.release('KeyX');
    levers.press('KeyX');
    expect(levers.value(0)).toBe(0);
  });
});

describe('several devices', () => {
  it('the one further out wins, a finger above all', () => {
    const levers = new Levers([boom]);
    levers.setPad(0, 0.5);
    expect(levers.value(0)).toBe(0.5);
    levers.press('KeyI');
    run(levers, 1);
    expect(levers.value(0)).toBe(-1);
    levers.hold(0, 0.2);
    expect(levers.value(0)).toBe(0.2);
    levers.hold(0, undefined);
    expect(levers.value(0)).toBe(-1);
  });

  it('letting go brings all that springs back to rest and leaves the rest', () => {
    const levers = new Levers([boom, wheel, range]);
    levers.press('KeyK');
    levers.hold(1, 0.7);
    levers.hold(2, 2);
    run(levers, 1);
    levers.letGo();
    expect(levers.values()).toEqual([0, 0.7, 2]);
    levers.reset();
    expect(levers.values()).toEqual([0, 0, 1]);
  });

  it('takes steering and switches over from a machine that runs', () => {
    const levers = new Levers([boom, wheel, range]);
    levers.adopt([0.8, -0.25, 2]);
    expect(levers.values()).toEqual([0, -0.25, 2]);
  });

  it('knows how long nothing was touched', () => {
    const levers = new Levers([boom]);
    expect(levers.idleTime).toBe(Number.POSITIVE_INFINITY);
    levers.press('KeyK');
    run(levers, 1);
    expect(levers.idleTime).toBe(0);
    levers.release('KeyK');
    run(levers, 3);
    expect(levers.idleTime).toBeGreaterThan(2);
  });
});
