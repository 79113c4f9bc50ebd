import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { GroundSchema } from '../protocol/outrigger_pb.js';
import { decodeGround, heightAt, strideFor, thinOut } from './ground_data.js';
import { fieldGeometry } from './ground_view.js';

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

  it('becomes a mesh that looks up', () => {
    const mesh = fieldGeometry(decodeGround(ground)!, 1000);
    expect(mesh.index!.count).toBe(2 * 2 * 3);
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
