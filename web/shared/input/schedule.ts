/** Seconds between two messages at least, when levers move; and at most, when they do not. */
export const kMinInterval = 1 / 60;
export const kMaxInterval = 1 / 5;
/** Seconds after which an operator who is not alone and touches nothing stops sending. */
export const kIdleTime = 2;

/** Decides when the levers are sent to the server. */
export class OperateSchedule {
  private last: number[] = [];
  private sentAt = Number.NEGATIVE_INFINITY;

  reset(): void {
    this.last = [];
    this.sentAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * True when `values` should be sent now (and then notes them as sent).
   *
   * @param now seconds on the clock of the page
   * @param alone no other operator is connected: the newest message wins, so of several operators
   *   only those who move something send
   */
  due(values: readonly number[], now: number, idleTime: number, alone: boolean): boolean {
    const changed = values.length !== this.last.length || values.some((v, i) => v !== this.last[i]);
    const silent = !alone && idleTime > kIdleTime;
    const wait = changed ? kMinInterval : kMaxInterval;
    // Half a millisecond for clocks that come a little early.
    if (silent || now - this.sentAt < wait - 0.0005) return false;
    this.last = [...values];
    this.sentAt = now;
    return true;
  }
}
