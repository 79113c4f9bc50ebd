import type { Scene } from '../protocol/outrigger_pb.js';
import type { Operator } from '../shared/input/operator.js';
import { machinesOf } from '../shared/state/machines.js';
import { makeButton } from '../shared/widgets/dom.js';
import type { Widget } from '../shared/widgets/widget.js';

/** The buttons of the machines of a scene: which one this page drives. */
export class Machines implements Widget {
  private names: string[] = [];

  constructor(
    private readonly element: HTMLElement,
    private readonly operator: Operator,
  ) {
    operator.store.follow(
      (s) => s.machine,
      () => this.show(),
    );
  }

  setScene(scene: Scene): void {
    this.names = machinesOf(scene);
    this.show();
  }

  private show(): void {
    const { machine } = this.operator.store.value;
    this.element.hidden = this.names.length < 2;
    this.element.replaceChildren(
      ...this.names.map((name) =>
        makeButton(name, () => this.operator.choose(name), {
          title: `Drive ${name}`,
          'aria-pressed': String(name === machine),
        }),
      ),
    );
  }
}
