import type { Scene } from '../protocol/outrigger_pb.js';
import { Levers } from './input/levers.js';
import { Operator } from './input/operator.js';
import { withPattern } from './input/pattern.js';
import { type PageAddress, type RoleName, readAddress } from './link/address.js';
import { placesOf } from './state/machines.js';
import { Preferences } from './state/preferences.js';
import { Seat } from './state/seat.js';
import { byId } from './widgets/dom.js';
import { LeverPanel } from './widgets/lever_panel.js';
import { LinkStatus } from './widgets/link_status.js';
import { Toasts } from './widgets/toasts.js';
import type { Moment, Widget } from './widgets/widget.js';
import { levelOf } from './words/notices.js';
import { openInLanguage } from './words/page_texts.js';

/** Seconds between two looks at the levers, also while drawing is slow. */
const kTick = 0.025;
/** Pictures after which the machine is on the screen. */
const kFirstPictures = 2;

export const seconds = (): number => performance.now() / 1000;

/** What every page has: a seat, its operator, notices, levers on the screen, and a loop. */
export class Page {
  readonly address: PageAddress;
  readonly preferences = new Preferences();
  readonly seat: Seat;
  readonly operator: Operator;
  readonly toasts = new Toasts(byId('toasts'));
  readonly errors: string[] = [];
  /** Pictures drawn so far. */
  pictures = 0;
  private readonly widgets: Widget[] = [];
  private readonly status: LinkStatus;
  private readonly panel: LeverPanel;
  /** The levers on the screen. */
  private shown = new Levers([]);

  /** @param otherwise the role of this page where its address names none */
  constructor(otherwise: RoleName) {
    openInLanguage(this.preferences);
    this.address = readAddress(window.location, otherwise);
    const { pattern } = this.preferences.value;
    this.seat = new Seat(this.address, seconds, (scene) => withPattern(scene, pattern));
    this.operator = new Operator(this.seat, seconds, () => this.pictures >= kFirstPictures);
    this.status = new LinkStatus(byId('titles'), byId('veil'), this.seat);
    this.panel = new LeverPanel(byId('levers'), () => this.operator.send());
    this.add(this.status);
    this.seat.scenes.listen((scene) => this.takeScene(scene));
    this.operator.store.follow(
      (s) => s.levers,
      (levers) => this.showLevers(levers),
    );
    this.seat.notices.listen(({ text, level }) => this.toasts.show(text, levelOf(level)));
    this.seat.errors.listen((text) => this.report(text));
    window.addEventListener('error', (event) => this.errors.push(String(event.message)));
    window.addEventListener('unhandledrejection', (e) => this.errors.push(String(e.reason)));
    showLargeLeversForFingers();
  }

  add<W extends Widget>(widget: W): W {
    this.widgets.push(widget);
    return widget;
  }

  /** Something went wrong that the person at the page should know. */
  report(text: string): void {
    this.errors.push(text);
    this.toasts.show(text, 'error');
  }

  /**
   * Opens the connection and runs.
   *
   * @param readDevices gamepads and the like, as often as levers are looked at
   * @param draw once per picture, after the widgets
   */
  run(readDevices: () => void, draw: (now: number, elapsed: number) => void): void {
    const moveLevers = () => {
      readDevices();
      this.operator.advance();
      this.operator.send();
    };
    let last = seconds();
    const picture = () => {
      requestAnimationFrame(picture);
      const now = seconds();
      const elapsed = now - last;
      last = now;
      moveLevers();
      this.paint(now);
      draw(now, elapsed);
      this.pictures++;
    };
    setInterval(() => {
      if (this.operator.sinceMove > 0.03) moveLevers();
      this.status.show();
    }, 1000 * kTick);
    this.seat.open();
    picture();
  }

  private takeScene(scene: Scene): void {
    this.showLevers(this.operator.levers);
    for (const widget of this.widgets) widget.setScene?.(scene);
  }

  // Who only watches, a machine or a recording, sees the levers move, and cannot.
  private showLevers(levers: Levers | undefined): void {
    const { scene } = this.seat.store.value;
    const { controls } = scene ?? { controls: [] };
    const places = placesOf(controls, this.operator.store.value.machine);
    const mine = places.map((place) => controls[place]!);
    this.shown = levers ?? new Levers(mine, places);
    this.panel.attach(this.shown);
    byId('levers').inert = levers === undefined;
  }

  private paint(now: number): void {
    const { frame, playback, store } = this.seat;
    const { scene } = store.value;
    if (!scene || !frame) return;
    const sample = playback.sample(now);
    if (!sample) return;
    const moment: Moment = { scene, frame, time: playback.time, ...sample };
    for (const widget of this.widgets) widget.paint?.(moment);
    const { shown } = this;
    const obeyed = shown.mine(frame.inputs);
    this.panel.paint(this.operator.levers?.values() ?? obeyed, obeyed);
  }
}

/** From the first touch on, or at once where there is no mouse. */
function showLargeLeversForFingers(): void {
  if (window.matchMedia('(pointer: coarse)').matches) document.body.classList.add('touch');
  window.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') document.body.classList.add('touch');
  });
}
