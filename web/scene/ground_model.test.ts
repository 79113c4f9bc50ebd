import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { GroundSchema, GroundTileSchema } from '../protocol/outrigger_pb.js';
import { decodeTile, GroundModel } from './ground_model.js';
import { tileGeometry } from './ground_tiles.js';
import { largestStep, pointsOf, refine, tileField } from './tile_views.js';

const kCells = 8;
const kPoints = kCells + 1;
const kCell = 0.25;
const kSize = kCells * kCell;

type TileInit = MessageInitShape<typeof GroundTileSchema>;

/** A tile of a surface, in steps of a millimetre. */
function tile(
  column: number,
  row: number,
  surface: (x: number, y: number) => number,
  more: TileInit = {},
) {
  const heights = new Uint8Array(2 * kPoints * kPoints);
  const view = new DataView(heights.buffer);
  for (let j = 0; j < kPoints; j++) {
    for (let i = 0; i < kPoints; i++) {
      const z = surface(column * kSize + i * kCell, row * kSize + j * kCell);
      view.setInt16(2 * (j * kPoints + i), Math.round(1000 * (z - 1)), true);
    }
  }
  return create(GroundTileSchema, {
    column,
    row,
    columns: kPoints,
    rows: kPoints,
    xMin: column * kSize,
    yMin: row * kSize,
    cell: kCell,
    heightBase: 1,
    heightStep: 0.001,
    heights,
    ...more,
  });
}

/** A flat field of 20 m x 20 m at height 2, of two kinds of surface. */
function flatField() {
  const [columns, rows] = [41, 41];
  const heights = new Uint8Array(2 * columns * rows);
  const view = new DataView(heights.buffer);
  for (let i = 0; i < columns * rows; i++) view.setUint16(2 * i, 2000, true);
  const kinds = [
    { name: 'grass', colour: [0, 1, 0] },
    { name: 'gravel', colour: [1, 0, 0] },
  ];
  const surfaces = new Uint8Array(columns * rows);
  const size = { columns, rows, xMin: -10, yMin: -10, cell: 0.5 };
  return new GroundModel(
    create(GroundSchema, { ...size, heightMin: 0, heightStep: 0.001, heights, surfaces, kinds }),
  );
}

describe('a ground tile', () => {
  it('is decoded with heights below its base', () => {
    const { heights } = decodeTile(tile(0, 0, (x) => -3 + x));
    expect(heights[0]).toBeCloseTo(-3);
    expect(heights[kCells]).toBeCloseTo(-1);
  });

  it('is refused when its sizes do not fit', () => {
    expect(() => decodeTile(tile(1, 2, () => 0, { heights: new Uint8Array(3) }))).toThrow(
      'tile 1, 2 has 81 points but 3 bytes of heights',
    );
    expect(() => decodeTile(tile(0, 0, () => 0, { surfaces: new Uint8Array(5) }))).toThrow(
      '5 bytes of surfaces',
    );
    expect(() => decodeTile(tile(0, 0, () => 0, { cell: 0 }))).toThrow('0 m apart');
    expect(() => decodeTile(tile(0, 0, () => 0, { columns: 1 }))).toThrow('1 x 9');
  });

  it('is refused when it lies beside the grid of the others', () => {
    const model = flatField();
    model.set(decodeTile(tile(0, 0, () => 2)));
    expect(() => model.set(decodeTile(tile(1, 0, () => 2, { xMin: 2.1 })))).toThrow('beside');
    expect(() => model.set(decodeTile(tile(1, 0, () => 2, { cell: 0.5 })))).toThrow('beside');
  });
});

describe('the ground with tiles', () => {
  it('is one surface: tiles where they are, the scene elsewhere', () => {
    const model = flatField();
    expect(model.heightAt(1, 1)).toBeCloseTo(2);
    model.set(decodeTile(tile(0, 0, (x) => 2 - Math.min(x, 1))));
    expect(model.heightAt(1, 1)).toBeCloseTo(1);
    expect(model.heightAt(-1, 1)).toBeCloseTo(2);
    expect(model.heightAt(2.5, 1)).toBeCloseTo(2);
    // Negative places too.
    model.set(decodeTile(tile(-1, -2, () => 5)));
    expect(model.heightAt(-0.5, -3)).toBeCloseTo(5);
  });

  it('gives the field of the scene the heights and colours of the tiles, and takes them back', () => {
    const model = flatField();
    const before = { heights: model.field!.heights.slice(), colours: model.field!.colours.slice() };
    const surfaces = new Uint8Array(kPoints * kPoints).fill(1);
    const change = model.set(decodeTile(tile(0, 0, () => 1.5, { surfaces })));
    // Points 20 to 24 lie in 0..2 m.
    expect(change.points).toEqual({ i0: 20, i1: 24, j0: 20, j1: 24 });
    expect(model.field!.heights[22 * 41 + 22]).toBeCloseTo(1.5);
    expect([...model.field!.colours.slice(3 * (22 * 41 + 22)).slice(0, 3)]).toEqual([255, 0, 0]);
    expect(model.field!.heights[22 * 41 + 25]).toBeCloseTo(2);
    model.remove(0, 0);
    expect(model.field!.heights).toEqual(before.heights);
    expect(model.field!.colours).toEqual(before.colours);
    expect(model.remove(0, 0)).toBeUndefined();
  });

  it('keeps what a neighbour says of the border when a tile goes', () => {
    const model = flatField();
    model.set(decodeTile(tile(0, 0, () => 1)));
    model.set(decodeTile(tile(1, 0, () => 1)));
    model.remove(0, 0);
    // x = 2 m belongs to both.
    expect(model.field!.heights[22 * 41 + 24]).toBeCloseTo(1);
    expect(model.field!.heights[22 * 41 + 23]).toBeCloseTo(2);
  });

  it('leaves the colour as it is where a tile has no surface of its own', () => {
    const model = flatField();
    const surfaces = new Uint8Array(kPoints * kPoints).fill(255);
    model.set(decodeTile(tile(0, 0, () => 1, { surfaces })));
    expect([...model.field!.colours.slice(3 * (22 * 41 + 22)).slice(0, 3)]).toEqual([0, 255, 0]);
  });

  it('works on the plane without a field', () => {
    const model = new GroundModel(undefined);
    expect(model.set(decodeTile(tile(0, 0, () => -1))).points).toBeUndefined();
    expect(model.heightAt(1, 1)).toBeCloseTo(-1);
    expect(model.heightAt(3, 1)).toBe(0);
  });
});

describe('the mesh of a tile', () => {
  const wave = (x: number, y: number) => 2 + 0.3 * Math.sin(2 * x) + 0.2 * Math.cos(1.5 * y);
  const meshOf = (model: GroundModel, column: number, row: number, stride = 1) => {
    const points = pointsOf(column, row, model.grid!);
    return tileGeometry(tileField(model, points), points, stride);
  };

  /** Height and normal at each point of the surface of a mesh, without its skirt. */
  function pointsAt(model: GroundModel, column: number, row: number, stride = 1) {
    const mesh = meshOf(model, column, row, stride);
    const [position, normal] = [mesh.getAttribute('position'), mesh.getAttribute('normal')];
    const side = kCells / stride + 1;
    const points = new Map<string, number[]>();
    for (let k = 0; k < side * side; k++) {
      const place = `${position.getX(k).toFixed(3)} ${position.getY(k).toFixed(3)}`;
      points.set(place, [position.getZ(k), normal.getX(k), normal.getY(k), normal.getZ(k)]);
    }
    return points;
  }

  it('meets its neighbour in the same heights and the same normals', () => {
    const model = flatField();
    for (const [c, r] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      model.set(decodeTile(tile(c, r, wave)));
    }
    const here = pointsAt(model, 0, 0);
    let shared = 0;
    for (const [c, r] of [
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      for (const [place, values] of pointsAt(model, c, r)) {
        const mine = here.get(place);
        if (!mine) continue;
        shared++;
        for (const [k, value] of values.entries()) expect(value).toBeCloseTo(mine[k]!, 6);
      }
    }
    expect(shared).toBe(kPoints + kPoints + 1);
    // And they are those of the surface itself.
    const [, nx, , nz] = here.get('2.000 1.000')!;
    expect(-nx! / nz!).toBeCloseTo(0.6 * Math.cos(4), 1);
  });

  it('has normals that reach over to the ground of the scene', () => {
    const model = flatField();
    // Slopes down from the border at x = 0 by 1 m per metre.
    model.set(decodeTile(tile(0, 0, (x) => 2 - x)));
    const [z, nx, , nz] = pointsAt(model, 0, 0).get('0.000 1.000')!;
    expect(z).toBeCloseTo(2);
    // Half of the slope, between flat and steep.
    expect(nx! / nz!).toBeCloseTo(0.5, 1);
  });

  it('leaves no crack beside a coarser neighbour: its skirt reaches below', () => {
    const model = flatField();
    model.set(decodeTile(tile(0, 0, wave)));
    model.set(decodeTile(tile(1, 0, wave)));
    const fine = pointsAt(model, 0, 0);
    const coarse = pointsOf(1, 0, model.grid!);
    const field = tileField(model, coarse);
    const position = tileGeometry(field, coarse, 8, 2.3).getAttribute('position');
    const lowest = new Map<number, number>();
    for (let k = 0; k < position.count; k++) {
      if (Math.abs(position.getX(k) - 2) > 1e-6) continue;
      const y = position.getY(k);
      lowest.set(y, Math.min(lowest.get(y) ?? 9, position.getZ(k)));
    }
    for (let y = 0; y <= 2; y += kCell) {
      const share = y / 2;
      const low = (1 - share) * lowest.get(0)! + share * lowest.get(2)!;
      expect(low).toBeLessThan(fine.get(`2.000 ${y.toFixed(3)}`)![0]!);
    }
  });

  it('knows where the ground is loose, and what it is made of', () => {
    const model = flatField();
    const looseness = new Uint8Array(kPoints * kPoints);
    looseness[0] = 255;
    const surfaces = new Uint8Array(kPoints * kPoints).fill(1);
    surfaces[5] = 99;
    model.set(decodeTile(tile(0, 0, () => 2, { looseness, surfaces })));
    const mesh = meshOf(model, 0, 0);
    const loose = mesh.getAttribute('loose');
    expect([loose.getX(0), loose.getX(5)]).toEqual([1, 0]);
    const soil = mesh.getAttribute('soil');
    // Of a known kind all is shown, of an unknown one nothing: there it is as the scene has it.
    expect([soil.getW(0), soil.getW(5)]).toEqual([1, 0]);
  });

  it('shows on a wall what lies under the ground', () => {
    const model = flatField();
    const surfaces = new Uint8Array(kPoints * kPoints);
    // Grass above, earth in the pit that begins with the fifth column.
    for (let k = 0; k < surfaces.length; k++) surfaces[k] = k % kPoints < 4 ? 0 : 1;
    const pit = (x: number) => (x < 3.5 * kCell ? 2 : -2);
    model.set(decodeTile(tile(0, 0, pit, { surfaces })));
    const soil = meshOf(model, 0, 0).getAttribute('soil');
    const colour = (k: number) => [soil.getX(k), soil.getY(k), soil.getZ(k)];
    expect(colour(3)).toEqual(colour(4));
    expect(colour(2)).not.toEqual(colour(3));
  });
});

describe('walls', () => {
  const grid = { xMin: 0, yMin: 0, cell: 0.1, cells: 32 };
  const row = [0, 1, 2, 3].map((column) => pointsOf(column, 0, grid));

  it('are found where they cross the edge of a tile', () => {
    const model = flatField();
    model.set(decodeTile(tile(0, 0, (x) => (x < 1 ? 2 : 0.5))));
    model.set(decodeTile(tile(1, 0, (x, y) => (Math.hypot(x - 3, y - 1) < 0.4 ? 0 : 2))));
    const stepOf = (column: number) => {
      const points = pointsOf(column, 0, model.grid!);
      return largestStep(tileField(model, points), points);
    };
    expect(stepOf(0)).toBeCloseTo(1.5, 2);
    // This pit ends inside its tile; what its edge has comes from its neighbour.
    expect(stepOf(1)).toBeLessThanOrEqual(1.5 + 0.01);
  });

  it('are drawn finely near the eye, as long as there are triangles', () => {
    const eye = { x: 0, y: 1.6 };
    const strides = [2, 4, 4, 8];
    refine(row, strides, (k) => k !== 1, grid, eye, 1e6);
    expect(strides).toEqual([1, 4, 1, 1]);
    const few = [2, 4, 4, 8];
    // A tile of 32 by 32 cells has 2048 + 256, with a stride of 2 it has 512 + 128, with 4 it has 128 + 64, with 8
    // it has 32 + 32. As given all have 1088; the first costs 1664 more, the second 2112.
    refine(row, few, () => true, grid, eye, 1088 + 1664 + 2112);
    expect(few).toEqual([1, 1, 4, 8]);
    const away = [2, 4, 4, 8];
    refine(row, away, () => true, grid, { x: 100, y: 0 }, 1e6);
    expect(away).toEqual([2, 4, 4, 8]);
  });
});
