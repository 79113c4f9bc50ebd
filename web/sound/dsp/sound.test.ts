import { describe, expect, it } from 'vitest';
import type { LayoutName } from '../groups.js';
import { kMaterials, type MaterialName } from './impact.js';
import { above, decibels, kRate, peak, render, rms, strongest, toneIn } from './measure.js';
import { kVoices, Mixer, makeVoice, press, type SourceSpec, type VoiceKind } from './mixer.js';
import { kLayouts, kSpeedOfSound, pan } from './space.js';

const spec = (kind: VoiceKind, more: Partial<SourceSpec> = {}): SourceSpec => ({
  kind,
  frequency: 0,
  pulses: 0,
  level: 90,
  ...more,
});

interface Way {
  x?: number;
  y?: number;
  z?: number;
  speed?: number;
  load?: number;
}

/** One source that moves and runs as told, heard over a layout. */
function hear(
  source: SourceSpec,
  seconds: number,
  way: (t: number) => Way,
  layout: LayoutName = 'stereo',
) {
  const mixer = new Mixer(layout, kRate);
  mixer.setSources([source]);
  return render(mixer, seconds, (t) => {
    const { x = 0, y = 2, z = 0, speed = 1, load = 1 } = way(t);
    mixer.setFrame([x, y, z, speed, load]);
  });
}

/** A part of a sound, seconds. */
const cut = (sound: Float32Array, from: number, to: number) =>
  sound.subarray(Math.round(from * kRate), Math.round(to * kRate));

describe('pitch', () => {
  it.each([0.45, 0.7, 1])('of an engine at speed %d is that of its ignitions', (speed) => {
    const engine = spec('engine', { frequency: 31.67, pulses: 3 });
    const [left] = hear(engine, 1.6, () => ({ speed, load: 0.6 }));
    const fires = 31.67 * 3 * speed;
    const heard = strongest(cut(left!, 0.6, 1.6), 0.8 * fires, 1.25 * fires, 0.25);
    expect(Math.abs(heard / fires - 1)).toBeLessThan(0.01);
  });

  it('of a pump is pistons times revolutions, and of the horn what the machine says', () => {
    const [pump] = hear(spec('pump', { frequency: 30, pulses: 9 }), 1.2, () => ({ speed: 0.8 }));
    expect(strongest(cut(pump!, 0.4, 1.2), 150, 300, 0.5)).toBeCloseTo(216, 0);
    const [horn] = hear(spec('horn', { frequency: 370 }), 1, () => ({}));
    expect(strongest(cut(horn!, 0.3, 1), 300, 420, 0.5)).toBeCloseTo(370, 0);
  });

  it('falls with the distance that grows, as c and the speed say: Doppler', () => {
    const tone = spec('horn', { frequency: 500 });
    for (const v of [-15, 8]) {
      const [left] = hear(tone, 2.4, (t) => ({ y: v < 0 ? 45 + v * t : 6 + v * t }));
      const wanted = 500 * (1 - v / kSpeedOfSound);
      const heard = strongest(cut(left!, 1, 2), wanted - 25, wanted + 25, 0.25);
      expect(Math.abs(heard - wanted)).toBeLessThan(0.3);
    }
  });
});

describe('level', () => {
  it('falls by 6 dB when the distance doubles', () => {
    const at = (y: number) => rms(cut(hear(spec('flow'), 1.5, () => ({ y }))[0]!, 0.5, 1.5));
    expect(decibels(at(2) / at(4))).toBeCloseTo(6.02, 1);
    expect(decibels(at(2) / at(16))).toBeCloseTo(18.06, 1);
  });

  it('of an engine and a pump rises with their load; stopped, they are silent', () => {
    for (const kind of ['engine', 'pump'] as const) {
      const at = (speed: number, load: number) =>
        rms(cut(hear(spec(kind), 1.2, () => ({ speed, load }))[0]!, 0.5, 1.2));
      expect(at(0.8, 1)).toBeGreaterThan(1.3 * at(0.8, 0.3));
      expect(at(0, 0)).toBeLessThan(1e-6);
    }
  });

  it.each(kVoices)('of %s is what the machine says, to 2 dB', (kind) => {
    const voice = makeVoice(spec(kind), kRate);
    voice.set(1, 1);
    const sound = new Float32Array(2 * kRate);
    for (let i = 0; i < sound.length; i += 128) voice.process(sound.subarray(i, i + 128));
    // A beeper is silent half of the time.
    const level = rms(cut(sound, 0.5, 2)) * (kind === 'beeper' ? Math.SQRT2 : 1);
    expect(Math.abs(decibels(level / 0.25))).toBeLessThan(2);
  });

  it('of groups can be changed, and all can be silent', () => {
    const heard = (volumes: object) => {
      const mixer = new Mixer('stereo', kRate);
      mixer.setSources([spec('flow')]);
      mixer.setVolumes(volumes);
      return rms(cut(render(mixer, 1, () => mixer.setFrame([0, 2, 0, 1, 1]))[0]!, 0.5, 1));
    };
    const full = heard({});
    expect(heard({ hydraulics: 0.5 })).toBeCloseTo(0.25 * full, 3);
    expect(heard({ engine: 0 })).toBeCloseTo(full, 3);
    expect(heard({ all: 0 })).toBeLessThan(1e-6);
  });
});

describe('direction', () => {
  it('is heard from its side, by loudspeakers and by ears', () => {
    const sides = (layout: LayoutName, x: number) => {
      const [left, right] = hear(spec('flow'), 1, () => ({ x, y: 1 }), layout);
      return decibels(rms(cut(left!, 0.4, 1)) / rms(cut(right!, 0.4, 1)));
    };
    for (const layout of ['stereo', 'headphones'] as const) {
      expect(sides(layout, -4)).toBeGreaterThan(6);
      expect(sides(layout, 4)).toBeLessThan(-6);
      expect(Math.abs(sides(layout, 0))).toBeLessThan(0.5);
    }
  });

  it('comes from the loudspeaker that stands there, with the same power everywhere', () => {
    for (const layout of ['stereo', 'surround51', 'surround71'] as const) {
      kLayouts[layout].forEach((angle, channel) => {
        if (angle === undefined) return;
        const a = (angle * Math.PI) / 180;
        const gains = pan(layout, { x: Math.sin(a), y: Math.cos(a), z: 0 });
        expect(gains[channel]).toBeCloseTo(1, 6);
      });
      for (let a = -180; a < 180; a += 3.7) {
        const r = (a * Math.PI) / 180;
        const gains = pan(layout, { x: Math.sin(r), y: Math.cos(r), z: 0.2 });
        expect(gains.reduce((sum, g) => sum + g * g, 0)).toBeCloseTo(1, 6);
      }
    }
  });

  it('reaches the further ear later, by the width of the head', () => {
    const [left, right] = hear(spec('beeper'), 0.3, () => ({ x: -10, y: 0 }), 'headphones');
    const first = (sound: Float32Array) => sound.findIndex((x) => Math.abs(x) > 1e-5);
    const later = (first(right!) - first(left!)) / kRate;
    expect(later).toBeGreaterThan(0.0004);
    expect(later).toBeLessThan(0.0007);
  });
});

describe('delay', () => {
  it.each([3.43, 34.3, 137.2])('over %d m is distance over the speed of sound', (y) => {
    const [left] = hear(spec('horn', { level: 130 }), y / kSpeedOfSound + 0.1, () => ({ y }));
    const begins = left!.findIndex((x) => Math.abs(x) > 1e-7) / kRate;
    expect(begins).toBeGreaterThan(y / kSpeedOfSound - 1e-4);
    expect(begins).toBeLessThan(y / kSpeedOfSound + 1.5e-3);
  });
});

describe('no clicks', () => {
  const roughness = (sound: Float32Array) => decibels(rms(above(sound, 9000)) / rms(sound));

  it('when a source jumps, turns on and off, or another camera is chosen', () => {
    const tone = spec('horn', { frequency: 300 });
    const steady = hear(tone, 2, () => ({}))[0]!;
    const jumps = hear(tone, 2, (t) => ({
      x: Math.floor(3 * t) % 2 ? 9 : -5,
      load: Math.floor(7 * t) % 3 ? 1 : 0,
    }))[0]!;
    expect(roughness(cut(steady, 0.3, 2))).toBeLessThan(-50);
    expect(roughness(cut(jumps, 0.3, 2))).toBeLessThan(-50);
  });

  it('when speed and load of an engine jump', () => {
    const engine = spec('engine', { frequency: 31.67, pulses: 3 });
    const steady = hear(engine, 2, () => ({ speed: 1, load: 1 }))[0]!;
    const jumpy = hear(engine, 2, (t) => {
      const high = Math.floor(8 * t) % 2 === 1;
      return { speed: high ? 1 : 0.5, load: high ? 1 : 0 };
    })[0]!;
    expect(rms(above(cut(jumpy, 0.3, 2), 9000))).toBeLessThan(
      1.2 * rms(above(cut(steady, 0.3, 2), 9000)),
    );
  });

  it('when the page stalls: the sound goes on as it was', () => {
    const [left] = hear(spec('horn', { frequency: 300 }), 2, (t) => ({ y: t > 1 ? 3 : 3 }));
    expect(rms(cut(left!, 0.5, 1))).toBeCloseTo(rms(cut(left!, 1.5, 2)), 3);
  });
});

describe('no clipping', () => {
  it('however loud the machine is', () => {
    const mixer = new Mixer('stereo', kRate);
    const sources = kVoices.map((kind) => spec(kind, { level: 130 }));
    mixer.setSources(sources);
    const sound = render(mixer, 1.5, (t) => {
      mixer.setFrame(sources.flatMap(() => [0.1, 0.3, 0, 1, 1]));
      if (t > 0.5) mixer.strike({ x: 0, y: 1, z: 0 }, 'steel', 50);
    });
    for (const channel of sound) {
      expect(peak(channel)).toBeLessThan(1);
      expect(channel.every(Number.isFinite)).toBe(true);
    }
  });

  it('because loud sound is bent, without a corner and never beyond 1', () => {
    let before = press(0);
    for (let x = 0.001; x < 4; x += 0.001) {
      const slope = (press(x) - before) / 0.001;
      expect(slope).toBeGreaterThanOrEqual(0);
      expect(slope).toBeLessThan(1.0001);
      before = press(x);
    }
    expect(press(0.7)).toBe(0.7);
    expect(press(-90)).toBeGreaterThanOrEqual(-1);
  });
});

describe('blows', () => {
  const blow = (material: MaterialName, speed: number) => {
    const mixer = new Mixer('stereo', kRate);
    let struck = false;
    return render(mixer, 1.5, (t) => {
      if (t < 0.4 || struck) return;
      struck = true;
      mixer.strike({ x: 0, y: 3, z: 0 }, material, speed);
    })[0]!;
  };

  it('are louder and brighter when they are harder', () => {
    for (const material of Object.keys(kMaterials) as MaterialName[]) {
      const [soft, hard] = [blow(material, 0.1), blow(material, 2)];
      expect(peak(hard)).toBeGreaterThan(2 * peak(soft));
    }
    const bright = (sound: Float32Array) => rms(above(sound, 1500)) / rms(sound);
    expect(bright(blow('steel', 4))).toBeGreaterThan(1.1 * bright(blow('steel', 0.05)));
  });

  it('ring by their material: steel long, stone short', () => {
    const late = (sound: Float32Array) => rms(cut(sound, 0.7, 0.9)) / peak(sound);
    expect(late(blow('steel', 1))).toBeGreaterThan(10 * late(blow('stone', 1)));
    expect(toneIn(cut(blow('steel', 1), 0.45, 0.9), 164)).toBeGreaterThan(0);
  });

  it('come at most so many at a time, and are heard within a block', () => {
    const mixer = new Mixer('stereo', kRate);
    render(mixer, 0.3, () => {});
    for (let k = 0; k < 50; k++) mixer.strike({ x: 0, y: 0.8, z: 0 }, 'steel', 3);
    const [left] = render(mixer, 0.05, () => {});
    expect(left!.findIndex((x) => Math.abs(x) > 1e-4) / kRate).toBeLessThan(0.01);
    expect(peak(left!)).toBeLessThan(1);
  });
});
