import { describe, expect, it } from 'vitest';
import { LatencyMeter, percentilesOf } from './latency.js';

describe('percentiles', () => {
  it('are by the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, k) => 100 - k);
    expect(percentilesOf(hundred)).toEqual({ count: 100, p50: 50, p99: 99 });
    expect(percentilesOf([])).toEqual({ count: 0, p50: 0, p99: 0 });
  });
});

describe('latency', () => {
  it('runs from the hand to the frame that obeys, and to the picture that shows it', () => {
    const meter = new LatencyMeter();
    meter.levers([0, 0.5], [0, 0], 10, 10.002);
    meter.frame([0, 0], 3, 10.01);
    meter.picture(3, 10.015);
    meter.frame([0, 0.02], 3.005, 10.02);
    // A picture that is still behind the frame does not count.
    meter.picture(3.001, 10.022);
    meter.picture(3.006, 10.035);
    expect(meter.toFrame.p50).toBeCloseTo(0.02);
    expect(meter.toPicture).toMatchObject({ count: 1, p50: expect.closeTo(0.035) });
  });

  it('does not count what moves by itself, nor a lever that the machine does not obey', () => {
    const meter = new LatencyMeter();
    meter.levers([1], [1], 1, 1);
    meter.levers([1], [0], 1, 3);
    meter.frame([1], 1, 3.1);
    expect(meter.toFrame.count).toBe(0);
    meter.levers([1], [0], 4, 4);
    meter.frame([-0.5], 2, 4.01);
    meter.levers([1], [0.9], 6.9, 7);
    meter.frame([0.95], 3, 7.02);
    expect(meter.toFrame).toMatchObject({ count: 1, p50: expect.closeTo(0.12) });
  });

  it('counts on a page whose pictures take a second, and each event once', () => {
    const meter = new LatencyMeter();
    meter.levers([0], [0], 0, 9);
    // The hand moved while the page drew; what it did is sent in between, and obeyed long before the picture.
    meter.levers([1], [0], 9.3, 9.9);
    meter.frame([0.4], 9.95, 9.95);
    meter.levers([1], [0.4], 9.3, 9.98);
    meter.picture(9.5, 10.9);
    meter.picture(10.5, 12.4);
    expect(meter.toPicture).toMatchObject({ count: 1, p50: expect.closeTo(3.1) });
    meter.levers([1], [0.8], 9.3, 12.4);
    meter.frame([0.9], 12.5, 12.5);
    expect(meter.toFrame.count).toBe(1);
  });

  it('waits for no picture of a moment that the clock has gone back behind', () => {
    const meter = new LatencyMeter();
    meter.levers([1], [0], 1, 1);
    meter.frame([0.5], 50, 1.1);
    meter.levers([1], [0], 30, 30);
    meter.frame([0.5], 3, 30.02);
    meter.picture(3, 30.05);
    expect(meter.toPicture).toMatchObject({ count: 1, p50: expect.closeTo(0.05) });
  });
});
