import { create } from '@bufbuild/protobuf';
import {
  Command_Kind,
  type Frame,
  type Notice,
  Notice_Level,
  NoticeSchema,
  Role,
  type Scene,
  type Welcome,
} from '../../protocol/outrigger_pb.js';
import type { PageAddress } from '../link/address.js';
import { Link, type LinkState } from '../link/link.js';
import { KeyedStore } from './keyed.js';
import { Playback } from './playback.js';
import { Store, Topic } from './store.js';

export interface SeatState {
  link: LinkState;
  /** Seconds until the next attempt, when the connection is lost. */
  retryIn: number;
  scene: Scene | undefined;
  /** Levers and commands of this page count. */
  mayOperate: boolean;
  /** This page may change the world. */
  mayInstruct: boolean;
  /** It may, or it could if it asked. */
  couldInstruct: boolean;
}

/** Frames per second that a page asks for. */
const kFrameRate = 60;

/** A simulator seen from a page: what it sends, and what can be asked of it. */
export class Seat {
  readonly store: Store<SeatState>;
  readonly playback = new Playback();
  /** What comes, changes and goes. */
  readonly keyed = new KeyedStore();
  readonly scenes = new Topic<Scene>();
  readonly frames = new Topic<Frame>();
  readonly notices = new Topic<Notice>();
  readonly errors = new Topic<string>();
  /** The machine goes back to its start because this page asked for it. */
  readonly resets = new Topic<void>();
  private readonly link: Link;
  /** On the clock of the page, when the server was last heard of. */
  private lastArrival: number;

  /**
   * @param clock seconds on the clock of the page
   * @param adapt what this person expects otherwise than the machine says it
   */
  constructor(
    { server: url, role, token }: PageAddress,
    private readonly clock: () => number,
    private readonly adapt: (scene: Scene) => Scene = (scene) => scene,
  ) {
    this.lastArrival = clock();
    this.store = new Store<SeatState>({
      link: 'connecting',
      retryIn: 0,
      scene: undefined,
      // Until the server has answered: what was asked for, but nothing that needs its word.
      mayOperate: role !== 'watch',
      mayInstruct: false,
      couldInstruct: false,
    });
    this.link = new Link(
      { url, role, token, frameRate: kFrameRate },
      {
        onState: (link, retryIn) => {
          this.lastArrival = clock();
          this.store.set({ link, retryIn });
        },
        onScene: (scene) => this.takeScene(scene),
        onFrame: (frame) => this.takeFrame(frame),
        onNotice: (notice) => this.notices.emit(notice),
        onChanges: (changes) => this.keyed.apply(changes),
        onWelcome: (welcome) => this.takeWelcome(welcome),
        onError: (text) => this.errors.emit(text),
      },
    );
  }

  get connected(): boolean {
    return this.store.value.link === 'connected';
  }

  /** The newest frame. */
  get frame(): Frame | undefined {
    return this.playback.latest;
  }

  /** Seconds since the server was last heard of. */
  get silence(): number {
    return this.clock() - this.lastArrival;
  }

  open(): void {
    this.link.open();
  }

  retryNow(): void {
    this.link.retryNow();
  }

  command(kind: Command_Kind, value = 0): void {
    if (this.store.value.mayOperate) this.link.send({ case: 'command', value: { kind, value } });
  }

  togglePause(): void {
    this.command(this.frame?.paused ? Command_Kind.RESUME : Command_Kind.PAUSE);
  }

  reset(): void {
    this.resets.emit();
    this.command(Command_Kind.RESET);
  }

  /** All levers at once. */
  operate(values: number[]): void {
    this.link.send({ case: 'operate', value: { values } });
  }

  /** Asks for what a page needs to change the world, when it could have it. */
  askToInstruct(): void {
    const { mayInstruct, couldInstruct } = this.store.value;
    if (couldInstruct && !mayInstruct) this.link.askFor('instruct');
  }

  /** Changes the ground by one line of text, as of `outrigger ground`. */
  editGround(text: string): void {
    const kind = Command_Kind.EDIT_GROUND;
    if (this.store.value.mayInstruct) this.link.send({ case: 'command', value: { kind, text } });
  }

  /** Which view aids nobody may use but who instructs: a bit per aid. */
  lockAids(mask: number): void {
    const kind = Command_Kind.LOCK_AIDS;
    if (this.store.value.mayInstruct)
      this.link.send({ case: 'command', value: { kind, value: mask } });
  }

  private takeWelcome({ role, reason, highest }: Welcome): void {
    this.store.set({
      mayOperate: role === Role.OPERATE || role === Role.INSTRUCT,
      mayInstruct: role === Role.INSTRUCT,
      couldInstruct: highest === Role.INSTRUCT,
    });
    if (reason)
      this.notices.emit(create(NoticeSchema, { level: Notice_Level.WARNING, text: reason }));
  }

  private takeScene(sent: Scene): void {
    const scene = this.adapt(sent);
    this.playback.clear();
    this.keyed.clear();
    this.store.set({ scene });
    this.scenes.emit(scene);
  }

  private takeFrame(frame: Frame): void {
    if (!this.store.value.scene) return;
    this.lastArrival = this.clock();
    this.playback.push(frame, this.lastArrival);
    this.frames.emit(frame);
  }
}
