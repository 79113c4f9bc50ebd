// @vitest-environment happy-dom
import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  FrameSchema,
  Instrument_Kind,
  SceneSchema,
  Signal_Source,
} from '../protocol/outrigger_pb.js';
import { Monitor } from './monitor.js';

const scene = create(SceneSchema, {
  channels: [{ name: 'n', unit: 'rad/s', shownUnit: 'rpm', shownScale: 30 / Math.PI }],
  instruments: [
    {
      label: 'Engine',
      shows: { source: Signal_Source.CHANNEL, to: 200 },
      low: Number.NEGATIVE_INFINITY,
      high: 180,
    },
    {
      kind: Instrument_Kind.LAMP,
      label: 'Parked',
      shows: { source: Signal_Source.CONTROL, to: 1 },
      warns: true,
    },
  ],
});
const moment = (channel: number, input: number) => ({
  scene,
  frame: create(FrameSchema, { channels: [channel], inputs: [input] }),
  time: 0,
  poses: new Float32Array(0),
  bodies: [],
});

describe('the monitor', () => {
  it('has the gauges and lamps of the machine', () => {
    const host = document.createElement('section');
    const monitor = new Monitor(host);
    monitor.setScene(scene);
    const gauge = host.querySelector('.gauge')!;
    const lamp = host.querySelector('.lamp')!;
    monitor.paint(moment(100, 0));
    expect(gauge.querySelector('.needle')!.getAttribute('transform')).toBe('rotate(0.0 50 54)');
    expect(gauge.textContent).toBe('Engine955 rpm');
    expect([gauge.classList.contains('warns'), lamp.classList.contains('lit')]).toEqual([
      false,
      false,
    ]);
    monitor.paint(moment(190, 1));
    expect([gauge.classList.contains('warns'), lamp.classList.contains('lit')]).toEqual([
      true,
      true,
    ]);
    expect(lamp.textContent).toBe('Parkedon');
    monitor.setScene(create(SceneSchema, {}));
    expect(host.hidden).toBe(true);
  });
});
