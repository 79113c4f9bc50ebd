import type { MaterialName } from './dsp/impact.js';
import type { SourceSpec } from './dsp/mixer.js';
import type { Place } from './dsp/space.js';
import type { LayoutName, Volumes } from './groups.js';

export const kProcessor = 'outrigger-mixer';

/** From the page to its sound. */
export type Message =
  | { kind: 'sources'; specs: SourceSpec[] }
  | { kind: 'frame'; numbers: Float32Array }
  | { kind: 'strike'; place: Place; material: MaterialName; speed: number }
  | { kind: 'volumes'; volumes: Volumes };

export interface MixerOptions {
  layout: LayoutName;
}
