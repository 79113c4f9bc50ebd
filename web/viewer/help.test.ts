import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { Control_Kind, ControlSchema } from '../protocol/outrigger_pb.js';
import { keyLines } from './help.js';

describe('the help', () => {
  it('says what the keys of a control do', () => {
    const boom = create(ControlSchema, {
      label: 'Boom',
      positive: 'boom up',
      negative: 'lower',
      keyPositive: 'KeyK',
      keyNegative: 'KeyI',
    });
    expect(keyLines(boom)).toEqual([
      ['KeyK', 'Boom up'],
      ['KeyI', 'Boom: lower'],
    ]);
    const gear = create(ControlSchema, {
      name: 'gear',
      kind: Control_Kind.CHOICE,
      choices: ['F', 'N', 'R'],
      keyPositive: 'KeyX',
    });
    expect(keyLines(gear)).toEqual([['KeyX', 'gear: next of F, N, R']]);
    expect(keyLines(create(ControlSchema, { name: 'no keys' }))).toEqual([]);
  });
});
