import type { Scene } from '../../protocol/outrigger_pb.js';
import { tiltOf } from '../state/tilt.js';
import { text } from '../words/language.js';
import { formatTilt } from '../words/quantities.js';
import { make, makeSvg, setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

/** Units of the drawing per degree of pitch. */
const kScale = 1.5;

/** An artificial horizon with numbers: how the first body leans. */
export class TiltGauge implements Widget {
  private readonly horizon = makeSvg(
    'g',
    {},
    makeSvg('rect', { class: 'sky', x: '-120', y: '-200', width: '240', height: '200' }),
    makeSvg('rect', { class: 'earth', x: '-120', y: '0', width: '240', height: '200' }),
    makeSvg('path', { class: 'line', d: 'M-120 0H120' }),
    makeSvg('path', { class: 'marks', d: 'M-14 -15H14M-14 15H14M-20 -30H20M-20 30H20' }),
  );
  private readonly pitch = make('dd', { id: 'pitch' }, '0.0°');
  private readonly roll = make('dd', { id: 'roll' }, '0.0°');

  constructor(private readonly element: HTMLElement) {
    const clip = makeSvg('clipPath', { id: 'tilt-clip' }, makeSvg('circle', { r: '46' }));
    element.replaceChildren(
      makeSvg(
        'svg',
        { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
        makeSvg('defs', {}, clip),
        makeSvg('g', { 'clip-path': 'url(#tilt-clip)' }, this.horizon),
        makeSvg('circle', { class: 'ring', r: '46' }),
        makeSvg('path', { class: 'machine', d: 'M-30 0H-10L0 7L10 0H30' }),
      ),
      make(
        'dl',
        {},
        make('dt', {}, text('pitch')),
        this.pitch,
        make('dt', {}, text('roll')),
        this.roll,
      ),
    );
  }

  setScene(scene: Scene): void {
    // How the first body leans says something of a machine that is driven, nothing of a heap.
    this.element.hidden = scene.controls.length === 0;
  }

  paint({ poses }: Moment): void {
    const { pitch, roll } = tiltOf(poses[3] ?? 0, poses[4] ?? 0, poses[5] ?? 0, poses[6] ?? 1);
    setText(this.pitch, formatTilt(pitch, text('up'), text('down')));
    setText(this.roll, formatTilt(roll, text('right'), text('left')));
    const degrees = 180 / Math.PI;
    this.horizon.setAttribute(
      'transform',
      `rotate(${(-roll * degrees).toFixed(2)}) translate(0 ${(pitch * degrees * kScale).toFixed(2)})`,
    );
  }
}
