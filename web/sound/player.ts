import type { Notice, Scene } from '../protocol/outrigger_pb.js';
import { Store } from '../shared/state/store.js';
import type { Moment } from '../shared/widgets/widget.js';
import { Audible, blowOf, type Ears, heardAt } from './audible.js';
import { kLayouts } from './dsp/space.js';
import type { LayoutName, Volumes } from './groups.js';
import { kProcessor, type Message } from './messages.js';

export interface PlayerState {
  state: 'off' | 'starting' | 'on' | 'insecure' | 'failed';
  /** Why it failed. */
  reason: string;
  /** Seconds from the mixture to the loudspeaker, as the browser knows it; 0: it does not. */
  latency: number;
}

/** The sound of a page: what of the machine can be heard, made on the browser's thread for sound. */
export class Player {
  readonly store = new Store<PlayerState>({ state: 'off', reason: '', latency: 0 });
  private audible: Audible | undefined;
  private context: AudioContext | undefined;
  private node: AudioWorkletNode | undefined;
  private volumes: Volumes = {};
  private ears: Ears | undefined;

  /** @param worklet address of the script that makes the sound */
  constructor(private readonly worklet: string) {}

  /** Begins; browsers allow it after a click or a key only. */
  async start(layout: LayoutName): Promise<void> {
    await this.stop();
    if (!window.isSecureContext || typeof AudioWorkletNode === 'undefined') {
      this.store.set({ state: 'insecure' });
      return;
    }
    this.store.set({ state: 'starting', reason: '' });
    try {
      const context = new AudioContext({ latencyHint: 'interactive' });
      this.context = context;
      await context.audioWorklet.addModule(this.worklet);
      const channels = kLayouts[layout].length;
      context.destination.channelCount = Math.min(channels, context.destination.maxChannelCount);
      const node = new AudioWorkletNode(context, kProcessor, {
        numberOfInputs: 0,
        outputChannelCount: [channels],
        processorOptions: { layout },
      });
      node.connect(context.destination);
      this.node = node;
      this.send({ kind: 'volumes', volumes: this.volumes });
      if (this.audible) this.send({ kind: 'sources', specs: this.audible.specs });
      await context.resume();
      const latency = context.baseLatency + (context.outputLatency || 0);
      this.store.set({ state: 'on', latency });
    } catch (error) {
      await this.stop();
      this.store.set({ state: 'failed', reason: error instanceof Error ? error.message : '' });
    }
  }

  async stop(): Promise<void> {
    const { context } = this;
    this.node?.disconnect();
    this.node = undefined;
    this.context = undefined;
    this.store.set({ state: 'off' });
    await context?.close();
  }

  setVolumes(volumes: Volumes): void {
    this.volumes = volumes;
    this.send({ kind: 'volumes', volumes });
  }

  setScene(scene: Scene): void {
    this.audible = new Audible(scene);
    this.send({ kind: 'sources', specs: this.audible.specs });
  }

  /** What is heard at a moment, from a place. */
  update(moment: Moment, ears: Ears): void {
    this.ears = ears;
    if (this.node && this.audible) {
      this.send({ kind: 'frame', numbers: this.audible.update(moment, ears) });
    }
  }

  /** Something happened; some of it can be heard. */
  hear(notice: Notice): void {
    const blow = blowOf(notice);
    if (!blow || !this.ears) return;
    const { material, speed, place } = blow;
    this.send({ kind: 'strike', place: heardAt(this.ears, place), material, speed });
  }

  private send(message: Message): void {
    this.node?.port.postMessage(message);
  }
}
