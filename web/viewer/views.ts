import type { Cameras } from '../display/cameras.js';
import { machineOf, withoutMachine } from '../shared/state/machines.js';
import { makeButton } from '../shared/widgets/dom.js';
import type { Widget } from '../shared/widgets/widget.js';
import { text } from '../shared/words/language.js';
import { term } from '../shared/words/terms.js';

/** The buttons of the cameras: those of the machine that is driven, and those of none. */
export class Views implements Widget {
  private machine = '';
  private locked = false;

  constructor(
    private readonly element: HTMLElement,
    private readonly cameras: Cameras | undefined,
  ) {}

  setScene(): void {
    this.show();
  }

  /** Only the operator's own view, until it is unlocked. */
  lock(locked: boolean): void {
    this.locked = locked;
    if (locked && !this.places().includes(this.cameras?.index ?? 0)) this.choose(0);
    else this.show();
  }

  /** The n-th of those that are shown. */
  choose(n: number): void {
    const index = this.places()[n];
    if (index !== undefined) this.cameras?.choose(index);
    this.show();
  }

  next(): void {
    const places = this.places();
    this.choose((places.indexOf(this.cameras?.index ?? 0) + 1) % places.length);
  }

  /** Another machine is driven: from outside or, as before, from one of its own cameras. */
  follow(machine: string): void {
    this.machine = machine;
    const { names = [], index = 0 } = this.cameras ?? {};
    const own = names.findIndex((name) => machineOf(name) === machine);
    if (!this.places().includes(index)) this.cameras?.choose(Math.max(0, own));
    this.show();
  }

  show(): void {
    const { names = [], index = 0 } = this.cameras ?? {};
    this.element.replaceChildren(
      ...this.places().map((place, n) =>
        makeButton(term(withoutMachine(names[place]!)), () => this.choose(n), {
          title: n < 9 ? text('camera', { number: n + 1 }) : '',
          'aria-pressed': String(place === index),
        }),
      ),
    );
  }

  /** Places of the cameras that are shown among all. */
  private places(): number[] {
    const { names = [] } = this.cameras ?? {};
    // The first camera on the machine is its operator's; a machine without any is seen from outside.
    const own = names.findIndex((name, i) => i > 0 && machineOf(name) === this.machine);
    if (this.locked && names.length > 0) return [Math.max(0, own)];
    const here = (name: string) => ['', this.machine].includes(machineOf(name));
    return names.flatMap((name, i) => (here(name) ? [i] : []));
  }
}
