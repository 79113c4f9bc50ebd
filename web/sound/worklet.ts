// The mixture, on the browser's thread for sound: it goes on evenly whatever the page does.
import { Mixer } from './dsp/mixer.js';
import { kProcessor, type Message, type MixerOptions } from './messages.js';

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: MixerOptions }) => AudioWorkletProcessor,
): void;

class MixerProcessor extends AudioWorkletProcessor {
  private readonly mixer: Mixer;

  constructor({ processorOptions }: { processorOptions: MixerOptions }) {
    super();
    this.mixer = new Mixer(processorOptions.layout, sampleRate);
    this.port.onmessage = ({ data }: MessageEvent<Message>) => this.take(data);
  }

  process(_inputs: unknown, outputs: Float32Array[][]): boolean {
    this.mixer.process(outputs[0] ?? []);
    return true;
  }

  private take(message: Message): void {
    const { mixer } = this;
    if (message.kind === 'sources') mixer.setSources(message.specs);
    if (message.kind === 'frame') mixer.setFrame(message.numbers);
    if (message.kind === 'strike') mixer.strike(message.place, message.material, message.speed);
    if (message.kind === 'volumes') mixer.setVolumes(message.volumes);
  }
}

registerProcessor(kProcessor, MixerProcessor);
