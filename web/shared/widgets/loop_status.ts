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

  constructor(element: HTMLElement) {
    element.replaceChildren(
      make('summary', {}, 'Computer ', this.load),
      make(
        'dl',
        {},
        ...[make('dt', {}, 'step'), this.stepTime, make('dt', {}, 'overruns'), this.overruns],
        ...[make('dt', {}, 'lost steps'), this.lost],
        ...[make('dt', { title: 'Cut into parts, or not converged' }, 'hard steps'), this.hard],
        ...[make('dt', {}, 'display'), this.rate, make('dt', {}, 'triangles'), this.triangles],
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

  paintDisplay(framesPerSecond: number, triangles: number): void {
    setText(this.rate, `${Math.round(framesPerSecond)} /s`);
    setText(this.triangles, String(triangles));
  }
}
