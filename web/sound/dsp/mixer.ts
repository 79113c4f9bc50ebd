import { type Group, kGroups, type LayoutName, type Volumes } from '../groups.js';
import { Smooth } from './basics.js';
import { ImpactVoice, type MaterialName } from './impact.js';
import { Carrier, kLayouts, type Place } from './space.js';
import {
  BeeperVoice,
  EngineVoice,
  FlowVoice,
  HornVoice,
  PumpVoice,
  RollingVoice,
  SoilVoice,
  type Voice,
} from './voices.js';

export const kVoices = ['engine', 'pump', 'rolling', 'flow', 'horn', 'beeper', 'soil'] as const;
export type VoiceKind = (typeof kVoices)[number];

export interface SourceSpec {
  kind: VoiceKind;
  /** Hz at speed 1; 0: that of its kind. */
  frequency: number;
  pulses: number;
  /** dB, 1 m away. */
  level: number;
}

/** Sound pressure level of a tone that fills the range of the numbers. */
const kFullScale = 112;
/** Mean square root of a voice at full load. */
const kVoiceLevel = 0.25;
/** Blows that ring at the same time. */
const kImpacts = 8;
/** dB of a blow of 2 m/s, 1 m away. */
const kImpactLevel = 104;
/** Above this the mixture is pressed together instead of cut off. */
const kKnee = 0.7;
const kCeiling = 0.98;

const kGroupOf: Record<VoiceKind, Group> = {
  engine: 'engine',
  pump: 'hydraulics',
  flow: 'hydraulics',
  rolling: 'travel',
  horn: 'signals',
  beeper: 'signals',
  soil: 'impacts',
};

export function makeVoice({ kind, frequency, pulses }: SourceSpec, rate: number): Voice {
  switch (kind) {
    case 'engine':
      return new EngineVoice(frequency || 30, pulses || 3, rate);
    case 'pump':
      return new PumpVoice(frequency || 30, pulses || 9, rate);
    case 'rolling':
      return new RollingVoice(frequency || 40, rate);
    case 'flow':
      return new FlowVoice(frequency || 1600, rate);
    case 'horn':
      return new HornVoice(frequency || 400, rate);
    case 'beeper':
      return new BeeperVoice(frequency || 1200, rate);
    case 'soil':
      return new SoilVoice(rate);
  }
}

const amplitude = (level: number): number =>
  (Math.SQRT1_2 * 10 ** ((level - kFullScale) / 20)) / kVoiceLevel;

interface Source {
  voice: Voice;
  carrier: Carrier;
  gain: number;
  group: Group;
}

/** All sources, carried to the listener and mixed: what the page of the seat hears, block by block. */
export class Mixer {
  readonly channels: number;
  private sources: Source[] = [];
  private readonly impacts: (Source & { voice: ImpactVoice })[];
  private readonly volumes: Record<Group, Smooth>;
  private readonly master: Smooth;
  private block = new Float32Array(128);
  private parts: Float32Array[];

  constructor(
    private readonly layout: LayoutName,
    private readonly rate: number,
  ) {
    this.channels = kLayouts[layout].length;
    this.impacts = Array.from({ length: kImpacts }, () => ({
      voice: new ImpactVoice(rate),
      carrier: new Carrier(layout, rate, 32768),
      gain: amplitude(kImpactLevel),
      group: 'impacts' as const,
    }));
    const volume = () => new Smooth(1, 0.03, rate);
    this.volumes = Object.fromEntries(kGroups.map((g) => [g, volume()])) as Record<Group, Smooth>;
    // From silence, so that nothing begins with a click.
    this.master = new Smooth(0, 0.05, rate);
    this.master.set(1);
    this.parts = Array.from({ length: this.channels }, () => new Float32Array(128));
  }

  /** The sources of another machine. */
  setSources(specs: readonly SourceSpec[]): void {
    this.sources = specs.map((spec) => ({
      voice: makeVoice(spec, this.rate),
      carrier: new Carrier(this.layout, this.rate),
      gain: amplitude(spec.level),
      group: kGroupOf[spec.kind],
    }));
  }

  /** @param numbers per source: x y z relative to the listener (Place), speed, load */
  setFrame(numbers: ArrayLike<number>): void {
    this.sources.forEach(({ voice, carrier }, k) => {
      const [x, y, z, speed, load] = [0, 1, 2, 3, 4].map(
        (i) => numbers[5 * k + i] ?? 0,
      ) as number[];
      carrier.move({ x: x!, y: y!, z: z! });
      voice.set(speed!, load!);
    });
  }

  /** Something was struck. */
  strike(place: Place, material: MaterialName, speed: number): void {
    const free = this.impacts.find(({ voice }) => voice.isFree);
    if (!free || !(speed > 0)) return;
    free.carrier.start(place);
    free.voice.strike(material, speed);
  }

  setVolumes(volumes: Volumes): void {
    for (const group of kGroups) this.volumes[group].set((volumes[group] ?? 1) ** 2);
    this.master.set((volumes.all ?? 1) ** 2);
  }

  /** Fills a block of every channel. */
  process(outputs: readonly Float32Array[]): void {
    const length = outputs[0]?.length ?? 0;
    if (this.block.length !== length) {
      this.block = new Float32Array(length);
      this.parts = this.parts.map(() => new Float32Array(length));
    }
    for (const output of outputs) output.fill(0);
    for (const group of kGroups) this.mixGroup(group, outputs);
    for (let i = 0; i < length; i++) {
      const volume = this.master.next();
      for (const output of outputs) output[i] = press(output[i]! * volume);
    }
  }

  private mixGroup(group: Group, outputs: readonly Float32Array[]): void {
    const { block, parts } = this;
    const length = block.length;
    for (const part of parts) part.fill(0);
    for (const source of this.sources) if (source.group === group) this.carry(source);
    for (const blow of this.impacts) if (blow.group === group) this.carry(blow);
    for (let i = 0; i < length; i++) {
      const volume = this.volumes[group].next();
      for (let k = 0; k < outputs.length && k < parts.length; k++) {
        outputs[k]![i]! += volume * parts[k]![i]!;
      }
    }
  }

  private carry({ voice, carrier, gain }: Source): void {
    const { block, parts } = this;
    voice.process(block);
    for (let i = 0; i < block.length; i++) block[i]! *= gain;
    carrier.process(block, parts);
  }
}

/** Leaves quiet sound as it is, and never goes beyond the ceiling: straight below the knee, then bent, without a corner. */
export function press(x: number): number {
  const size = Math.abs(x);
  if (size <= kKnee) return x;
  const room = kCeiling - kKnee;
  return Math.sign(x) * (kKnee + room * Math.tanh((size - kKnee) / room));
}
