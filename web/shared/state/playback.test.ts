import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { type Frame, FrameSchema } from '../../protocol/outrigger_pb.js';
import { interpolatePoses, Playback } from './playback.js';

const pose = (x: number, angle = 0) => [x, 0, 0, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
const frame = (time: number, x = time, extra: { paused?: boolean } = {}): Frame =>
  create(FrameSchema, { time, timeScale: 1, poses: pose(x), ...extra });

describe('between two poses', () => {
  it('is linear in position and turns along the shorter arc', () => {
    const out = new Float32Array(7);
    interpolatePoses(pose(1, 0.2), pose(3, 0.4), 0.5, out);
    expect(out[0]).toBeCloseTo(2);
    expect(2 * Math.atan2(out[5]!, out[6]!)).toBeCloseTo(0.3, 4);
    // The same rotation with the other sign.
    const opposite = pose(3, 0.4).map((v, i) => (i < 3 ? v : -v));
    interpolatePoses(pose(1, 0.2), opposite, 0.5, out);
    expect(2 * Math.atan2(out[5]!, out[6]!)).toBeCloseTo(0.3, 4);
  });

  it('keeps rotations of length one, even without any', () => {
    const out = new Float32Array(7);
    interpolatePoses(pose(0, 0), pose(0, 2), 0.3, out);
    expect(Math.hypot(out[3]!, out[4]!, out[5]!, out[6]!)).toBeCloseTo(1);
    interpolatePoses([0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], 0.3, out);
    expect([...out.slice(3)]).toEqual([0, 0, 0, 1]);
  });
});

describe('playback', () => {
  // Frames of 60 Hz that arrive up to 8 ms late, shown at 144 Hz.
  function play(): number[] {
    const playback = new Playback();
    const late = [0, 6, 2, 8, 1, 5, 3].map((ms) => ms / 1000);
    const shown: number[] = [];
    let next = 0;
    for (let i = 0; i < 300; i++) {
      const now = 10 + i / 144;
      while (10 + next / 60 + late[next % 7]! <= now) {
        playback.push(frame(next / 60), 10 + next / 60 + late[next % 7]!);
        next++;
      }
      shown.push(playback.sample(now)!.poses[0]!);
    }
    return shown;
  }

  it('turns uneven arrivals into even motion, never backwards', () => {
    const steps = play()
      .slice(100)
      .map((x, i, all) => (i === 0 ? 1 / 144 : x - all[i - 1]!));
    for (const step of steps) {
      expect(step).toBeGreaterThan(0.4 / 144);
      expect(step).toBeLessThan(1.6 / 144);
    }
  });

  it('stays close behind the newest frame', () => {
    const shown = play();
    const real = 299 / 144;
    expect(real - shown.at(-1)!).toBeGreaterThan(0);
    expect(real - shown.at(-1)!).toBeLessThan(0.05);
  });

  it('does not run on beyond the newest frame', () => {
    const playback = new Playback();
    playback.push(frame(1), 0);
    playback.push(frame(1.016), 0.016);
    expect(playback.sample(2)!.poses[0]).toBeCloseTo(1.016, 5);
  });

  it('jumps after a reset or a seek', () => {
    const playback = new Playback();
    playback.push(frame(50), 0);
    playback.push(frame(50.016), 0.016);
    playback.push(frame(0), 0.033);
    expect(playback.sample(0.034)!.poses[0]).toBeCloseTo(0);
    playback.push(frame(20), 0.05);
    expect(playback.sample(0.051)!.poses[0]).toBeCloseTo(20);
  });

  it('shows the newest frame exactly when paused', () => {
    const playback = new Playback();
    playback.push(frame(1), 0);
    playback.push(frame(1.016), 0.016);
    for (let i = 1; i < 120; i++) {
      playback.push(frame(1.016, 1.016, { paused: true }), 0.016 + i / 60);
      playback.sample(0.016 + i / 60);
    }
    expect(playback.sample(0.016 + 119 / 60)!.poses[0]).toBeCloseTo(1.016, 4);
    expect(playback.latest?.paused).toBe(true);
  });

  it('shows bodies that come and go as the newer frame has them, and keeps a list that stays', () => {
    const playback = new Playback();
    const two = (time: number, version: bigint, bodies: number[]) =>
      create(FrameSchema, {
        time,
        timeScale: 1,
        bodies,
        bodiesVersion: version,
        poses: bodies.flatMap((id) => pose(100 * id + time)),
      });
    playback.push(two(1, 1n, [0, 1]), 0);
    playback.push(two(1.1, 2n, [0, 5, 6]), 0.1);
    const shown = playback.sample(0.1)!;
    expect([...shown.bodies]).toEqual([0, 5, 6]);
    expect([...shown.poses].filter((_, i) => i % 7 === 0).map((x) => Math.round(x))).toEqual([
      1, 501, 601,
    ]);
    const { bodies } = shown;
    playback.push(two(1.2, 2n, [0, 5, 6]), 0.2);
    expect(playback.sample(0.2)!.bodies).toBe(bodies);
    playback.clear();
    expect(playback.sample(0.3)).toBeUndefined();
  });
});
