// Stands in for the simulator while the display is developed: serves web/dist and speaks the wire
// protocol with a machine that moves without physics.
//
//   node mock/server.mjs [--port 8080] [--replay] [--plane] [--scene excavator.json] [--token T] [--soil]
//
// With --token, operating and instructing want it. With --soil the bucket is heaped, a truck stands beside the
// machine, and there is a trench with its spoil. A buoy, which is a mesh, comes and goes beside the
// machine every few seconds.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { create, fromBinary, fromJson, toBinary } from '@bufbuild/protobuf';
import { WebSocketServer } from 'ws';
import {
  Change_Kind,
  ClientMessageSchema,
  Command_Kind,
  GroundSchema,
  Notice_Level,
  Role,
  SceneSchema,
  ServerMessageSchema,
  Shape_Kind,
} from '../protocol/outrigger_pb.js';
import { makeGround } from './ground.mjs';
import { MockMachine } from './machine.mjs';
import { makeMesh } from './mesh.mjs';
import { MockSoil } from './soil.mjs';
import { MockTiles } from './tiles.mjs';

/** A trench and its spoil, in front of the machine to its right. */
const kTrench = [
  '{rectangle: [51, 57, 20.2, 21.4], lower: 1.6}',
  '{rectangle: [52, 56.5, 18.2, 18.4], raise: 0.7, bank: 1.5}',
  '{circle: [51.6, 18.2, 0.2], raise: 0.9, bank: 1.4}',
];

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '..', 'dist');
const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    scene: { type: 'string', default: join(here, 'excavator.json') },
    replay: { type: 'boolean', default: false },
    plane: { type: 'boolean', default: false },
    soil: { type: 'boolean', default: false },
    token: { type: 'string', default: '' },
  },
});

const description = JSON.parse(await readFile(options.scene, 'utf8'));
const soil = new MockSoil(description, options.soil);
description.scene.containers = soil.containers;
const machine = new MockMachine(description);
const scene = fromJson(SceneSchema, description.scene);
scene.replay = options.replay;
scene.duration = options.replay ? 30 : 0;
scene.ground = create(GroundSchema, options.plane ? {} : makeGround());

const encode = (body) => toBinary(ServerMessageSchema, create(ServerMessageSchema, { body }));
const sceneMessage = encode({ case: 'scene', value: scene });

let paused = false;
let timeScale = 1;
let operators = 0;
let wanted = [...machine.inputs];

const tiles = new MockTiles();
if (options.soil) for (const text of kTrench) tiles.edit(text);
const mesh = makeMesh();
/** A body that comes and goes: its id, and whether it is there. */
const buoy = { id: scene.bodies.length, version: 0n, there: false };

function buoyChange() {
  const shape = { kind: Shape_Kind.MESH, asset: mesh.name, size: mesh.size, centre: mesh.centre };
  const look = { colour: [0.85, 0.2, 0.1], material: 'plastic', opacity: 1 };
  const body = { id: buoy.id, name: 'buoy', shapes: [{ ...shape, ...look }] };
  const change = { kind: Change_Kind.BODY, key: BigInt(buoy.id), version: buoy.version };
  return buoy.there
    ? { ...change, value: { case: 'body', value: body } }
    : { ...change, removed: true };
}

function editGround(socket, text) {
  try {
    sendChanges(tiles.edit(text));
  } catch (error) {
    socket.send(notice(error.message, Notice_Level.ERROR));
  }
}

const changesMessage = (items, waiting = 0) =>
  encode({ case: 'changes', value: { items, waiting } });
const sendChanges = (items) => broadcast(changesMessage(items));

function obey({ kind, value }) {
  if (kind === Command_Kind.PAUSE) paused = true;
  if (kind === Command_Kind.RESUME) paused = false;
  if (kind === Command_Kind.TIME_SCALE) timeScale = Math.min(4, Math.max(0.05, value));
  if (kind === Command_Kind.SINGLE_STEP && paused) machine.advance(scene.step, wanted);
  if (kind === Command_Kind.SEEK && options.replay) machine.time = value;
  if (kind === Command_Kind.RESET) {
    sendChanges(tiles.clear());
    machine.reset();
    soil.reset();
    wanted = [...machine.inputs];
    broadcast(notice('The machine is back at its start.'));
  }
}

const notice = (text, level = Notice_Level.INFO) =>
  encode({ case: 'notice', value: { level, time: machine.time, text } });

function frameMessage() {
  const poses = machine.poses();
  soil.place(poses);
  const bodies = poses.map((_, id) => id);
  if (buoy.there) {
    const [x, y, z] = poses[0].p;
    bodies.push(buoy.id);
    poses.push({ p: [x + 3, y + 4, z + 1], q: [0, 0, 0, 1] });
  }
  return encode({
    case: 'frame',
    value: {
      step: machine.step,
      time: machine.time,
      poses: poses.flatMap(({ p, q }) => [...p, ...q]),
      bodies,
      bodiesVersion: buoy.version,
      inputs: machine.inputs,
      channels: machine.channels(poses),
      loads: soil.loads(poses),
      falling: soil.falling(),
      paused,
      timeScale,
      loop: { overruns: 0n, lostSteps: 0n, stepTimeUs: 180, load: 0.18 },
      operators,
    },
  });
}

// ------------------------------------------------------------------------------------ the server

const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

const server = createServer(async (request, response) => {
  const path = normalize(new URL(request.url, 'http://localhost').pathname);
  if (path === `/assets/${mesh.name}`) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(mesh.bytes);
    return;
  }
  const file = join(dist, path === '/' ? 'index.html' : path);
  try {
    const content = await readFile(file);
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(content);
  } catch {
    response.writeHead(404).end('not found');
  }
});

const sockets = new WebSocketServer({ server, path: '/ws' });
const broadcast = (message) => {
  for (const socket of sockets.clients) {
    if (socket.ready && socket.bufferedAmount < 100_000) socket.send(message);
  }
};

sockets.on('connection', (socket) => {
  socket.send(sceneMessage);
  socket.send(changesMessage([...tiles.all(), ...(buoy.there ? [buoyChange()] : [])]));
  let role = Role.WATCH;
  const setRole = (next) => {
    operators += (next > Role.WATCH ? 1 : 0) - (role > Role.WATCH ? 1 : 0);
    role = next;
  };
  socket.on('message', (data) => {
    const { body } = fromBinary(ClientMessageSchema, new Uint8Array(data));
    if (body.case === 'hello') {
      const { observer, role: asked, token } = body.value;
      const highest = token === options.token ? Role.INSTRUCT : Role.WATCH;
      const wanted = observer ? Role.WATCH : asked || Math.min(highest, Role.OPERATE);
      setRole(Math.min(wanted, highest));
      const reason = role < wanted ? 'This role wants a token.' : '';
      const again = socket.ready;
      socket.ready = true;
      socket.send(encode({ case: 'welcome', value: { role, reason, highest } }));
      if (!again) socket.send(notice('Welcome. Press H for the keys.'));
    } else if (role >= Role.OPERATE && body.case === 'operate') {
      wanted = body.value.values;
    } else if (role >= Role.OPERATE && body.case === 'command') {
      const { kind, text } = body.value;
      if (kind !== Command_Kind.EDIT_GROUND) obey(body.value);
      else if (role >= Role.INSTRUCT) editGround(socket, text);
    }
  });
  socket.on('close', () => setRole(Role.WATCH));
});

setInterval(() => {
  buoy.there = !buoy.there;
  buoy.version++;
  sendChanges([buoyChange()]);
}, 4000);

const interval = 1 / 60;
setInterval(() => {
  if (!paused) {
    // A recording moves its levers by itself.
    const t = machine.time;
    const shown = options.replay ? [Math.sin(t), Math.sin(2 * t), 0, Math.cos(t), 0.5] : wanted;
    machine.advance(interval * timeScale, shown);
    const poses = machine.poses();
    soil.place(poses);
    soil.advance(interval * timeScale, poses);
    if (options.replay && machine.time >= scene.duration) paused = true;
  }
  broadcast(frameMessage());
}, 1000 * interval);

server.listen(Number(options.port), () => {
  console.log(`mock server: http://localhost:${server.address().port}/`);
});
