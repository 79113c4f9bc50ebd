// The seat: the machine in its surroundings, and everything its operator needs.
import { Display } from '../display/display.js';
import { AssetMeshes } from '../scene/meshes.js';
import { kQualities } from '../scene/quality.js';
import { AssetCache } from '../shared/link/assets.js';
import { Page } from '../shared/page.js';
import { Alarm } from '../shared/widgets/alarm.js';
import { byId } from '../shared/widgets/dom.js';
import { LoopStatus } from '../shared/widgets/loop_status.js';
import { Readings } from '../shared/widgets/readings.js';
import { RunBar } from '../shared/widgets/run_bar.js';
import { TaskPanel } from '../shared/widgets/task_panel.js';
import { TiltGauge } from '../shared/widgets/tilt_gauge.js';
import { Timeline } from '../shared/widgets/timeline.js';
import { text } from '../shared/words/language.js';
import { Cabin } from './cabin.js';
import { connectDevices } from './connect_devices.js';
import type { GroundTool } from './ground_tool.js';
import { Help } from './help.js';
import { Machines } from './machines.js';
import { Menu } from './menu.js';
import { pageKeys } from './page_keys.js';
import { Picture } from './picture.js';
import { exposeProbe } from './probe.js';
import { SkyChoice } from './sky_choice.js';
import { Switch } from './switch.js';
import { Views } from './views.js';

const page = new Page('any');
const { seat, operator, toasts } = page;

function makeDisplay(): Display | undefined {
  const cache = new AssetCache(page.address.files);
  const meshes = new AssetMeshes(cache, (text) => page.report(text));
  try {
    const quality = kQualities[page.address.quality ?? 'high'];
    return new Display(byId<HTMLCanvasElement>('view'), seat.keyed, meshes, quality);
  } catch (error) {
    page.report(text('noWebGl', { reason: String(error) }));
    return undefined;
  }
}

/** Fetched when it is first opened. */
const tools: { ground?: GroundTool } = {};
async function openGroundTool(): Promise<void> {
  if (!display) return;
  const { GroundTool: Tool } = await import('./ground_tool.js');
  tools.ground ??= new Tool(byId('ground-tool'), display, seat);
  tools.ground.toggle(true);
}

const display = makeDisplay();
exposeProbe(page, display);

// Small screens begin with the picture; a click opens the numbers.
const isSmall = window.matchMedia('(max-width: 760px), (max-height: 500px)').matches;
const loop = page.add(new LoopStatus(byId('loop')));
const timeline = page.add(new Timeline(byId('timeline'), seat));
page.add(new RunBar(byId('run'), seat, () => timeline.toggle()));
seat.notices.listen((notice) => timeline.add(notice));
page.add(new TaskPanel(byId('task')));
const readings = page.add(
  new Readings(byId('gauges'), byId<HTMLDetailsElement>('channels'), !isSmall),
);
page.add(new TiltGauge(byId('tilt')));
page.add(new Alarm(byId('alarm')));

// The picture comes first: buttons are made for the cameras it has.
const picture = page.add(new Picture(page, display, loop, byId('notices')));
const views = page.add(new Views(byId('views'), display?.cameras));
page.add(new Machines(byId('machines'), operator));
operator.store.follow(
  (s) => s.machine,
  (machine) => {
    readings.choose(machine);
    views.follow(machine);
  },
);
const instruments = new Switch(byId('instruments-button'), 'no-instruments');
const levers = page.add(
  new Switch(byId('levers-button'), 'no-levers', (s) => s.controls.length > 0),
);
// After the picture: the seat is there without them.
const aids = import('./make_aids.js').then(({ makeAids }) => makeAids(page, views));
const cabin = page.add(new Cabin(page, display, loop, byId('drawer'), aids));
const open = () => void openGroundTool();
const menu = new Menu(byId('menu-button'), byId('menu'), seat, open, cabin.entries);
new SkyChoice(byId('menu'), display, window.location.search);
const help = new Help(byId('help'), byId('help-button'));

const keys = pageKeys({
  help,
  views,
  levers,
  instruments,
  togglePause: () => seat.togglePause(),
  toggleHeading: () => toasts.show(display?.cameras.toggleHeading() ?? ''),
  close: () => {
    help.toggle(false);
    menu.toggle(false);
    tools.ground?.toggle(false);
    cabin.drawer.close();
  },
});
page.add({ setScene: (scene) => help.setScene(scene, keys) });

const gamepads = connectDevices(page, keys);
page.run(
  () => {
    gamepads.poll();
    cabin.notePads();
  },
  (now, elapsed) => {
    picture.draw(now, elapsed);
    cabin.drawn();
  },
);
