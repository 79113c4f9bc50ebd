import type { Scene } from '../../protocol/outrigger_pb.js';
import { type Reading, readingOf, readingsOf } from '../words/readings.js';
import { make, setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

interface Line {
  reading: Reading;
  element: HTMLElement;
}

function list(into: HTMLElement, readings: readonly Reading[]): Line[] {
  into.replaceChildren();
  return readings.map((reading) => {
    const element = make('dd');
    into.append(make('dt', {}, reading.name), element);
    return { reading, element };
  });
}

/** Readings for operators, large; all others in a part that opens by a click. */
export class Readings implements Widget {
  private lines: Line[] = [];
  private readonly title = make('summary', { id: 'channels-title' }, 'Readings');
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
    this.gauges.hidden = operators.length === 0;
    this.channels.hidden = engineers.length === 0;
    setText(this.title, operators.length > 0 ? 'More readings' : 'Readings');
    if (operators.length > 0) this.channels.open = false;
    else if (this.roomy) this.channels.open = true;
  }

  paint({ frame }: Moment): void {
    for (const { reading, element } of this.lines) {
      setText(element, readingOf(reading, frame.channels));
    }
  }
}
