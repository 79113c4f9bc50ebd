// Stands in for the simulator while the display is developed: serves web/dist and speaks the wire
// protocol with a machine that moves without physics.
//
//   node mock/server.mjs [--port 8080] [--replay] [--plane] [--scene excavator.json]
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { create, fromBinary, fromJson, toBinary } from '@bufbuild/protobuf';
import { WebSocketServer } from 'ws';
import {
  ClientMessageSchema,
  Command_Kind,
  GroundSchema,
  Notice_Level,
  SceneSchema,
  ServerMessageSchema,
} from '../protocol/outrigger_pb.js';
import { makeGround } from './ground.mjs';
import { MockMachine } from './machine.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '..', 'dist');
const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '8080' },
    scene: { type: 'string', default: join(here, 'excavator.json') },
    replay: { type: 'boolean', default: false },
    plane: { type: 'boolean', default: false },
  },
});

const description = JSON.parse(await readFile(options.scene, 'utf8'));
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

function obey({ kind, value }) {
  if (kind === Command_Kind.PAUSE) paused = true;
  if (kind === Command_Kind.RESUME) paused = false;
  if (kind === Command_Kind.TIME_SCALE) timeScale = Math.min(4, Math.max(0.05, value));
  if (kind === Command_Kind.SINGLE_STEP && paused) machine.advance(scene.step, wanted);
  if (kind === Command_Kind.SEEK && options.replay) machine.time = value;
  if (kind === Command_Kind.RESET) {
    machine.reset();
    wanted = [...machine.inputs];
    broadcast(notice('The machine is back at its start.'));
  }
}

const notice = (text, level = Notice_Level.INFO) =>
  encode({ case: 'notice', value: { level, time: machine.time, text } });

function frameMessage() {
  const poses = machine.poses();
  return encode({
    case: 'frame',
    value: {
      step: machine.step,
      time: machine.time,
      poses: poses.flatMap(({ p, q }) => [...p, ...q]),
      inputs: machine.inputs,
      channels: machine.channels(poses),
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
  let observer = true;
  socket.on('message', (data) => {
    const { body } = fromBinary(ClientMessageSchema, new Uint8Array(data));
    if (body.case === 'hello') {
      observer = body.value.observer;
      if (!observer) operators++;
      socket.ready = true;
      socket.send(notice('Welcome. Press H for the keys.'));
    } else if (!observer && body.case === 'operate') {
      wanted = body.value.values;
    } else if (!observer && body.case === 'command') {
      obey(body.value);
    }
  });
  socket.on('close', () => {
    if (!observer) operators--;
  });
});

const interval = 1 / 60;
setInterval(() => {
  if (!paused) {
    // A recording moves its levers by itself.
    const t = machine.time;
    const shown = options.replay ? [Math.sin(t), Math.sin(2 * t), 0, Math.cos(t), 0.5] : wanted;
    machine.advance(interval * timeScale, shown);
    if (options.replay && machine.time >= scene.duration) paused = true;
  }
  broadcast(frameMessage());
}, 1000 * interval);

server.listen(Number(options.port), () => {
  console.log(`mock server: http://localhost:${server.address().port}/`);
});
