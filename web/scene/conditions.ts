import * as THREE from 'three';

/** When it is, and what the weather is like. */
export const kTimes = ['day', 'dusk', 'night'] as const;
export type TimeOfDay = (typeof kTimes)[number];

export interface ConditionsChoice {
  time: TimeOfDay;
  rain: boolean;
}

/** How a time of day looks; colours are linear light. */
export interface SkyLook {
  /** Towards the sun (or the moon), seen from a machine that looks along x. */
  sun: readonly [number, number, number];
  sunColour: number;
  sunPower: number;
  zenith: number;
  horizon: number;
  /** Around the sun. */
  glow: number;
  glowPower: number;
  /** Light from all sides. */
  ambient: number;
  cloudColour: number;
  cover: number;
  stars: number;
  exposure: number;
  /** Metres to where haze begins and where nothing is seen any more. */
  haze: readonly [number, number];
  /** How dark it is, 0..1: lamps burn. */
  dark: number;
}

const kLooks: Record<TimeOfDay, SkyLook> = {
  day: {
    sun: [0.42, 0.66, 0.62],
    sunColour: 0xfff5e6,
    sunPower: 4.2,
    zenith: 0x2f66ad,
    horizon: 0xbccbd6,
    glow: 0xffe2b0,
    glowPower: 0.3,
    ambient: 1,
    cloudColour: 0xf6f6f4,
    cover: 0.55,
    stars: 0,
    exposure: 1.5,
    haze: [70, 820],
    dark: 0,
  },
  dusk: {
    sun: [0.9, 0.5, 0.13],
    sunColour: 0xffb37c,
    sunPower: 2.2,
    zenith: 0x3d5080,
    horizon: 0xb5a09c,
    glow: 0xff8a3a,
    glowPower: 0.7,
    ambient: 0.8,
    cloudColour: 0xc98f7c,
    cover: 0.5,
    stars: 0.15,
    exposure: 1.3,
    haze: [50, 760],
    dark: 0.6,
  },
  night: {
    sun: [0.35, 0.6, 0.72],
    sunColour: 0xa9c0ff,
    sunPower: 0.5,
    zenith: 0x0c1424,
    horizon: 0x232d3d,
    glow: 0x8fa8e0,
    glowPower: 0.03,
    ambient: 1.6,
    cloudColour: 0x2a3242,
    cover: 0.4,
    stars: 1,
    exposure: 1.9,
    haze: [40, 700],
    dark: 1,
  },
};

/** What rain does to a time of day. */
function inRain(look: SkyLook): SkyLook {
  const grey = (colour: number, share: number) => {
    const c = new THREE.Color(colour);
    const y = 0.3 * c.r + 0.59 * c.g + 0.11 * c.b;
    return c
      .lerp(new THREE.Color(y, y * 1.03, y * 1.08), share)
      .multiplyScalar(0.8)
      .getHex();
  };
  return {
    ...look,
    sunPower: 0.16 * look.sunPower,
    zenith: grey(
      new THREE.Color(look.zenith).lerp(new THREE.Color(look.horizon), 0.7).getHex(),
      0.9,
    ),
    horizon: grey(look.horizon, 0.85),
    glowPower: 0,
    cloudColour: grey(look.cloudColour, 0.9),
    cover: 1,
    stars: 0,
    ambient: 1.05 * look.ambient,
    exposure: 1.1 * look.exposure,
    haze: [20, 320],
    dark: Math.max(look.dark, 0.12),
  };
}

/** Time of day and weather, and what shaders know of them. */
export class Conditions {
  /** Shared by all materials: a change shows in the next picture. */
  readonly uniforms = {
    noiseMap: { value: null as THREE.Texture | null },
    /** 0 in daylight, 1 at night. */
    dark: { value: 0 },
    /** 0 dry, 1 in rain. */
    wet: { value: 0 },
    /** Seconds on the clock of the page, for what blinks and falls. */
    seconds: { value: 0 },
    /** Height of the ground under the machine [m]. */
    floorHeight: { value: 0 },
  };

  constructor(readonly choice: ConditionsChoice = { time: 'day', rain: false }) {
    this.apply();
  }

  get look(): SkyLook {
    const look = kLooks[this.choice.time];
    return this.choice.rain ? inRain(look) : look;
  }

  set(choice: ConditionsChoice): void {
    Object.assign(this.choice, choice);
    this.apply();
  }

  private apply(): void {
    this.uniforms.dark.value = this.look.dark;
    this.uniforms.wet.value = this.choice.rain ? 1 : 0;
  }
}
