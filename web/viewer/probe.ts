import type { Display } from '../display/display.js';
import type { Frame, Scene } from '../protocol/outrigger_pb.js';
import type { Page } from '../shared/page.js';

/** What tests may look at. */
export interface Probe {
  readonly connected: boolean;
  readonly scene: Scene | undefined;
  /** The newest frame. */
  readonly frame: Frame | undefined;
  readonly cameraName: string;
  /** Drawn in the last picture. */
  readonly triangles: number;
  /** Draw calls of the last picture, with those of the shadows. */
  readonly calls: number;
  /** Pictures drawn so far. */
  readonly pictures: number;
  readonly quality: string;
  /** Drawn in three dimensions. */
  readonly pixels: number;
  /** Entries of the keyed stream that are there, and those still on their way. */
  readonly entries: { present: number; waiting: number | undefined };
  /** Moves the outside camera: radians to the left and up, and its distance by a factor. */
  orbit(left: number, up: number, distance: number): void;
  /** Height of the ground that is shown. */
  groundHeight(x: number, y: number): number;
  readonly errors: string[];
}

declare global {
  interface Window {
    outrigger: Probe;
  }
}

export function exposeProbe(page: Page, display: Display | undefined): void {
  const { seat } = page;
  window.outrigger = {
    get connected() {
      return seat.connected;
    },
    get scene() {
      return seat.store.value.scene;
    },
    get frame() {
      return seat.frame;
    },
    get cameraName() {
      return display?.cameras.name ?? '';
    },
    get triangles() {
      return display?.triangles ?? 0;
    },
    get calls() {
      return display?.calls ?? 0;
    },
    get pictures() {
      return page.pictures;
    },
    get quality() {
      return display?.qualityName ?? '';
    },
    get pixels() {
      return display?.pixels ?? 0;
    },
    get entries() {
      return { present: seat.keyed.size, waiting: seat.keyed.waiting };
    },
    orbit: (left, up, distance) => display?.cameras.turnBy(left, up, distance),
    groundHeight: (x, y) => display?.view.groundHeight(x, y) ?? Number.NaN,
    errors: page.errors,
  };
}
