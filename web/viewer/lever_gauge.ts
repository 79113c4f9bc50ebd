import type { Scene } from '../protocol/outrigger_pb.js';
import { machineOf } from '../shared/state/machines.js';
import { makeSvg } from '../shared/widgets/dom.js';
import type { Moment, Widget } from '../shared/widgets/widget.js';

const kSticks = ['left', 'right'] as const;
/** Units of the drawing from rest to the end. */
const kThrow = 20;

/** Where both sticks are, as the machine obeys them: also in recordings, and for who looks on. */
export class LeverGauge implements Widget {
  private places: (readonly [axis: string, control: number, sign: number])[] = [];
  private readonly dots = new Map<string, SVGCircleElement>();

  constructor(
    private readonly element: HTMLElement,
    private readonly machine: () => string,
  ) {}

  setScene(scene: Scene): void {
    const machine = this.machine();
    this.places = scene.controls.flatMap((c, i) =>
      c.stick && machineOf(c.name) === machine
        ? [[c.stick, i, c.stickReversed ? -1 : 1] as const]
        : [],
    );
    const pads = kSticks.filter((side) => this.places.some(([axis]) => axis.startsWith(side)));
    this.element.replaceChildren(...pads.map((side) => this.pad(side)));
    this.element.hidden = pads.length === 0;
  }

  paint({ frame: { inputs } }: Moment): void {
    for (const [axis, control, sign] of this.places) {
      const dot = this.dots.get(axis.split('_')[0]!);
      const at = sign * (inputs[control] ?? 0) * kThrow;
      if (axis.endsWith('_x')) dot?.setAttribute('cx', at.toFixed(1));
      // Forward is up.
      if (axis.endsWith('_y')) dot?.setAttribute('cy', (0 - at).toFixed(1));
    }
  }

  private pad(side: string): SVGElement {
    const dot = makeSvg('circle', { class: 'dot-now', r: '5', cx: '0', cy: '0' });
    this.dots.set(side, dot);
    return makeSvg(
      'svg',
      { viewBox: '-28 -28 56 56', 'aria-hidden': 'true' },
      makeSvg('rect', { class: 'ring', x: '-26', y: '-26', width: '52', height: '52', rx: '6' }),
      makeSvg('path', { class: 'marks', d: 'M-24 0H24M0 -24V24' }),
      dot,
    );
  }
}
