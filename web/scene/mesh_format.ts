import * as THREE from 'three';

/** First bytes of a mesh: "ORM1". */
const kMagic = 0x314d524f;
const kHeader = 40;
/** Bytes of a vertex (u16 x y z 0, then i8 normal and 0) and of a triangle. */
const kPlace = 8;
const kNormal = 4;
const kTriangle = 12;

/**
 * A mesh as the server sends it (src/display/mesh_asset.h). Throws when it is not one.
 */
export function decodeMesh(bytes: ArrayBuffer): THREE.BufferGeometry {
  const view = new DataView(bytes);
  if (bytes.byteLength < kHeader || view.getUint32(0, true) !== kMagic) {
    throw new Error('this is not a mesh');
  }
  const [vertices, triangles] = [view.getUint32(4, true), view.getUint32(8, true)];
  const wanted = kHeader + (kPlace + kNormal) * vertices + kTriangle * triangles;
  if (bytes.byteLength !== wanted) {
    throw new Error(`a mesh of ${wanted} bytes has come with ${bytes.byteLength}`);
  }
  const low = [0, 1, 2].map((k) => view.getFloat32(16 + 4 * k, true));
  const step = [0, 1, 2].map((k) => view.getFloat32(28 + 4 * k, true));
  const normalsAt = kHeader + kPlace * vertices;
  const indexAt = normalsAt + kNormal * vertices;
  const positions = new Float32Array(3 * vertices);
  const normals = new Float32Array(3 * vertices);
  for (let i = 0; i < vertices; i++) {
    for (let k = 0; k < 3; k++) {
      const n = view.getUint16(kHeader + kPlace * i + 2 * k, true);
      positions[3 * i + k] = low[k]! + step[k]! * n;
      normals[3 * i + k] = view.getInt8(normalsAt + kNormal * i + k) / 127;
    }
  }
  const index = new Uint32Array(3 * triangles);
  for (let i = 0; i < index.length; i++) {
    const at = view.getUint32(indexAt + 4 * i, true);
    if (at >= vertices) throw new Error(`a triangle has vertex ${at} of ${vertices}`);
    index[i] = at;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(normals, 3));
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
  return geometry;
}
