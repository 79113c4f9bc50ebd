// A worksite of 120 m x 90 m as a height field: road, ramp, plateau, steep slope, stockpile.

const kinds = [
  { name: 'grass', colour: [0.36, 0.44, 0.2] },
  { name: 'gravel', colour: [0.58, 0.54, 0.47] },
  { name: 'asphalt', colour: [0.24, 0.24, 0.26] },
  { name: 'sandy loam', colour: [0.5, 0.38, 0.24] },
  { name: 'dry sand', colour: [0.76, 0.66, 0.44] },
  { name: 'concrete', colour: [0.68, 0.68, 0.66] },
];
const [grass, gravel, asphalt, loam, sand, concrete] = kinds.keys();

const columns = 241;
const rows = 181;
const cell = 0.5;
const heightMin = -3;
const heightStep = 0.0005;

const inside = (x, y, [x0, x1, y0, y1]) => x >= x0 && x <= x1 && y >= y0 && y <= y1;
const clamp = (v, low, high) => Math.min(high, Math.max(low, v));

// Distance outside an axis-parallel rectangle, 0 inside.
const outside = (x, y, [x0, x1, y0, y1]) =>
  Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));

export function heightAt(x, y) {
  const bank = 1 / 1.5;
  const ramp = (4 * (clamp(x, 62, 90) - 62)) / 28 - bank * outside(x, y, [62, 90, 18, 28]);
  const plateau = 4 - bank * outside(x, y, [90, 118, 14, 34]);
  const slope = x > 96 && x < 110 && y > 34 ? 4 - (y - 34) * Math.tan((28 * Math.PI) / 180) : -1;
  const pile = 2.2 - Math.tan((34 * Math.PI) / 180) * outside(x, y, [75.3, 80.7, 61.3, 62.7]);
  const pit = inside(x, y, [24, 36, 58.5, 61.5]) ? -1.5 : 0;
  return Math.max(ramp, plateau, slope, pile, 0) + pit;
}

function surfaceAt(x, y) {
  if (inside(x, y, [0, 60, 4, 12])) return asphalt;
  if (inside(x, y, [52, 72, 72, 88])) return concrete;
  if (inside(x, y, [71, 85, 57, 67])) return sand;
  if (inside(x, y, [20, 40, 54, 72])) return loam;
  if (inside(x, y, [92, 114, 41.5, 56])) return loam;
  if (inside(x, y, [6, 62, 12, 40]) || inside(x, y, [62, 90, 18, 28])) return gravel;
  if (inside(x, y, [90, 118, 14, 34])) return gravel;
  return grass;
}

export function makeGround() {
  const heights = new Uint8Array(columns * rows * 2);
  const surfaces = new Uint8Array(columns * rows);
  const view = new DataView(heights.buffer);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const [x, y] = [column * cell, row * cell];
      view.setUint16(2 * i, Math.round((heightAt(x, y) - heightMin) / heightStep), true);
      surfaces[i] = surfaceAt(x, y);
    }
  }
  return { columns, rows, xMin: 0, yMin: 0, cell, heightMin, heightStep, heights, surfaces, kinds };
}
