import { type Instrument, Instrument_Kind, type Scene } from '../protocol/outrigger_pb.js';
import { signalShare, signalValue } from '../shared/state/signal.js';
import { make, makeSvg, setText } from '../shared/widgets/dom.js';
import type { Moment, Widget } from '../shared/widgets/widget.js';
import { text } from '../shared/words/language.js';
import { formatNumber, formatShown } from '../shared/words/quantities.js';
import { term } from '../shared/words/terms.js';

/** Degrees of a gauge to each side of up. */
const kSweep = 125;
const kRadius = 42;

const point = (share: number, radius: number): [number, number] => {
  const angle = ((2 * share - 1) * kSweep * Math.PI) / 180;
  return [50 + radius * Math.sin(angle), 54 - radius * Math.cos(angle)];
};

/** An arc from one share of a gauge to another. */
function arc(from: number, to: number, radius: number): string {
  const [x0, y0] = point(from, radius);
  const [x1, y1] = point(to, radius);
  const large = (to - from) * 2 * kSweep > 180 ? 1 : 0;
  return `M${x0.toFixed(2)} ${y0.toFixed(2)}A${radius} ${radius} 0 ${large} 1 ${x1.toFixed(2)} ${y1.toFixed(2)}`;
}

/** Paints one instrument. */
type Painter = (moment: Moment) => void;

/** The machine's own monitor: its gauges and lamps, as its file describes them. */
export class Monitor implements Widget {
  private painters: Painter[] = [];

  constructor(private readonly element: HTMLElement) {}

  setScene(scene: Scene): void {
    const gauges = make('div', { class: 'gauges' });
    const lamps = make('div', { class: 'lamps' });
    this.painters = scene.instruments.map((instrument) => {
      const isGauge = instrument.kind === Instrument_Kind.GAUGE;
      return isGauge ? addGauge(gauges, instrument, scene) : addLamp(lamps, instrument);
    });
    this.element.replaceChildren(gauges, lamps);
    this.element.hidden = scene.instruments.length === 0;
  }

  paint(moment: Moment): void {
    for (const paint of this.painters) paint(moment);
  }
}

function addGauge(into: HTMLElement, instrument: Instrument, scene: Scene): Painter {
  const { shows, label, low, high } = instrument;
  const [from, to] = [shows?.from ?? 0, shows?.to ?? 1];
  const shareOf = (value: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));
  const path = (className: string, d: string) => makeSvg('path', { class: className, d });
  const warnings: SVGPathElement[] = [];
  if (Number.isFinite(high)) warnings.push(path('zone', arc(shareOf(high), 1, kRadius)));
  if (Number.isFinite(low)) warnings.push(path('zone', arc(0, shareOf(low), kRadius)));
  const ticks = Array.from({ length: 9 }, (_, k) => {
    const [[x1, y1], [x2, y2]] = [point(k / 8, kRadius - 7), point(k / 8, kRadius - 3)];
    const at = { x1, y1, x2, y2 };
    const words = Object.fromEntries(Object.entries(at).map(([key, v]) => [key, v.toFixed(2)]));
    return makeSvg('line', { class: 'tick', ...words });
  });
  const needle = makeSvg('line', { class: 'needle', x1: '50', y1: '54', x2: '50', y2: '18' });
  const value = make('output', {});
  const dial = makeSvg(
    'svg',
    { viewBox: '0 0 100 84', 'aria-hidden': 'true' },
    path('rail', arc(0, 1, kRadius)),
    ...warnings,
    ...ticks,
    needle,
    makeSvg('circle', { class: 'hub', cx: '50', cy: '54', r: '4' }),
  );
  const box = make('div', { class: 'gauge' }, dial, make('span', {}, term(label)), value);
  into.append(box);
  const channel = shows ? scene.channels[shows.index] : undefined;
  return ({ frame }) => {
    const now = signalValue(shows, frame) ?? Number.NaN;
    const angle = (2 * signalShare(shows, frame) - 1) * kSweep;
    needle.setAttribute('transform', `rotate(${angle.toFixed(1)} 50 54)`);
    box.classList.toggle('warns', now < low || now > high);
    const scale = channel?.shownScale || 1;
    const unit = channel?.shownUnit ?? '';
    const words = unit
      ? formatShown([scale * now], unit, channel?.decimals ?? 0)
      : formatNumber(now);
    setText(value, words);
  };
}

function addLamp(into: HTMLElement, { label, shows, warns }: Instrument): Painter {
  const state = make('span', { class: 'state' });
  const lamp = make(
    'div',
    { class: `lamp ${warns ? 'warning' : ''}` },
    make('span', {}, term(label)),
    state,
  );
  into.append(lamp);
  return ({ frame }) => {
    const lit = signalShare(shows, frame) > 0.5;
    lamp.classList.toggle('lit', lit);
    setText(state, text(lit ? 'on' : 'off'));
  };
}
