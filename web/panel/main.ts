// A second screen beside the seat: instruments, readings, notices and levers, without the picture.
import { Page } from '../shared/page.js';
import { Alarm } from '../shared/widgets/alarm.js';
import { byId } from '../shared/widgets/dom.js';
import { LoopStatus } from '../shared/widgets/loop_status.js';
import { NoticeLog } from '../shared/widgets/notice_log.js';
import { Readings } from '../shared/widgets/readings.js';
import { RunBar } from '../shared/widgets/run_bar.js';
import { TiltGauge } from '../shared/widgets/tilt_gauge.js';
import { Timeline } from '../shared/widgets/timeline.js';
import { Monitor } from './monitor.js';
import { roleSwitch } from './role_switch.js';

const page = new Page('watch');
const { seat, operator } = page;
const timeline = page.add(new Timeline(byId('timeline'), seat));
page.add(new RunBar(byId('run'), seat, () => timeline.toggle()));
seat.notices.listen((notice) => timeline.add(notice));
page.add(new Monitor(byId('monitor')));
const readings = page.add(new Readings(byId('gauges'), byId<HTMLDetailsElement>('channels'), true));
operator.store.follow(
  (s) => s.machine,
  (machine) => readings.choose(machine),
);
page.add(new TiltGauge(byId('tilt')));
page.add(new Alarm(byId('alarm')));
page.add(new LoopStatus(byId('loop')));
const log = new NoticeLog(byId('log'));
seat.notices.listen((notice) => log.add(notice));
roleSwitch(byId<HTMLButtonElement>('take-levers'), page);
page.run(
  () => {},
  () => {},
);
