import type { Display } from '../display/display.js';
import { SlownessWatch } from '../display/slowness.js';
import type { Scene } from '../protocol/outrigger_pb.js';
import type { Page } from '../shared/page.js';
import type { LoopStatus } from '../shared/widgets/loop_status.js';
import type { Moment, Widget } from '../shared/widgets/widget.js';
import { text } from '../shared/words/language.js';

/** Seconds between two looks at the numbers of the display. */
const kNumbersEvery = 0.5;

/** The three-dimensional picture of the page: what it shows, and how well it keeps up. */
export class Picture implements Widget {
  private readonly slowness = new SlownessWatch();
  /** Who asks for a quality gets it; otherwise it is lowered when the computer is slow. */
  private readonly automatic: boolean;
  private interval = 1 / 60;
  private nextNumbers = 0;

  /** @param between the machine is shown where this element is, between the panels */
  constructor(
    private readonly page: Page,
    private readonly display: Display | undefined,
    private readonly loop: LoopStatus,
    between: HTMLElement,
  ) {
    this.automatic = page.address.quality === undefined;
    new ResizeObserver(() => {
      const box = between.getBoundingClientRect();
      display?.cameras.setFree(box.top, box.bottom);
    }).observe(between);
  }

  setScene(scene: Scene): void {
    try {
      this.display?.setScene(scene);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.page.report(`The scene cannot be shown: ${reason}`);
    }
  }

  paint(moment: Moment): void {
    this.display?.paint(moment);
  }

  draw(now: number, elapsed: number): void {
    const { display } = this;
    this.interval += 0.05 * (Math.min(1, elapsed) - this.interval);
    if (!display) return;
    display.draw(now);
    if (now > this.nextNumbers) {
      this.loop.paintDisplay(1 / this.interval, display.triangles);
      this.nextNumbers = now + kNumbersEvery;
    }
    if (!this.automatic || display.qualityName !== 'high') return;
    if (!this.slowness.tooSlow(now, elapsed)) return;
    display.setQuality('low');
    this.page.toasts.show(text('drawsSlowly'), 'warning');
  }
}
