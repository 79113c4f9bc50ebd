import { Tilt } from '../../protocol/outrigger_pb.js';
import { alarmText } from '../words/notices.js';
import { setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

/** The line that says that the machine leans too far. */
export class Alarm implements Widget {
  constructor(private readonly element: HTMLElement) {}

  paint({ scene, frame }: Moment): void {
    this.element.hidden = frame.tilt === Tilt.UPRIGHT;
    this.element.classList.toggle('over', frame.tilt === Tilt.ROLLED_OVER);
    setText(this.element, alarmText(frame.tilt, scene.replay));
  }
}
