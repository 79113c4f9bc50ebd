import type { Scene } from '../../protocol/outrigger_pb.js';
import { machineOf, machinesOf, withoutMachine } from '../state/machines.js';
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
  machine: string;
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
  private machines: readonly string[] = [];
  private machine = '';
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
      machine: machineOf(name),
      element: add(this.first, withoutMachine(name)),
      mass: Number.NaN,
      volume: Number.NaN,
    }));
    const shown = operators.length + this.loads.length;
    this.gauges.hidden = shown === 0;
    this.channels.hidden = engineers.length === 0;
    setText(this.title, text(shown > 0 ? 'moreReadings' : 'readings'));
    if (shown > 0) this.channels.open = false;
    else if (this.roomy) this.channels.open = true;
    this.machines = machinesOf(scene);
    this.choose(this.machine);
  }

  /** Shows the readings of this machine of several, and of what belongs to none. */
  choose(machine: string): void {
    this.machine = machine;
    const here = (of: string) => of === machine || !this.machines.includes(of);
    const show = (element: HTMLElement, isShown: boolean) => {
      element.hidden = !isShown;
      (element.previousElementSibling as HTMLElement).hidden = !isShown;
    };
    for (const { reading, element } of this.lines) show(element, here(reading.machine));
    for (const load of this.loads) show(load.element, here(load.machine));
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
