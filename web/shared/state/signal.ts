import { type Frame, type Signal, Signal_Source } from '../../protocol/outrigger_pb.js';

type Numbers = Pick<Frame, 'channels' | 'inputs'>;

/** The number behind a signal; nothing for a constant, or where a frame lacks it. */
export function signalValue(signal: Signal | undefined, frame: Numbers): number | undefined {
  if (!signal || signal.source === Signal_Source.CONSTANT) return undefined;
  const list = signal.source === Signal_Source.CHANNEL ? frame.channels : frame.inputs;
  const value = list[signal.index];
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return signal.size ? Math.abs(value) : value;
}

/** The share that a signal gives: 0 at `from`, 1 at `to`, and no further. */
export function signalShare(signal: Signal | undefined, frame: Numbers): number {
  if (!signal || signal.source === Signal_Source.CONSTANT) {
    // One that a display is not sent has a range that 1 lies below.
    return signal && signal.from > 1 ? 0 : 1;
  }
  const value = signalValue(signal, frame);
  if (value === undefined || signal.from === signal.to) return 0;
  return Math.min(1, Math.max(0, (value - signal.from) / (signal.to - signal.from)));
}
