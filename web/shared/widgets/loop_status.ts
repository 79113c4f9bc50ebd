import type { Percentiles } from '../state/latency.js';
import { text } from '../words/language.js';
import { formatNumber } from '../words/quantities.js';
import { make, setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

/** How the computer keeps up: the simulation, and what the page draws. */
export class LoopStatus implements Widget {
  private readonly load = make('span', { id: 'load' });
  private readonly stepTime = make('dd', { id: 'step-time' });
  private readonly overruns = make('dd', { id: 'overruns' });
  private readonly lost = make('dd', { id: 'lost' });
  private readonly hard = make('dd', { id: 'hard' });
  private readonly rate = make('dd', { id: 'rate' });
  private readonly triangles = make('dd', { id: 'triangles' });
  private readonly latency = make('dd', { id: 'latency' }, '–');
  private readonly skewName = make('dt', { hidden: true }, text('skew'));
  private readonly skew = make('dd', { id: 'skew', hidden: true });

  constructor(element: HTMLElement) {
    element.replaceChildren(
      make('summary', {}, `${text('computer')} `, this.load),
      make(
        'dl',
        {},
        ...[
          make('dt', {}, text('stepTime')),
          this.stepTime,
          make('dt', {}, text('overruns')),
          this.overruns,
        ],
        ...[make('dt', {}, text('lostSteps')), this.lost],
        ...[make('dt', { title: text('hardHelp') }, text('hardSteps')), this.hard],
        ...[
          make('dt', {}, text('pictures')),
          this.rate,
          make('dt', {}, text('triangles')),
          this.triangles,
        ],
        ...[make('dt', { title: text('latencyHelp') }, text('latency')), this.latency],
        ...[this.skewName, this.skew],
      ),
    );
  }

  paint({ frame: { loop } }: Moment): void {
    if (!loop) return;
    setText(this.load, `${Math.round(100 * loop.load)} %`);
    this.load.classList.toggle('bad', loop.load > 0.9);
    setText(this.stepTime, `${formatNumber(loop.stepTimeUs)} µs`);
    setText(this.overruns, String(loop.overruns));
    setText(this.lost, String(loop.lostSteps));
    setText(this.hard, String(loop.hardSteps));
  }

  /** From the lever to the picture, and how far the windows of one display are apart; seconds. */
  paintLatency({ count, p50, p99 }: Percentiles, skew?: { windows: number; skew: number }): void {
    const ms = (seconds: number) => (1000 * seconds).toFixed(0);
    if (count > 0) setText(this.latency, `${ms(p50)}, ${ms(p99)} ms`);
    this.skew.hidden = !skew;
    this.skewName.hidden = !skew;
    if (skew) setText(this.skew, `${(1000 * skew.skew).toFixed(1)} ms / ${skew.windows}`);
  }

  paintDisplay(framesPerSecond: number, triangles: number): void {
    setText(this.rate, `${Math.round(framesPerSecond)} /s`);
    setText(this.triangles, String(triangles));
  }
}
