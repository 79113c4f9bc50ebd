import type { Frame, Scene } from '../../protocol/outrigger_pb.js';
import { machinesOf, placesOf } from '../state/machines.js';
import type { Seat } from '../state/seat.js';
import { Store, Topic } from '../state/store.js';
import { isSticky, Levers } from './levers.js';
import { OperateSchedule } from './schedule.js';

/** Seconds of one movement at most, after a stall. */
const kLongest = 0.25;
/** Seconds after which another operator's wheels and choices are taken over. */
const kTakeOver = 2;

interface OperatorState {
  /** Which of several machines this page drives. */
  machine: string;
  /** Of this page; nothing when it only watches, a machine or a recording. */
  levers: Levers | undefined;
}

/** The person at this page: its levers, and when they are sent. */
export class Operator {
  /** The levers have been looked at, and will be sent when that is due. */
  readonly looks = new Topic<Levers>();
  readonly store = new Store<OperatorState>({ machine: '', levers: undefined });
  /** What was sent last, of all machines: wheels and choices of the others stay so. */
  private sent: number[] = [];
  private readonly schedule = new OperateSchedule();
  private adopted = false;
  private lastStep = 0n;
  private lastMove: number;

  /**
   * @param clock seconds on the clock of the page
   * @param isReady the machine is on the screen: a seat waits for the first message to begin
   */
  constructor(
    private readonly seat: Seat,
    private readonly clock: () => number,
    private readonly isReady: () => boolean,
  ) {
    this.lastMove = clock();
    seat.scenes.listen((scene) => this.takeScene(scene));
    seat.store.follow(
      (s) => s.mayOperate,
      () => {
        const { scene } = seat.store.value;
        if (scene) this.takeScene(scene);
      },
    );
    seat.frames.listen((frame) => this.takeFrame(frame));
    seat.resets.listen(() => this.reset());
    seat.store.follow(
      (s) => s.link,
      (link) => {
        if (link === 'lost') this.levers?.letGo();
      },
    );
  }

  /** Drives another machine; the levers of the last one go to rest. */
  choose(machine: string): void {
    const { scene } = this.seat.store.value;
    if (!scene || !machinesOf(scene).includes(machine)) return;
    this.store.set({ machine });
    this.takeMachine(scene);
    this.send();
  }

  get levers(): Levers | undefined {
    return this.store.value.levers;
  }

  /** Seconds since the levers were last moved on. */
  get sinceMove(): number {
    return this.clock() - this.lastMove;
  }

  /** Moves the levers on to now. */
  advance(): void {
    const now = this.clock();
    this.levers?.advance(Math.min(kLongest, now - this.lastMove));
    this.lastMove = now;
  }

  send(): void {
    const { levers, seat } = this;
    const { frame } = seat;
    if (!levers || !seat.connected || !frame || !this.isReady()) return;
    this.looks.emit(levers);
    const values = this.allValues(levers);
    const alone = frame.operators <= 1;
    if (this.schedule.due(values, this.clock(), levers.idleTime, alone)) seat.operate(values);
  }

  /** Levers of other machines rest; their wheels and choices stay. */
  private allValues(levers: Levers): number[] {
    const { scene } = this.seat.store.value;
    const values = (scene?.controls ?? []).map((c, i) =>
      isSticky(c) ? (this.sent[i] ?? c.initial) : 0,
    );
    levers.places.forEach((place, i) => {
      values[place] = levers.value(i);
    });
    this.sent = values;
    return values;
  }

  private reset(): void {
    this.sent = [];
    this.levers?.reset();
  }

  private takeScene(scene: Scene): void {
    this.sent = [];
    const machines = machinesOf(scene);
    const { machine } = this.store.value;
    this.store.set({ machine: machines.includes(machine) ? machine : (machines[0] ?? '') });
    this.takeMachine(scene);
  }

  private takeMachine(scene: Scene): void {
    this.schedule.reset();
    this.adopted = false;
    this.lastStep = 0n;
    const operates = this.seat.store.value.mayOperate && !scene.replay;
    const places = placesOf(scene.controls, this.store.value.machine);
    const mine = places.map((place) => scene.controls[place]!);
    this.store.set({ levers: operates ? new Levers(mine, places) : undefined });
  }

  private takeFrame(frame: Frame): void {
    const { levers } = this;
    if (!levers) return;
    // A machine that runs already: steering and switches are where it has them.
    if (!this.adopted) levers.adopt(levers.mine(frame.inputs));
    else if (frame.step < this.lastStep) this.reset();
    else if (frame.operators > 1 && levers.idleTime > kTakeOver)
      levers.adopt(levers.mine(frame.inputs));
    this.adopted = true;
    this.lastStep = frame.step;
  }
}
