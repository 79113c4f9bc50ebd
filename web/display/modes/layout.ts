import type { Surface } from '../off_axis.js';
import {
  at,
  Fields,
  LayoutError,
  list,
  map,
  number,
  oneOf,
  optional,
  text,
  vector,
} from './fields.js';

/** How two eyes share a picture. `left` and `right` are two channels at full resolution. */
export const kStereo = [
  'none',
  'anaglyph',
  'side_by_side',
  'top_bottom',
  'rows',
  'columns',
  'frames',
  'left',
  'right',
] as const;
export type Stereo = (typeof kStereo)[number];

/** Shares of the picture in which it fades out towards an edge, where a neighbour takes over. */
export interface Blend {
  left: number;
  right: number;
  bottom: number;
  top: number;
  /** Of the projector: light is its input to this power. */
  gamma: number;
}

/** What a projector lights on a dome. Lengths in metres from the centre of the sphere; x forward, z up. */
export interface Dome {
  map: 'angles' | 'fisheye' | 'spherical_mirror' | 'warp';
  radius: number;
  eye: [number, number, number];
  /** Of the lens. */
  lens: [number, number, number];
  /** `angles`: half the width is so many degrees, the upper half so many, the lower half so many. */
  azimuth: number;
  up: number;
  down: number;
  /** `fisheye`: degrees across its circle, the circle's size and place in the picture, the lens's tilt. */
  aperture: number;
  circle: number;
  centre: [number, number];
  tilt: number;
  /** `spherical_mirror`: place and radius of the mirror, where the projector looks and how wide. */
  mirror: [number, number, number];
  mirrorRadius: number;
  aim: [number, number, number];
  throw: number;
  /** `warp`: the text of a mesh file. */
  mesh: string;
  /** For rear projection. */
  flip: boolean;
}

export interface Channel {
  name: string;
  /** A flat screen; nothing: the whole window as one screen before the eye. */
  surface: Surface | undefined;
  dome: Dome | undefined;
  stereo: Stereo;
  blend: Blend | undefined;
  /** Width over height of the picture that is projected, where it is not that of the window. */
  aspect: number;
}

export interface Layout {
  title: string;
  /** Of the machine: whose eye it is; nothing: the one chosen on the page. */
  camera: string | undefined;
  /** Where the head is, from the camera: x forward, y left, z up. */
  eye: [number, number, number];
  /** Metres between the eyes. */
  eyeDistance: number;
  /** Seconds after the server at which all channels show a moment; 0: each as soon as it can. */
  delay: number;
  channels: Channel[];
}

export const kPlainLayout: Layout = {
  title: 'One screen',
  camera: undefined,
  eye: [0, 0, 0],
  eyeDistance: 0.064,
  delay: 0,
  channels: [
    {
      name: 'main',
      surface: undefined,
      dome: undefined,
      stereo: 'none',
      blend: undefined,
      aspect: 0,
    },
  ],
};

function readSurface(f: Fields): Surface {
  return {
    lowerLeft: vector(f, 'lower_left'),
    lowerRight: vector(f, 'lower_right'),
    upperLeft: vector(f, 'upper_left'),
  };
}

function readBlend(f: Fields): Blend {
  const edge = (key: string) => optional(f, key, number(0, 0.5), 0);
  const blend = {
    left: edge('left'),
    right: edge('right'),
    bottom: edge('bottom'),
    top: edge('top'),
    gamma: optional(f, 'gamma', number(1, 4), 2.2),
  };
  f.end();
  return blend;
}

function readDome(f: Fields): Dome {
  const triple = list(3, number(-50, 50));
  const dome: Dome = {
    map: optional(f, 'map', oneOf(['angles', 'fisheye', 'spherical_mirror', 'warp']), 'angles'),
    radius: optional(f, 'diameter', number(0.2, 100), 2.13) / 2,
    eye: optional(f, 'eye', triple, [0, 0, 0]),
    lens: optional(f, 'lens', triple, [0, 0, 0]),
    azimuth: optional(f, 'azimuth_deg', number(10, 360), 180) / 2,
    up: optional(f, 'up_deg', number(1, 90), 90),
    down: optional(f, 'down_deg', number(1, 90), 45),
    aperture: optional(f, 'aperture_deg', number(10, 360), 180),
    circle: optional(f, 'circle', number(0.1, 3), 1),
    centre: optional(f, 'centre', list(2, number(-2, 2)), [0, 0]),
    tilt: optional(f, 'tilt_deg', number(-180, 180), 0),
    mirror: optional(f, 'mirror', triple, [0.9, 0, -0.5]),
    mirrorRadius: optional(f, 'mirror_radius', number(0.01, 5), 0.3),
    aim: optional(f, 'aim', triple, [0.9, 0, -0.5]),
    throw: optional(f, 'throw', number(0.2, 10), 1.5),
    mesh: optional(f, 'mesh', text, ''),
    flip: optional(f, 'flip', oneOf(['no', 'yes']), 'no') === 'yes',
  };
  f.end();
  for (const key of ['eye', 'lens'] as const) {
    const distance = Math.hypot(...dome[key]);
    const inside = key === 'eye' || dome.map !== 'spherical_mirror';
    if (inside && !(distance < dome.radius)) {
      throw new LayoutError(at(f.path, key), `is ${distance} m from the centre, outside the dome`);
    }
  }
  if (dome.map === 'warp' && dome.mesh === '') {
    throw new LayoutError(at(f.path, 'mesh'), 'is missing: the text of a warp mesh file');
  }
  return dome;
}

function readChannel(name: string, f: Fields): Channel {
  const surface = f.object('surface');
  const dome = f.object('dome');
  const blend = f.object('blend');
  if (surface && dome)
    throw new LayoutError(f.path, 'has a surface and a dome; one of them is allowed');
  const channel = {
    name,
    surface: surface && readSurface(surface),
    dome: dome && readDome(dome),
    stereo: optional(f, 'stereo', oneOf(kStereo), 'none'),
    blend: blend && readBlend(blend),
    aspect: optional(f, 'aspect', number(0.1, 10), 0),
  };
  surface?.end();
  f.end();
  return channel;
}

/**
 * Reads a display file.
 *
 * @throws LayoutError that names the key, what it has and what is allowed
 */
export function readLayout(source: string): Layout {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw new LayoutError('', `is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  const f = new Fields('', value);
  const version = f.take('outrigger_display');
  if (version !== 1) {
    throw new LayoutError(
      'outrigger_display',
      `is ${JSON.stringify(version)}; this program reads 1`,
    );
  }
  const channels = map(f, 'channels', readChannel);
  if (channels.length === 0) throw new LayoutError('channels', 'has none; at least one is needed');
  const layout = {
    title: optional(f, 'title', text, ''),
    camera: optional<string | undefined>(f, 'camera', text, undefined),
    eye: optional(f, 'eye', list(3, number(-20, 20)), [0, 0, 0]) as [number, number, number],
    eyeDistance: optional(f, 'eye_distance', number(0, 0.5), 0.064),
    delay: optional(f, 'delay_ms', number(0, 500), 0) / 1000,
    channels,
  };
  f.end();
  checkEyes(layout);
  return layout;
}

/** No surface may be behind an eye: nothing could be drawn on it. */
function checkEyes({ eye, channels }: Layout): void {
  for (const { name, surface } of channels) {
    if (!surface) continue;
    const { lowerLeft, lowerRight, upperLeft } = surface;
    const right = lowerRight.clone().sub(lowerLeft);
    const normal = right.clone().cross(upperLeft.clone().sub(lowerLeft));
    const path = `channels.${name}.surface`;
    if (!(normal.length() > 1e-6)) throw new LayoutError(path, 'has no area');
    const [x, y, z] = eye;
    const distance = lowerLeft.clone().negate().add({ x, y, z }).dot(normal.normalize());
    if (distance > 0.01) continue;
    throw new LayoutError(
      path,
      'is behind the eye; seen from the eye, lower_left, lower_right and upper_left must be there',
    );
  }
}
