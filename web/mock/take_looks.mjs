// Gives the mock excavator the looks of the real one: the shapes of the bodies, links and cameras that have
// the same names, from a running seat.
//
//   node mock/take_looks.mjs ws://127.0.0.1:8080/ws
import { readFile, writeFile } from 'node:fs/promises';
import { fromBinary, toJson } from '@bufbuild/protobuf';
import { WebSocket } from 'ws';
import { SceneSchema, ServerMessageSchema } from '../protocol/outrigger_pb.js';

const file = new URL('excavator.json', import.meta.url);
const socket = new WebSocket(process.argv[2] ?? 'ws://127.0.0.1:8080/ws');
socket.binaryType = 'arraybuffer';
const scene = await new Promise((resolve, reject) => {
  socket.on('error', reject);
  socket.on('message', (data) => {
    const { body } = fromBinary(ServerMessageSchema, new Uint8Array(data));
    if (body.case === 'scene') resolve(toJson(SceneSchema, body.value));
  });
});
socket.close();

/** Short numbers: a hundredth of a millimetre is enough. */
const short = (value) =>
  typeof value === 'number'
    ? Math.round(1e5 * value) / 1e5
    : Array.isArray(value)
      ? value.map(short)
      : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, v]) => [key, short(v)]))
        : value;

const description = JSON.parse(await readFile(file, 'utf8'));
for (const body of description.scene.bodies) {
  const real = scene.bodies.find(({ name }) => name === body.name);
  if (real?.shapes) body.shapes = short(real.shapes);
}
for (const camera of description.scene.cameras) {
  const real = scene.cameras.find(({ name }) => name === camera.name);
  if (real) Object.assign(camera, short({ ...real, body: camera.body }));
}
const line = (value) => JSON.stringify(value);
const { bodies, ...rest } = description.scene;
const shapes = (body) => (body.shapes ?? []).map((s) => `        ${line(s)}`).join(',\n');
const text = bodies
  .map(
    (b) =>
      `      ${line({ ...b, shapes: 0 }).replace('"shapes":0', `"shapes": [\n${shapes(b)}\n      ]`)}`,
  )
  .join(',\n');
const members = Object.entries(rest).map(([key, value]) => `    ${line(key)}: ${line(value)}`);
const others = Object.entries(description).filter(([key]) => key !== 'scene');
await writeFile(
  file,
  `{\n  "scene": {\n    "bodies": [\n${text}\n    ],\n${members.join(',\n')}\n  },\n${others
    .map(([key, value]) => `  ${line(key)}: ${line(value)}`)
    .join(',\n')}\n}\n`,
);
