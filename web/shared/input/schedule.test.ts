import { describe, expect, it } from 'vitest';
import { OperateSchedule } from './schedule.js';

function messages(schedule: OperateSchedule, seconds: number, value: (t: number) => number) {
  let sent = 0;
  for (let ms = 0; ms < 1000 * seconds; ms++) {
    if (schedule.due([value(ms / 1000)], ms / 1000, 0, true)) sent++;
  }
  return sent;
}

describe('sending levers', () => {
  it('at most 60 times a second while they move', () => {
    const sent = messages(new OperateSchedule(), 2, (t) => t);
    expect(sent).toBeLessThanOrEqual(121);
    expect(sent).toBeGreaterThan(100);
  });

  it('at least 5 times a second while they rest', () => {
    const sent = messages(new OperateSchedule(), 2, () => 0);
    expect(sent).toBeGreaterThanOrEqual(10);
    expect(sent).toBeLessThan(13);
  });

  it('keeps silent when another operates and this one does not', () => {
    const schedule = new OperateSchedule();
    expect(schedule.due([0], 0, 10, false)).toBe(false);
    expect(schedule.due([1], 1, 0, false)).toBe(true);
    expect(schedule.due([0], 2, 0.5, false)).toBe(true);
    expect(schedule.due([0], 5, 3, false)).toBe(false);
    expect(schedule.due([0], 5, 3, true)).toBe(true);
  });
});
