// Numbers that look random and are the same on every computer and in every picture.

/** 0..1 of a whole number. */
export function scatter(n: number): number {
  let v = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  v = Math.imul(v ^ (v >>> 16), 0x45d9f3b);
  return ((v ^ (v >>> 16)) >>> 0) / 2 ** 32;
}

const smooth = (t: number) => t * t * (3 - 2 * t);
const corner = (i: number, j: number) => scatter(Math.imul(i, 73856093) ^ Math.imul(j, 19349663));

/** Smooth noise over a plane, -1..1, of lumps about `size` metres wide. */
export function lumps(x: number, y: number, size: number): number {
  const i = Math.floor(x / size);
  const j = Math.floor(y / size);
  const s = smooth(x / size - i);
  const t = smooth(y / size - j);
  const low = corner(i, j) * (1 - s) + corner(i + 1, j) * s;
  const high = corner(i, j + 1) * (1 - s) + corner(i + 1, j + 1) * s;
  return 2 * (low * (1 - t) + high * t) - 1;
}
