import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { GroundSchema } from '../protocol/outrigger_pb.js';
import { decodeGround, type GroundData, heightAt, strideFor, thinOut } from './ground_data.js';
import { fieldOf, stridesFor, tileGeometry, tilesOf, trianglesOf } from './ground_tiles.js';
import { fenceGeometry, kFenceHeight } from './site_edge.js';

/** Heights in a buffer that begins at an odd address, as the wire gives it. */
function oddBytes(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * values.length + 1).subarray(1);
  values.forEach((value, i) => {
    bytes[2 * i] = value & 255;
    bytes[2 * i + 1] = value >> 8;
  });
  return bytes;
}

const ground = create(GroundSchema, {
  columns: 3,
  rows: 2,
  xMin: 10,
  yMin: 20,
  cell: 0.5,
  heightMin: -1,
  heightStep: 0.01,
  heights: oddBytes([0, 100, 300, 0, 100, 65535]),
  surfaces: new Uint8Array([0, 1, 0, 0, 1, 7]),
  kinds: [
    { name: 'grass', colour: [0, 1, 0] },
    { name: 'road', colour: [0.2, 0.2, 0.2] },
  ],
});

describe('the ground', () => {
  it('is decoded from bytes at an odd offset', () => {
    expect(ground.heights.byteOffset % 2).toBe(1);
    const data = decodeGround(ground)!;
    expect([...data.heights].map((h) => Number(h.toFixed(3)))).toEqual([-1, 0, 2, -1, 0, 654.35]);
  });

  it('is the same after a journey over the wire', () => {
    const sent = toBinary(GroundSchema, ground);
    // Once at every alignment.
    for (const shift of [0, 1, 2, 3]) {
      const buffer = new Uint8Array(sent.length + shift);
      buffer.set(sent, shift);
      const data = decodeGround(fromBinary(GroundSchema, buffer.subarray(shift)))!;
      expect(data.heights[2]).toBeCloseTo(2);
    }
  });

  it('has the colours of its surfaces, and some colour for unknown ones', () => {
    const { colours } = decodeGround(ground)!;
    expect([...colours.slice(0, 6)]).toEqual([0, 255, 0, 51, 51, 51]);
    expect(colours[15]).toBeGreaterThan(0);
  });

  it('is a plane when empty, and refused when its sizes do not fit', () => {
    expect(decodeGround(undefined)).toBeUndefined();
    expect(decodeGround(create(GroundSchema, {}))).toBeUndefined();
    expect(() => decodeGround(create(GroundSchema, { columns: 3, rows: 3 }))).toThrow(
      'the ground has 3 x 3 points but 0 bytes of heights',
    );
  });

  it('gives heights between its points and at its edge beyond', () => {
    const data = decodeGround(ground)!;
    expect(heightAt(data, 10.25, 20)).toBeCloseTo(-0.5);
    expect(heightAt(data, 10.75, 20)).toBeCloseTo(1);
    expect(heightAt(data, -100, 20)).toBeCloseTo(-1);
  });

  it('is thinned out to a number of triangles without losing its edge', () => {
    expect(thinOut(7, 4)).toEqual([0, 4, 6]);
    const stride = strideFor(241, 181, 4000);
    const cells = (thinOut(241, stride).length - 1) * (thinOut(181, stride).length - 1);
    expect(2 * cells).toBeLessThanOrEqual(4000);
    expect(2 * cells).toBeGreaterThan(2000);
  });

  it('becomes a mesh that looks up, with a skirt around it', () => {
    const data = decodeGround(ground)!;
    const [tile] = tilesOf(data.columns, data.rows);
    const mesh = tileGeometry(fieldOf(data), tile!, 1);
    expect(mesh.index!.count).toBe(3 * trianglesOf(tile!, 1));
    const normals = mesh.getAttribute('normal');
    for (let i = 0; i < normals.count; i++) expect(normals.getZ(i)).toBeGreaterThan(0);
    const [a, b, c] = [0, 1, 2].map((i) => mesh.index!.getX(i));
    const position = mesh.getAttribute('position');
    const at = (i: number) => [position.getX(i), position.getY(i)] as const;
    const [ax, ay] = at(a!);
    const [bx, by] = at(b!);
    const [cx, cy] = at(c!);
    expect((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)).toBeGreaterThan(0);
  });
});

/** A rough field of 120 m x 90 m, like that of the worksite. */
function roughField(): GroundData {
  const [columns, rows] = [241, 181];
  const heights = new Float32Array(columns * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      heights[j * columns + i] = Math.sin(0.21 * i) + Math.cos(0.17 * j);
    }
  }
  const colours = new Uint8Array(3 * columns * rows);
  return { columns, rows, xMin: 0, yMin: 0, cell: 0.5, heights, colours };
}

describe('levels of detail', () => {
  const field = roughField();
  const tiles = tilesOf(field.columns, field.rows);

  it('cover the field once', () => {
    const cells = tiles.reduce((sum, t) => sum + (t.i1 - t.i0) * (t.j1 - t.j0), 0);
    expect(cells).toBe(240 * 180);
    expect(tilesOf(4001, 4001).length).toBeLessThanOrEqual(256);
  });

  it('are finer near the eye, and stay within the triangles allowed wherever it is', () => {
    for (const most of [4_000, 120_000]) {
      for (const [x, y] of [
        [60, 45],
        [1, 1],
        [300, -200],
      ] as const) {
        const strides = stridesFor(tiles, field, { x, y }, most);
        const sum = strides.reduce((all, s, k) => all + trianglesOf(tiles[k]!, s), 0);
        expect(sum).toBeLessThanOrEqual(most);
      }
    }
    const strides = stridesFor(tiles, field, { x: 1, y: 1 }, 4_000);
    expect(strides[0]).toBeLessThan(strides.at(-1)!);
    // The same number of triangles everywhere alike would give cells of 2.5 m.
    expect(strides[0]! * field.cell).toBeLessThanOrEqual(1);
  });

  it('meet without a gap: a skirt reaches below every edge of a coarser neighbour', () => {
    const [tile] = tiles;
    const fine = tileGeometry(fieldOf(field), tile!, 1).getAttribute('position');
    const coarse = tileGeometry(fieldOf(field), tile!, 8);
    // Lowest point of the coarse skirt at each place of the edge x = x_max.
    const low = new Map<number, number>();
    const position = coarse.getAttribute('position');
    for (let k = 0; k < position.count; k++) {
      if (position.getX(k) !== 16) continue;
      const y = position.getY(k);
      low.set(y, Math.min(low.get(y) ?? Number.POSITIVE_INFINITY, position.getZ(k)));
    }
    const lowAt = (y: number) => {
      const [a, b] = [4 * Math.floor(y / 4), 4 * Math.min(4, Math.floor(y / 4) + 1)];
      const t = b > a ? (y - a) / (b - a) : 0;
      return (1 - t) * low.get(a)! + t * low.get(b)!;
    };
    for (let k = 0; k < 33 * 33; k++) {
      if (fine.getX(k) === 16) expect(fine.getZ(k)).toBeGreaterThan(lowAt(fine.getY(k)));
    }
  });
});

describe('the edge of a site', () => {
  it('has a fence all the way round, standing on the ground', () => {
    const field = roughField();
    const position = fenceGeometry(field).getAttribute('position');
    const seen = new Set<string>();
    for (let k = 0; k < position.count; k += 2) {
      const [x, y] = [position.getX(k), position.getY(k)];
      expect(x === 0 || x === 120 || y === 0 || y === 90).toBe(true);
      expect(position.getZ(k)).toBeCloseTo(heightAt(field, x, y) - 0.1);
      expect(position.getZ(k + 1) - heightAt(field, x, y)).toBeCloseTo(kFenceHeight);
      seen.add(`${x} ${y}`);
    }
    for (const corner of ['0 0', '120 0', '120 90', '0 90']) expect(seen).toContain(corner);
    // It closes.
    expect(position.getX(0)).toBe(position.getX(position.count - 2));
    expect(position.getY(0)).toBe(position.getY(position.count - 2));
  });
});
