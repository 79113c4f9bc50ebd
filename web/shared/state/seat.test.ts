import { create, fromBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Change_Kind,
  ClientMessageSchema,
  Command_Kind,
  Role,
  ServerMessageSchema,
} from '../../protocol/outrigger_pb.js';
import { Operator } from '../input/operator.js';
import { readAddress } from '../link/address.js';
import { FakeSocket } from '../link/fake_socket.js';
import { Seat } from './seat.js';

const at = { protocol: 'http:', host: 'seat', search: '' };
let now = 0;
const clock = () => now;

function open(search = ''): Seat {
  const seat = new Seat(readAddress({ ...at, search }, 'any'), clock);
  seat.open();
  socket().accept();
  return seat;
}
const socket = (): FakeSocket => FakeSocket.made.at(-1)!;
type Body = NonNullable<MessageInitShape<typeof ServerMessageSchema>['body']>;
const deliver = (body: Body) => socket().deliver(create(ServerMessageSchema, { body }).body);
const sent = () => socket().sent.map((bytes) => fromBinary(ClientMessageSchema, bytes).body);

const controls = [
  { name: 'boom', keyPositive: 'KeyK', rateLimit: 5 },
  { name: 'steering', kind: 2 },
];
const scene: Body = { case: 'scene', value: { protocol: 1, title: 'crane', controls } };
const welcome = (role: Role, highest = role, reason = ''): Body => ({
  case: 'welcome',
  value: { role, highest, reason },
});
const frame = (step: bigint, inputs: number[], operators = 1): Body => ({
  case: 'frame',
  value: { step, time: Number(step) / 100, inputs, operators },
});

beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.made = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a seat', () => {
  it('may do what the server grants, and says why that is less', () => {
    const seat = open('?role=instruct');
    const told: string[] = [];
    seat.notices.listen((notice) => told.push(notice.text));
    deliver(scene);
    deliver(welcome(Role.WATCH, Role.WATCH, 'a token is wanted'));
    expect(seat.store.value).toMatchObject({ mayOperate: false, mayInstruct: false });
    expect(told).toEqual(['a token is wanted']);
    seat.command(Command_Kind.PAUSE);
    seat.editGround('{}');
    expect(sent().map((body) => body.case)).toEqual(['hello']);
  });

  it('asks to instruct only when it could, and then sends edits of the ground', () => {
    const seat = open();
    deliver(scene);
    deliver(welcome(Role.OPERATE, Role.OPERATE));
    seat.askToInstruct();
    expect(sent().length).toBe(1);
    deliver(welcome(Role.OPERATE, Role.INSTRUCT));
    seat.askToInstruct();
    expect(sent()[1]).toMatchObject({ case: 'hello', value: { role: Role.INSTRUCT } });
    deliver(welcome(Role.INSTRUCT));
    const text = '{circle: [1, 2, 3], raise: 1}';
    seat.editGround(text);
    const value = { kind: Command_Kind.EDIT_GROUND, text };
    expect(sent()[2]).toMatchObject({ case: 'command', value });
  });

  it('forgets what came and went when it connects again', () => {
    const seat = open();
    deliver(scene);
    const change = { kind: Change_Kind.BODY, key: 4n, version: 9n };
    deliver({ case: 'changes', value: { items: [change], waiting: 3 } });
    deliver(frame(10n, [0, 0]));
    expect([seat.keyed.size, seat.keyed.waiting]).toEqual([1, 3]);
    socket().close();
    expect(seat.store.value.link).toBe('lost');
    vi.advanceTimersByTime(300);
    socket().accept();
    deliver(scene);
    expect([seat.keyed.size, seat.keyed.waiting, seat.frame]).toEqual([0, undefined, undefined]);
    deliver({ case: 'changes', value: { items: [{ ...change, version: 1n }] } });
    expect(seat.keyed.size).toBe(1);
  });

  it('counts the seconds of silence', () => {
    const seat = open();
    deliver(scene);
    now = 5;
    expect(seat.silence).toBe(5);
    deliver(frame(1n, [0, 0]));
    expect(seat.silence).toBe(0);
  });

  it('pauses what runs and resumes what stands', () => {
    const seat = open();
    deliver(scene);
    deliver(frame(1n, [0, 0]));
    seat.togglePause();
    deliver({ case: 'frame', value: { step: 2n, time: 0.02, paused: true } });
    seat.togglePause();
    const kinds = sent().map((body) => (body.case === 'command' ? body.value.kind : undefined));
    expect(kinds.slice(1)).toEqual([Command_Kind.PAUSE, Command_Kind.RESUME]);
  });
});

describe('an operator', () => {
  function sitDown(search = '') {
    const seat = open(search);
    const ready = { now: true };
    const operator = new Operator(seat, clock, () => ready.now);
    deliver(scene);
    return { seat, operator, ready };
  }
  const values = () =>
    sent().flatMap((body) => (body.case === 'operate' ? [[...body.value.values]] : []));

  it('takes over wheels where they are, then sends what is moved', () => {
    const { operator } = sitDown();
    deliver(frame(5n, [0.5, 0.25]));
    operator.levers!.press('KeyK');
    now = 0.1;
    operator.advance();
    operator.send();
    expect(values()).toEqual([[1, 0.25]]);
    expect(operator.sinceMove).toBe(0);
  });

  it('sends nothing before the machine is on the screen', () => {
    const { operator, ready } = sitDown();
    deliver(frame(5n, [0, 0]));
    ready.now = false;
    operator.send();
    expect(values()).toEqual([]);
    ready.now = true;
    operator.send();
    expect(values()).toEqual([[0, 0]]);
  });

  it('has no levers while it may only watch, and gets them when it may operate', () => {
    const { operator } = sitDown('?role=watch');
    expect(operator.levers).toBeUndefined();
    deliver(welcome(Role.OPERATE));
    expect(operator.levers?.controls.length).toBe(2);
    deliver(welcome(Role.WATCH));
    expect(operator.levers).toBeUndefined();
  });

  it('lets go when the connection is lost, and begins anew after a reset', () => {
    const { operator } = sitDown();
    deliver(frame(5n, [0, 0.4]));
    operator.levers!.press('KeyK');
    operator.advance();
    expect(operator.levers!.value(0)).toBe(1);
    socket().close();
    expect(operator.levers!.value(0)).toBe(0);
    vi.advanceTimersByTime(300);
    socket().accept();
    deliver(scene);
    deliver(frame(6n, [0, 0.4]));
    expect(operator.levers!.value(1)).toBeCloseTo(0.4);
    deliver(frame(1n, [0, 0.4]));
    expect(operator.levers!.value(1)).toBe(0);
  });
});
