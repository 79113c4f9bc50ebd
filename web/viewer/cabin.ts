import * as THREE from 'three';
import type { Display } from '../display/display.js';
import { kCards } from '../display/modes/card.js';
import { type Layout, readLayout } from '../display/modes/layout.js';
import { kPresets } from '../display/modes/presets.js';
import type { Scene } from '../protocol/outrigger_pb.js';
import type { Page } from '../shared/page.js';
import { LatencyMeter } from '../shared/state/latency.js';
import type { LoopStatus } from '../shared/widgets/loop_status.js';
import type { Moment, Widget } from '../shared/widgets/widget.js';
import { text } from '../shared/words/language.js';
import type { Ears, Triple } from '../sound/audible.js';
import { Player } from '../sound/player.js';
import type { Aids } from './aids.js';
import { Drawer } from './drawer.js';
import { mirrorPanel } from './mirror_panel.js';
import { settingsPanel } from './settings_panel.js';
import { Skew } from './skew.js';
import { soundPanel } from './sound_panel.js';

const kSeconds = 1000;
/** Seconds between two looks at the latencies. */
const kNumbersEvery = 1;

/** What makes a page a cabin: display mode, mirrors, sound, and how late all of it is. */
export class Cabin implements Widget {
  readonly player = new Player(new URL('sound_worklet.js', document.baseURI).href);
  readonly drawer: Drawer;
  readonly latency = new LatencyMeter();
  private readonly skew: Skew | undefined;
  private layout: Layout | undefined;
  private lastHand = Number.NEGATIVE_INFINITY;
  private lastPads = 0;
  private nextNumbers = 0;

  constructor(
    private readonly page: Page,
    private readonly display: Display | undefined,
    private readonly loop: LoopStatus,
    drawer: HTMLElement,
    private readonly aids: Promise<Aids>,
  ) {
    this.drawer = new Drawer(drawer);
    const { seat, preferences } = page;
    this.player.setVolumes(preferences.value.volumes);
    preferences.store.follow(
      (s) => s.mirrors,
      (mirrors) => {
        if (display) display.composer.mirrors.adjustments = mirrors;
      },
    );
    seat.notices.listen((notice) => this.player.hear(notice));
    const { operator } = page;
    seat.frames.listen(({ inputs, time }) => {
      const { levers } = operator;
      if (levers) this.latency.frame(levers.mine(inputs), time, this.now);
    });
    operator.looks.listen((levers) => {
      const obeyed = levers.mine(seat.frame?.inputs ?? []);
      this.latency.levers(levers.values(), obeyed, this.lastHand, this.now);
    });
    for (const event of ['keydown', 'keyup', 'pointerdown', 'pointermove', 'pointerup'] as const) {
      window.addEventListener(event, (happened) => this.noteHand(happened), true);
    }
    display?.canvas.addEventListener('webglcontextlost', () =>
      page.toasts.show(text('pictureLost'), 'warning'),
    );
    display?.canvas.addEventListener('webglcontextrestored', () => {
      display.heal();
      page.toasts.show(text('pictureBack'));
    });
    this.readDisplay();
    if (this.layout && this.layout.delay > 0) {
      seat.playback.setDelay(this.layout.delay);
      this.skew = new Skew(this.now);
    }
  }

  /** Entries of the menu. */
  get entries(): [name: string, run: () => void][] {
    const { drawer, player, page, display } = this;
    const { preferences } = page;
    const reload = () => window.location.reload();
    const entries: [string, () => void][] = [
      [text('aids'), () => void this.showAids()],
      [text('sound'), () => drawer.show(text('sound'), () => soundPanel(player, preferences))],
      [
        text('settings'),
        () => drawer.show(text('settings'), () => settingsPanel(preferences, reload)),
      ],
    ];
    if (display) {
      const { mirrors } = display.composer;
      const show = () => drawer.show(text('mirrors'), () => mirrorPanel(mirrors, preferences));
      entries.splice(2, 0, [text('mirrors'), show]);
    }
    return entries;
  }

  private async showAids(): Promise<void> {
    const aids = await this.aids;
    this.drawer.show(text('aids'), () => aids.panel());
  }

  setScene(scene: Scene): void {
    this.player.setScene(scene);
    const index = this.display?.cameras.names.indexOf(this.layout?.camera ?? '') ?? -1;
    if (index >= 0) this.display?.cameras.choose(index);
  }

  paint(moment: Moment): void {
    if (this.display) this.player.update(moment, earsOf(this.display.cameras.camera));
  }

  /** After the picture of the widgets has been drawn. */
  drawn(): void {
    const { now } = this;
    const { playback } = this.page.seat;
    this.latency.picture(playback.time, now);
    this.skew?.drawn(playback.time, now);
    if (now < this.nextNumbers) return;
    this.nextNumbers = now + kNumbersEvery;
    this.loop.paintLatency(this.latency.toPicture, this.skew?.report());
  }

  private get now(): number {
    return performance.now() / kSeconds;
  }

  /** A hand has moved something, by the browser's clock of events. */
  private noteHand(event: Event): void {
    // A key that is held repeats itself, and a mouse without a button moves no lever.
    if (event instanceof KeyboardEvent && event.repeat) return;
    if (event.type === 'pointermove' && (event as PointerEvent).buttons === 0) return;
    this.lastHand = event.timeStamp / kSeconds;
  }

  /** A gamepad has moved, by the same clock. */
  notePads(): void {
    for (const pad of navigator.getGamepads?.() ?? []) {
      const at = (pad?.timestamp ?? 0) / kSeconds;
      if (at > this.lastPads) this.lastHand = Math.max(this.lastHand, at);
      this.lastPads = Math.max(this.lastPads, at);
    }
  }

  /** `?preset=NAME` or the display of this computer, `&display=CHANNEL`, `&card=KIND`. */
  private readDisplay(): void {
    const asked = new URLSearchParams(window.location.search);
    const [preset, name, card] = [asked.get('preset'), asked.get('display'), asked.get('card')];
    const { display, page } = this;
    if (!display || (preset === null && name === null && card === null)) return;
    try {
      if (preset !== null && !(preset in kPresets)) {
        throw new Error(
          text('noPreset', { name: preset, known: Object.keys(kPresets).join(', ') }),
        );
      }
      const chosen = preset === null ? page.preferences.value.display : '';
      const layout = readLayout(chosen || JSON.stringify(kPresets[preset ?? 'one screen']));
      const channel = layout.channels.find((c) => c.name === (name ?? layout.channels[0]!.name));
      if (!channel) {
        const known = layout.channels.map((c) => c.name).join(', ');
        throw new Error(text('noChannel', { name: name ?? '', known }));
      }
      this.layout = layout;
      display.composer.setLayout(layout, channel);
      display.composer.setCard(kCards.find((kind) => kind === card));
      const bare = channel.surface || channel.dome || card !== null;
      document.body.classList.toggle('bare', Boolean(bare) && !asked.has('panels'));
    } catch (error) {
      page.report(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Ears are where the camera is. */
function earsOf(camera: THREE.Camera): Ears {
  const axis = (x: number, y: number, z: number) =>
    new THREE.Vector3(x, y, z).applyQuaternion(camera.quaternion).toArray() as unknown as Triple;
  return {
    position: camera.position.toArray() as unknown as Triple,
    right: axis(1, 0, 0),
    ahead: axis(0, 0, -1),
    up: axis(0, 1, 0),
  };
}
