import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { ControlSchema } from '../../protocol/outrigger_pb.js';
import { isMirrored } from './controls.js';

describe('a bar on the screen', () => {
  it('has the end that goes left on the left, whatever its sign and kind', () => {
    const mirrored = (positive: string, negative: string) =>
      isMirrored(create(ControlSchema, { positive, negative }));
    expect(mirrored('left', 'right')).toBe(true);
    expect(mirrored('right', 'left')).toBe(false);
    expect(mirrored('turn left', '')).toBe(true);
    expect(mirrored('up', 'down')).toBe(false);
    // Not a part of another word.
    expect(mirrored('leftover', 'brightness')).toBe(false);
  });
});
