import {
  Command_Kind,
  type Frame,
  type Notice,
  Notice_Level,
  type Scene,
} from '../protocol/outrigger_pb.js';
import { Connection, type ConnectionState, serverUrl } from './connection.js';
import { Display } from './display.js';
import { Gamepads } from './gamepads.js';
import { helpContent } from './help.js';
import { byId, Hud } from './hud.js';
import { Keyboard, type PageKey } from './keyboard.js';
import { LeverPanel } from './lever_panel.js';
import { Levers } from './levers.js';
import { OperateSchedule } from './operate.js';
import { Playback } from './playback.js';
import { kQualities, SlownessWatch } from './quality.js';
import { Toasts } from './toasts.js';

/** What tests may look at. */
interface Probe {
  connected: boolean;
  scene: Scene | undefined;
  /** The newest frame. */
  frame: Frame | undefined;
  cameraName: string;
  /** Drawn in the last picture. */
  triangles: number;
  /** Pictures drawn so far. */
  pictures: number;
  quality: string;
  /** Drawn in three dimensions. */
  pixels: number;
  errors: string[];
}

declare global {
  interface Window {
    outrigger: Probe;
  }
}

const parameters = new URLSearchParams(window.location.search);
const observer = parameters.get('observer') === '1';
const seconds = (): number => performance.now() / 1000;

const errors: string[] = [];
const toasts = new Toasts(byId('toasts'));
const hud = new Hud();
const playback = new Playback();
const schedule = new OperateSchedule();
const slowness = new SlownessWatch();
const quality = parameters.get('quality') === 'low' ? kQualities.low : kQualities.high;
/** Who asks for a quality gets it; otherwise it is lowered when the computer is slow. */
const automatic = !parameters.has('quality');

let scene: Scene | undefined;
let levers: Levers | undefined;
let connected = false;
let adopted = false;
let lastStep = 0n;
/** Seconds on the clock of the page when the server was last heard of. */
let lastArrival = 0;
let pictures = 0;

function report(text: string): void {
  errors.push(text);
  toasts.show(text, 'error');
}

window.addEventListener('error', (event) => errors.push(String(event.message)));
window.addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));

// ---------------------------------------------------------------------------------- the picture

function makeDisplay(): Display | undefined {
  try {
    return new Display(byId<HTMLCanvasElement>('view'), quality);
  } catch (error) {
    report(`This browser cannot draw in three dimensions (WebGL 2): ${String(error)}`);
    return undefined;
  }
}

const display = makeDisplay();

window.outrigger = {
  get connected() {
    return connected;
  },
  get scene() {
    return scene;
  },
  get frame() {
    return playback.latest;
  },
  get cameraName() {
    return display?.cameras.name ?? '';
  },
  get triangles() {
    return display?.triangles ?? 0;
  },
  get pictures() {
    return pictures;
  },
  get quality() {
    return display?.qualityName ?? '';
  },
  get pixels() {
    return display?.pixels ?? 0;
  },
  errors,
};

// ------------------------------------------------------------------------------- the connection

const connection = new Connection(
  { url: serverUrl(window.location), observer, frameRate: 60 },
  {
    onState: showState,
    onScene: takeScene,
    onFrame: takeFrame,
    onNotice: takeNotice,
    onError: report,
  },
);

const kConnected = observer ? 'connected, watching only' : 'connected';

function showState(state: ConnectionState, retryIn: number): void {
  connected = state === 'connected';
  lastArrival = seconds();
  document.body.dataset.state = state;
  const words: Record<ConnectionState, string> = {
    connecting: 'connecting',
    connected: kConnected,
    lost: `connection lost, next attempt in ${retryIn.toFixed(retryIn < 1 ? 2 : 0)} s`,
    refused: 'no connection',
  };
  byId('state-text').textContent = words[state];
  byId('veil').hidden = connected;
  // The veil says "connecting" only before the first connection: no flicker between attempts.
  if (state === 'lost') byId('veil-text').textContent = 'The connection to the simulator is lost.';
  else if (!scene) byId('veil-text').textContent = 'Connecting to the simulator…';
  byId('retry').hidden = state === 'connecting';
  if (state === 'lost') levers?.letGo();
}

function takeScene(next: Scene): void {
  scene = next;
  playback.clear();
  schedule.reset();
  adopted = false;
  lastStep = 0n;
  const operates = !observer && !next.replay;
  levers = operates ? new Levers(next.controls) : undefined;
  keyboard.attach(levers);
  gamepads.attach(levers);
  hud.setScene(next);
  // Who only watches, a machine or a recording, sees the levers move, and cannot.
  panel.attach(levers ?? new Levers(next.controls));
  byId('levers').inert = !operates;
  byId('levers-button').hidden = next.controls.length === 0;
  for (const id of ['pause', 'step', 'reset', 'scale', 'play', 'seek']) {
    byId<HTMLButtonElement>(id).disabled = observer;
  }
  byId('help-content').replaceChildren(...helpContent(next, pageKeys));
  try {
    display?.setScene(next);
  } catch (error) {
    report(`The scene cannot be shown: ${error instanceof Error ? error.message : String(error)}`);
  }
  showViews();
}

function takeFrame(frame: Frame): void {
  if (!scene) return;
  lastArrival = seconds();
  playback.push(frame, lastArrival);
  if (!levers) return;
  // A machine that runs already: steering and switches are where it has them.
  if (!adopted) levers.adopt(frame.inputs);
  else if (frame.step < lastStep) levers.reset();
  else if (frame.operators > 1 && levers.idleTime > 2) levers.adopt(frame.inputs);
  adopted = true;
  lastStep = frame.step;
}

function takeNotice(notice: Notice): void {
  const levels = {
    [Notice_Level.INFO]: 'info',
    [Notice_Level.WARNING]: 'warning',
    [Notice_Level.ERROR]: 'error',
  } as const;
  toasts.show(notice.text, levels[notice.level] ?? 'info');
}

function command(kind: Command_Kind, value = 0): void {
  if (!observer) connection.send({ case: 'command', value: { kind, value } });
}

function sendLevers(): void {
  const frame = playback.latest;
  // The first message says that the machine is on the screen: a seat waits for it to begin.
  if (!levers || !connected || !frame || pictures < 2) return;
  const values = levers.values();
  if (!schedule.due(values, seconds(), levers.idleTime, frame.operators <= 1)) return;
  connection.send({ case: 'operate', value: { values } });
}

// ---------------------------------------------------------------------------- keys and buttons

const togglePause = () =>
  command(playback.latest?.paused ? Command_Kind.RESUME : Command_Kind.PAUSE);

function reset(): void {
  levers?.reset();
  command(Command_Kind.RESET);
}

function toggleHelp(open = byId('help').hidden): void {
  byId('help').hidden = !open;
  byId('help-button').setAttribute('aria-expanded', String(open));
  if (open) byId('help-close').focus();
}

function chooseView(index: number): void {
  display?.cameras.choose(index);
  showViews();
}

function toggleHeading(): void {
  if (!display) return;
  display.cameras.headingUp = !display.cameras.headingUp;
  toasts.show(
    display.cameras.headingUp
      ? 'The outside view turns with the machine.'
      : 'The outside view keeps its direction.',
  );
}

function toggleLevers(): void {
  const hidden = document.body.classList.toggle('no-levers');
  byId('levers-button').setAttribute('aria-pressed', String(!hidden));
}

function toggleInstruments(): void {
  const hidden = document.body.classList.toggle('no-instruments');
  byId('instruments-button').setAttribute('aria-pressed', String(!hidden));
}

const pageKeys: PageKey[] = [
  { codes: ['KeyH', '?', 'F1'], label: 'KeyH ?', does: 'this help', run: () => toggleHelp() },
  {
    codes: ['KeyC'],
    label: 'KeyC',
    does: 'next camera',
    run: () =>
      chooseView(((display?.cameras.index ?? 0) + 1) % (display?.cameras.names.length ?? 1)),
  },
  {
    codes: Array.from({ length: 9 }, (_, i) => `Digit${i + 1}`),
    label: 'Digit1 … Digit9',
    does: 'a camera',
    run: (code) => chooseView(Number(code.slice(-1)) - 1),
  },
  {
    // One key for all machines, which have all letters for their own.
    codes: ['Digit0', 'Pause'],
    label: 'Digit0 Pause',
    does: 'pause and resume',
    run: togglePause,
  },
  {
    codes: ['KeyV'],
    label: 'KeyV',
    does: 'outside view turns with the machine or not',
    run: toggleHeading,
  },
  {
    codes: ['KeyM'],
    label: 'KeyM',
    does: 'show or hide the levers on the screen',
    run: toggleLevers,
  },
  {
    codes: ['KeyN'],
    label: 'KeyN',
    does: 'show or hide the instruments',
    run: toggleInstruments,
  },
  { codes: ['Escape'], label: 'Escape', does: 'close the help', run: () => toggleHelp(false) },
];

const keyboard = new Keyboard(pageKeys, sendLevers);
const gamepads = new Gamepads(
  (name) => toasts.show(`Gamepad connected: ${name}`),
  (name) => {
    toasts.show(`Gamepad unplugged: ${name}. Its levers are at rest.`, 'warning');
    sendLevers();
  },
);
const panel = new LeverPanel(byId('levers'), sendLevers);

function showViews(): void {
  const names = display?.cameras.names ?? [];
  const current = display?.cameras.index ?? 0;
  byId('views').replaceChildren(
    ...names.map((name, i) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = name;
      button.title = i < 9 ? `Camera ${i + 1}` : '';
      button.setAttribute('aria-pressed', String(i === current));
      button.onclick = () => chooseView(i);
      return button;
    }),
  );
}

byId('pause').onclick = togglePause;
byId('play').onclick = togglePause;
byId('step').onclick = () => command(Command_Kind.SINGLE_STEP);
byId('reset').onclick = reset;
byId('retry').onclick = () => connection.retryNow();
byId('levers-button').onclick = toggleLevers;
byId('instruments-button').onclick = toggleInstruments;
byId('help-button').onclick = () => toggleHelp();
byId('help-close').onclick = () => toggleHelp(false);
byId<HTMLSelectElement>('scale').onchange = (event) => {
  const select = event.target as HTMLSelectElement;
  command(Command_Kind.TIME_SCALE, Number(select.value));
  // Keys go back to the levers.
  select.blur();
};
const seek = byId<HTMLInputElement>('seek');
seek.oninput = () => command(Command_Kind.SEEK, Number(seek.value));
seek.onchange = () => seek.blur();

// The machine is shown between the panels above and below.
const between = byId('notices');
new ResizeObserver(() => {
  const box = between.getBoundingClientRect();
  display?.cameras.setFree(box.top, box.bottom);
}).observe(between);

// Large levers as soon as a finger is used.
if (window.matchMedia('(pointer: coarse)').matches) document.body.classList.add('touch');
window.addEventListener('pointerdown', (event) => {
  if (event.pointerType === 'touch') document.body.classList.add('touch');
});

// ------------------------------------------------------------------------------------- the loop

/** Seconds without a frame that the page mentions. */
const kSilence = 3;

let lastPicture = seconds();
let lastMove = lastPicture;
let smoothInterval = 1 / 60;
let nextDisplayNumbers = 0;

/** Devices to levers to server; also between the pictures of a computer that draws slowly. */
function moveLevers(): void {
  const now = seconds();
  gamepads.poll();
  levers?.advance(Math.min(0.25, now - lastMove));
  lastMove = now;
  sendLevers();
}

function picture(): void {
  requestAnimationFrame(picture);
  const now = seconds();
  const elapsed = now - lastPicture;
  lastPicture = now;
  smoothInterval += 0.05 * (Math.min(1, elapsed) - smoothInterval);
  moveLevers();
  paintFrame(now);
  display?.draw();
  pictures++;
  if (automatic && display?.qualityName === 'high' && slowness.tooSlow(now, elapsed)) {
    display.setQuality('low');
    toasts.show('This computer draws slowly: changed to the simple picture.', 'warning');
  }
}

function paintFrame(now: number): void {
  const frame = playback.latest;
  if (!scene || !frame || !display) return;
  playback.sample(now, display.poses);
  display.posed = true;
  hud.paint(scene, frame, playback.time, display.poses);
  panel.paint(levers?.values() ?? frame.inputs, frame.inputs);
  if (now > nextDisplayNumbers) {
    hud.paintDisplay(1 / smoothInterval, display.triangles);
    nextDisplayNumbers = now + 0.5;
  }
}

setInterval(() => {
  if (seconds() - lastMove > 0.03) moveLevers();
  if (!connected) return;
  const silence = seconds() - lastArrival;
  const silent = silence > kSilence;
  document.body.dataset.state = silent ? 'silent' : 'connected';
  const text = silent ? `connected, no data for ${silence.toFixed(0)} s` : kConnected;
  // Written only when it changes, so that a screen reader says it once.
  const element = byId('state-text');
  if (element.textContent !== text) element.textContent = text;
}, 25);

connection.open();
picture();
