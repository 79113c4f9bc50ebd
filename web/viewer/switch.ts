import type { Scene } from '../protocol/outrigger_pb.js';
import type { Widget } from '../shared/widgets/widget.js';

/** A button that shows and hides a part of the page. */
export class Switch implements Widget {
  /**
   * @param hiding class of the page while the part is hidden
   * @param isNeeded whether a machine has that part at all
   */
  constructor(
    private readonly button: HTMLElement,
    private readonly hiding: string,
    private readonly isNeeded: (scene: Scene) => boolean = () => true,
  ) {
    button.onclick = () => this.toggle();
  }

  setScene(scene: Scene): void {
    this.button.hidden = !this.isNeeded(scene);
  }

  toggle(): void {
    const hidden = document.body.classList.toggle(this.hiding);
    this.button.setAttribute('aria-pressed', String(!hidden));
  }
}
