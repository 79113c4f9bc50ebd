import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { McapIndexedReader, McapStreamReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';

// The file that the simulator's own writer makes, as its tests hold (tests/recorder/mcap_test.cpp).
const path = fileURLToPath(new URL('../../../tests/recorder/sample.mcap', import.meta.url));
const bytes = new Uint8Array(readFileSync(path));

const source = {
  size: () => Promise.resolve(BigInt(bytes.length)),
  read: (offset: bigint, size: bigint) =>
    Promise.resolve(bytes.slice(Number(offset), Number(offset + size))),
};

describe('an exported recording', () => {
  it('is read by its index', async () => {
    const reader = await McapIndexedReader.Initialize({ readable: source });
    const topics = [...reader.channelsById.values()].map((c) => c.topic);
    expect(topics).toEqual(['/tf', '/scene', '/events']);
    const schemas = [...reader.schemasById.values()].map((s) => s.name);
    expect(schemas).toEqual(['foxglove.FrameTransforms', 'foxglove.SceneUpdate', 'foxglove.Log']);
    expect(reader.statistics?.messageCount).toBe(6n);
    expect(reader.statistics?.messageEndTime).toBe(750_000_000n);
    const messages = [];
    for await (const m of reader.readMessages({ validateCrcs: true })) {
      const topic = reader.channelsById.get(m.channelId)?.topic;
      messages.push({ topic, time: m.logTime, data: JSON.parse(new TextDecoder().decode(m.data)) });
    }
    expect(messages.length).toBe(6);
    const poses = messages.filter((m) => m.topic === '/tf');
    expect(poses.map((m) => m.time)).toEqual([0n, 250_000_000n, 500_000_000n, 750_000_000n]);
    const [base, wheel] = poses[3]?.data.transforms ?? [];
    expect(base).toMatchObject({
      parent_frame_id: 'world',
      child_frame_id: 'base',
      timestamp: { sec: 0, nsec: 750_000_000 },
      translation: { x: 0.75, y: 0, z: 0 },
      rotation: { x: 0, y: 0, z: 0, w: 1 },
    });
    expect(wheel.translation).toEqual({ x: 0, y: 1, z: 0.5 });
    const scene = messages.find((m) => m.topic === '/scene')?.data;
    expect(scene.entities.map((e: { id: string }) => e.id)).toEqual(['base', 'wheel']);
    expect(scene.entities[0].cubes[0].size).toEqual({ x: 1, y: 2, z: 0.5 });
    expect(scene.entities[0].triangles[0].indices.length).toBe(36);
    expect(scene.entities[1].cylinders[0].size).toEqual({ x: 1, y: 1, z: 0.25 });
    const hit = messages.find((m) => m.topic === '/events')?.data;
    expect([hit.level, hit.name]).toEqual([4, 'person_hit']);
  });

  it('reads the same from its beginning to its end', () => {
    const reader = new McapStreamReader({ validateCrcs: true });
    reader.append(bytes);
    const kinds: string[] = [];
    for (let record = reader.nextRecord(); record; record = reader.nextRecord())
      kinds.push(record.type);
    expect(reader.done()).toBe(true);
    expect(kinds[0]).toBe('Header');
    expect(kinds.filter((k) => k === 'Message').length).toBe(6);
    expect(kinds.at(-1)).toBe('Footer');
  });
});
