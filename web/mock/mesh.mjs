// A mesh as the server sends it (src/display/mesh_asset.h): an octahedron, longer along x.

const corners = [
  [1.2, 0, 0],
  [-0.6, 0, 0],
  [0, 0.6, 0],
  [0, -0.6, 0],
  [0, 0, 0.6],
  [0, 0, -0.6],
];
const faces = [
  [0, 2, 4],
  [2, 1, 4],
  [1, 3, 4],
  [3, 0, 4],
  [2, 0, 5],
  [1, 2, 5],
  [3, 1, 5],
  [0, 3, 5],
];

const low = [-0.6, -0.6, -0.6];
const high = [1.2, 0.6, 0.6];

const minus = (a, b) => a.map((v, k) => v - b[k]);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];

/** Name of its content, edges and centre of its box, and its bytes. */
export function makeMesh() {
  const vertices = 3 * faces.length;
  const bytes = new Uint8Array(40 + 12 * vertices + 12 * faces.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('ORM1'));
  view.setUint32(4, vertices, true);
  view.setUint32(8, faces.length, true);
  const step = minus(high, low).map((v) => v / 65535);
  for (let k = 0; k < 3; k++) {
    view.setFloat32(16 + 4 * k, low[k], true);
    view.setFloat32(28 + 4 * k, step[k], true);
  }
  faces.forEach((face, f) => {
    const [a, b, c] = face.map((v) => corners[v]);
    const normal = cross(minus(b, a), minus(c, a));
    const length = Math.hypot(...normal);
    [a, b, c].forEach((corner, n) => {
      const v = 3 * f + n;
      for (let k = 0; k < 3; k++) {
        view.setUint16(40 + 8 * v + 2 * k, Math.round((corner[k] - low[k]) / step[k]), true);
        view.setInt8(40 + 8 * vertices + 4 * v + k, Math.round((127 * normal[k]) / length));
      }
      view.setUint32(40 + 12 * vertices + 4 * v, v, true);
    });
  });
  return {
    name: '00000000000000a1',
    size: minus(high, low),
    centre: low.map((v, k) => (v + high[k]) / 2),
    bytes,
  };
}
