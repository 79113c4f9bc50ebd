import { describe, expect, it } from 'vitest';
import { SlownessWatch } from './slowness.js';

describe('slow drawing', () => {
  it('is noticed after three seconds of slow frames, not after a stall', () => {
    const watch = new SlownessWatch();
    let noticed = 0;
    for (let t = 0; t < 2.9; t += 0.1) if (watch.tooSlow(t, 0.1)) noticed++;
    expect(noticed).toBe(0);
    watch.tooSlow(3, 0.01);
    for (let t = 3; t < 6.5; t += 0.1) if (watch.tooSlow(t, 0.1)) noticed++;
    expect(noticed).toBe(1);
    expect(new SlownessWatch().tooSlow(60, 30)).toBe(false);
  });
});
