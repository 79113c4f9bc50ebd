import type { Notice } from '../../protocol/outrigger_pb.js';
import { text } from '../words/language.js';
import { levelOf, noticeDetails } from '../words/notices.js';
import { formatTime } from '../words/quantities.js';
import { make } from './dom.js';

const kMost = 100;

/** All notices of late, newest first. */
export class NoticeLog {
  private readonly list = make('ol');

  constructor(element: HTMLElement) {
    element.replaceChildren(make('h2', {}, text('notices')), this.list);
  }

  add(notice: Notice): void {
    const details = noticeDetails(notice);
    const line = make(
      'li',
      { class: levelOf(notice.level) },
      make('time', {}, formatTime(notice.time)),
      make('span', {}, notice.text),
    );
    if (details) line.append(make('small', {}, details));
    this.list.prepend(line);
    while (this.list.childElementCount > kMost) this.list.lastElementChild?.remove();
  }
}
