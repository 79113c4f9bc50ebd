// Ground tiles of the mock: an edit of the ground as one line of text becomes changed tiles.
import { heightAt } from './ground.mjs';

const kCells = 32;
const kCell = 0.125;
const kStep = 0.002;
const kSize = kCells * kCell;
const kAsBase = 255;
const kLoam = 3;

const kNumber = String.raw`\s*(-?\d+(?:\.\d+)?)\s*`;
const list = (count) => String.raw`\[${Array(count).fill(kNumber).join(',')}\]`;
const kForm = new RegExp(
  String.raw`^\{(?:rectangle:\s*${list(4)}|circle:\s*${list(3)}),\s*(raise|lower|level):${kNumber}(?:,\s*bank:${kNumber})?\}$`,
);

/** Edits, and the tiles that follow from them. */
export class MockTiles {
  constructor() {
    this.edits = [];
    this.tiles = new Map();
    this.version = 0n;
  }

  /** The changes of an edit. Throws when the text is none. */
  edit(text) {
    const m = kForm.exec(text);
    if (!m) throw new Error(`ground edit: "${text}" is not understood`);
    const [x0, x1, y0, y1, cx, cy, r] = m.slice(1, 8).map((v) => v && Number(v));
    const [action, amount, bank] = [m[8], Number(m[9]), Number(m[10] ?? 0)];
    if (Math.abs(amount) > 1000) throw new Error(`ground edit: ${amount} m is too much`);
    const circle = r !== undefined;
    const outside = (x, y) =>
      circle
        ? Math.max(0, Math.hypot(x - cx, y - cy) - r)
        : Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
    const apply = (x, y, z) => {
      const out = outside(x, y);
      const goal = action === 'level' ? amount : z + (action === 'raise' ? amount : -amount);
      if (out === 0) return goal;
      if (bank === 0) return z;
      return z + Math.sign(goal - z) * Math.max(0, Math.abs(goal - z) - out / bank);
    };
    this.edits.push(apply);
    const reach = 4 * bank + kCell;
    const box = circle ? [cx - r, cx + r, cy - r, cy + r] : [x0, x1, y0, y1];
    const changes = [];
    const at = (v) => Math.floor(v / kSize);
    for (let row = at(box[2] - reach); row <= at(box[3] + reach); row++) {
      for (let column = at(box[0] - reach); column <= at(box[1] + reach); column++) {
        changes.push(this.change(column, row));
      }
    }
    return changes;
  }

  /** All tiles are gone. */
  clear() {
    const keys = [...this.tiles.keys()];
    this.edits = [];
    this.tiles.clear();
    return keys.map((key) => ({ kind: 1, key, version: ++this.version, removed: true }));
  }

  /** For a viewer that comes late. */
  all() {
    return [...this.tiles.values()];
  }

  height(x, y) {
    return this.edits.reduce((z, apply) => apply(x, y, z), heightAt(x, y));
  }

  change(column, row) {
    const points = kCells + 1;
    const heights = new Uint8Array(2 * points * points);
    const view = new DataView(heights.buffer);
    const surfaces = new Uint8Array(points * points).fill(kAsBase);
    const looseness = new Uint8Array(points * points);
    const [xMin, yMin] = [column * kSize, row * kSize];
    for (let j = 0, k = 0; j < points; j++) {
      for (let i = 0; i < points; i++, k++) {
        const [x, y] = [xMin + i * kCell, yMin + j * kCell];
        const z = this.height(x, y);
        view.setInt16(2 * k, Math.round(z / kStep), true);
        const raised = z - heightAt(x, y);
        // What was cut is earth, what was put there is loose.
        if (Math.abs(raised) > 0.01) surfaces[k] = kLoam;
        looseness[k] = raised > 0.01 ? 255 : 0;
      }
    }
    const tile = { column, row, columns: points, rows: points, xMin, yMin, cell: kCell };
    const value = { ...tile, heightBase: 0, heightStep: kStep, heights, surfaces, looseness };
    const key = (BigInt.asUintN(32, BigInt(row)) << 32n) | BigInt.asUintN(32, BigInt(column));
    const version = ++this.version;
    const change = { kind: 1, key, version, value: { case: 'tile', value } };
    this.tiles.set(key, change);
    return change;
  }
}
