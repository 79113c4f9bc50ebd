import type { Scene } from '../../protocol/outrigger_pb.js';
import { text } from '../words/language.js';
import { loadOf } from '../words/loads.js';
import { type Reading, readingOf, readingsOf } from '../words/readings.js';
import { term } from '../words/terms.js';
import { make, setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

interface Line {
  reading: Reading;
  element: HTMLElement;
}

/** What a container holds. */
interface LoadLine {
  element: HTMLElement;
  /** As written, kg and cubic metres. */
  mass: number;
  volume: number;
}

function add(into: HTMLElement, name: string): HTMLElement {
  const element = make('dd');
  into.append(make('dt', {}, term(name)), element);
  return element;
}

function list(into: HTMLElement, readings: readonly Reading[]): Line[] {
  into.replaceChildren();
  return readings.map((reading) => ({ reading, element: add(into, reading.name) }));
}

/**
 * Readings for operators, large, with what the containers hold; all others in a part that opens by a
 * click.
 */
export class Readings implements Widget {
  private lines: Line[] = [];
  private loads: LoadLine[] = [];
  private readonly title = make('summary', { id: 'channels-title' }, text('readings'));
  private readonly first = make('dl');
  private readonly rest = make('dl');

  /**
   * @param gauges for operators
   * @param channels for engineers
   * @param roomy there is room for the latter where the former are missing
   */
  constructor(
    private readonly gauges: HTMLElement,
    private readonly channels: HTMLDetailsElement,
    private readonly roomy: boolean,
  ) {
    gauges.replaceChildren(this.first);
    channels.replaceChildren(this.title, this.rest);
  }

  setScene(scene: Scene): void {
    const readings = readingsOf(scene.channels);
    const operators = readings.filter((r) => r.forOperators);
    const engineers = readings.filter((r) => !r.forOperators);
    this.lines = [...list(this.first, operators), ...list(this.rest, engineers)];
    this.loads = scene.containers.map(({ name }) => ({
      element: add(this.first, name),
      mass: Number.NaN,
      volume: Number.NaN,
    }));
    const shown = operators.length + this.loads.length;
    this.gauges.hidden = shown === 0;
    this.channels.hidden = engineers.length === 0;
    setText(this.title, text(shown > 0 ? 'moreReadings' : 'readings'));
    if (shown > 0) this.channels.open = false;
    else if (this.roomy) this.channels.open = true;
  }

  paint({ frame }: Moment): void {
    for (const { reading, element } of this.lines) {
      setText(element, readingOf(reading, frame.channels));
    }
    this.loads.forEach((line, i) => {
      const load = frame.loads[i];
      const { mass, volume } = load ?? { mass: -1, volume: -1 };
      if (mass === line.mass && volume === line.volume) return;
      setText(line.element, loadOf(load));
      line.mass = mass;
      line.volume = volume;
    });
  }
}
