import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { Signal_Source, SignalSchema } from '../../protocol/outrigger_pb.js';
import { signalShare, signalValue } from './signal.js';

const frame = { channels: [5, Number.NaN], inputs: [-0.5, 0] };
const of = (more: object) =>
  create(SignalSchema, { source: Signal_Source.CONTROL, to: 1, ...more });

describe('a signal', () => {
  it('maps a range to a share and goes no further', () => {
    const channel = { source: Signal_Source.CHANNEL, from: 3, to: 11 };
    expect(signalShare(of(channel), frame)).toBe(0.25);
    expect(signalShare(of({ ...channel, from: 11, to: 3 }), frame)).toBe(0.75);
    expect(signalShare(of({}), frame)).toBe(0);
    expect(signalShare(of({ size: true }), frame)).toBe(0.5);
    expect(signalShare(of({ from: -0.04, to: -0.05 }), frame)).toBe(1);
  });

  it('is 1 without a source, and 0 where nothing is known', () => {
    expect(signalShare(undefined, frame)).toBe(1);
    expect(signalShare(create(SignalSchema, { to: 1 }), frame)).toBe(1);
    expect(signalShare(create(SignalSchema, { from: 2, to: 3 }), frame)).toBe(0);
    expect(signalShare(of({ index: 7 }), frame)).toBe(0);
    expect(signalValue(of({ source: Signal_Source.CHANNEL, index: 1 }), frame)).toBeUndefined();
  });
});
