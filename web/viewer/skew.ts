/** Seconds after which a window that says nothing is gone. */
const kForgotten = 2;
/** Seconds between two messages of a window. */
const kEvery = 0.1;

interface Said {
  id: string;
  /** Simulated moment less the clock of the computer, seconds. */
  offset: number;
}

/**
 * How far the windows of one display are apart: each tells the others which moment it shows at which
 * time of the computer's clock. Windows of one browser hear each other; other computers do not.
 */
export class Skew {
  private readonly channel = new BroadcastChannel('outrigger.moment');
  private readonly id = crypto.randomUUID?.() ?? String(Math.random());
  private readonly others = new Map<string, { offset: number; heard: number }>();
  private offset = 0;
  private nextWord: number;

  constructor(now: number) {
    this.nextWord = now;
    this.channel.onmessage = ({ data }: MessageEvent<Said>) => {
      this.others.set(data.id, { offset: data.offset, heard: performance.now() / 1000 });
    };
  }

  /** @param shown simulated seconds on the screen */
  drawn(shown: number, now: number): void {
    this.offset = shown - (performance.timeOrigin / 1000 + now);
    if (now < this.nextWord) return;
    this.nextWord = now + kEvery;
    this.channel.postMessage({ id: this.id, offset: this.offset } satisfies Said);
    for (const [id, { heard }] of this.others) if (now - heard > kForgotten) this.others.delete(id);
  }

  /** Windows that were heard, and the largest difference of what they show, seconds. */
  report(): { windows: number; skew: number } {
    const skews = [...this.others.values()].map(({ offset }) => Math.abs(offset - this.offset));
    return { windows: skews.length + 1, skew: Math.max(0, ...skews) };
  }
}
