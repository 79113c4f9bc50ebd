import { type Container, Container_Kind, type Scene } from '../protocol/outrigger_pb.js';
import type { Preferences } from '../shared/state/preferences.js';
import { make, setText } from '../shared/widgets/dom.js';
import type { Moment, Widget } from '../shared/widgets/widget.js';
import { text } from '../shared/words/language.js';
import { formatShown } from '../shared/words/quantities.js';
import { aboveDesign, inWorld, kOnGrade, readDesign, type Triple } from './design_surface.js';

const kPose = 7;
/** Metres above grade that light each bar of the display. */
const kBars = [0.5, 0.2, 0.08, kOnGrade];

/** How far the cutting edge of a bucket is above or below the design surface, left and right. */
export class GradeGauge implements Widget {
  private container: Container | undefined;
  /** Of the edge in the newest picture; nothing when there is none. */
  private edge: { ends: [Triple, Triple]; heading: number } | undefined;
  private readonly value = make('strong', { id: 'grade-value' });
  private readonly words = make('span', { id: 'grade-words' });
  private readonly bars: HTMLElement[];

  constructor(
    private readonly element: HTMLElement,
    private readonly preferences: Preferences,
  ) {
    // Above, on grade, below: arrows tell by form what colours tell as well.
    const bar = (kind: string, sign: string) => make('i', { class: kind }, sign);
    const above = kBars.map(() => bar('above', '▼'));
    const below = kBars.map(() => bar('below', '▲'));
    this.bars = [...above, bar('on', '■'), ...below.reverse()];
    const lights = make('div', { id: 'grade-lights', 'aria-hidden': 'true' }, ...this.bars);
    element.replaceChildren(lights, make('p', {}, this.value, ' ', this.words));
  }

  setScene(scene: Scene): void {
    this.container = scene.containers.find((c) => c.kind === Container_Kind.BUCKET);
    this.edge = undefined;
    this.element.hidden = !this.container;
  }

  /** Takes zero where the edge is now, in the direction that the bucket looks. */
  zero(): void {
    if (!this.edge) return;
    const [[x0, y0, z0], [x1, y1, z1]] = this.edge.ends;
    const { design } = this.preferences.value;
    const middle = { x: (x0 + x1) / 2, y: (y0 + y1) / 2, z: (z0 + z1) / 2 };
    this.preferences.set({ design: { ...design, ...middle, heading: this.edge.heading } });
  }

  paint({ poses, bodies }: Moment): void {
    this.edge = this.edgeOf(poses, bodies);
    if (this.element.hidden) return;
    const design = readDesign(this.preferences.value.design);
    if (!this.edge || !design) {
      setText(this.value, '–');
      setText(this.words, text('noZero'));
      for (const bar of this.bars) bar.classList.remove('lit');
      return;
    }
    const both = aboveDesign(design, this.edge.ends);
    // The deeper end spoils the grade first.
    const above = Math.min(...both);
    const on = Math.abs(above) <= kOnGrade;
    setText(this.value, formatShown([above], 'm', 2));
    setText(this.words, text(on ? 'onGrade' : above > 0 ? 'cut' : 'fill'));
    const count = kBars.length;
    this.bars.forEach((bar, k) => {
      const far = k < count ? kBars[k]! : kBars[2 * count - k]!;
      const lit = k === count ? on : k < count ? above > far : above < -far;
      bar.classList.toggle('lit', lit);
    });
  }

  private edgeOf(poses: ArrayLike<number>, bodies: readonly number[]) {
    const { container } = this;
    if (!container) return undefined;
    const place = bodies.length > 0 ? bodies.indexOf(container.body) : container.body;
    if (place < 0 || kPose * (place + 1) > poses.length) return undefined;
    const pose = Array.from({ length: kPose }, (_, k) => poses[kPose * place + k]!);
    const [x = 0, z = 0] = container.profile;
    const half = container.width / 2;
    const left = inWorld(pose, [x, half, z]);
    const right = inWorld(pose, [x, -half, z]);
    // Ahead is across the edge, to the right of its way from right to left.
    const heading = Math.atan2(-(left[0] - right[0]), left[1] - right[1]);
    return { ends: [left, right] as [Triple, Triple], heading };
  }
}
