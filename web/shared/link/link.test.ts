import { create, fromBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ClientMessageSchema, Role, ServerMessageSchema } from '../../protocol/outrigger_pb.js';
import type { RoleName } from './address.js';
import { FakeSocket } from './fake_socket.js';
import { Backoff, Link } from './link.js';

describe('waiting between attempts', () => {
  it('doubles up to a ceiling and begins anew after success', () => {
    const backoff = new Backoff(0.25, 5);
    const waits = Array.from({ length: 7 }, () => backoff.next());
    expect(waits).toEqual([0.25, 0.5, 1, 2, 4, 5, 5]);
    backoff.reset();
    expect(backoff.next()).toBe(0.25);
  });
});

describe('a connection', () => {
  const log: string[] = [];
  const connect = (options: { role?: RoleName; token?: string } = {}) => {
    const connection = new Link(
      { url: 'ws://seat/ws', role: 'watch', token: '', frameRate: 60, ...options },
      {
        onState: (state) => log.push(state),
        onScene: (scene) => log.push(`scene ${scene.title}`),
        onFrame: (frame) => log.push(`frame ${frame.step}`),
        onNotice: (notice) => log.push(`notice ${notice.text}`),
        onChanges: (changes) => log.push(`changes ${changes.items.length}`),
        onWelcome: (welcome) => log.push(`role ${welcome.role}`),
        onError: (text) => log.push(`error ${text}`),
      },
    );
    connection.open();
    return connection;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', FakeSocket);
    FakeSocket.made = [];
    log.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const message = (body: MessageInitShape<typeof ServerMessageSchema>['body']) =>
    create(ServerMessageSchema, { ...(body ? { body } : {}) }).body;
  const scene = (title: string) => message({ case: 'scene', value: { protocol: 1, title } });

  it('greets, is connected with the scene, and comes back after a loss', () => {
    connect();
    FakeSocket.made[0]!.accept();
    const hello = fromBinary(ClientMessageSchema, FakeSocket.made[0]!.sent[0]!).body;
    expect(hello).toMatchObject({ case: 'hello', value: { protocol: 1, observer: true } });
    expect(log).toEqual(['connecting']);
    FakeSocket.made[0]!.deliver(scene('crane'));
    expect(log).toEqual(['connecting', 'connected', 'scene crane']);
    FakeSocket.made[0]!.close();
    expect(log.at(-1)).toBe('lost');
    vi.advanceTimersByTime(300);
    expect(FakeSocket.made.length).toBe(2);
    // Nobody there: the next wait is longer.
    FakeSocket.made[1]!.close();
    vi.advanceTimersByTime(300);
    expect(FakeSocket.made.length).toBe(2);
    vi.advanceTimersByTime(300);
    FakeSocket.made[2]!.accept();
    FakeSocket.made[2]!.deliver(scene('excavator'));
    expect(log.slice(-2)).toEqual(['connected', 'scene excavator']);
  });

  it('tells role and token anew at every connection, and hears what it was given', () => {
    const link = connect({ role: 'instruct', token: 'secret' });
    for (const k of [0, 1]) {
      const socket = FakeSocket.made[k]!;
      socket.accept();
      const hello = fromBinary(ClientMessageSchema, socket.sent[0]!).body;
      const value = { role: Role.INSTRUCT, token: 'secret', observer: false };
      expect(hello).toMatchObject({ case: 'hello', value });
      socket.deliver(scene('crane'));
      socket.deliver(message({ case: 'welcome', value: { role: Role.WATCH } }));
      socket.deliver(message({ case: 'changes', value: { items: [{}, {}] } }));
      expect(log.slice(-2)).toEqual([`role ${Role.WATCH}`, 'changes 2']);
      socket.close();
      vi.advanceTimersByTime(300);
    }
    // What is sent while there is no connection is lost, not kept.
    link.send({ case: 'operate', value: { values: [1] } });
    FakeSocket.made[2]!.accept();
    expect(FakeSocket.made[2]!.sent.length).toBe(1);
  });

  it('keeps a role that was asked for later', () => {
    const link = connect({ role: 'any' });
    const roleOf = (k: number, n: number) => {
      const { body } = fromBinary(ClientMessageSchema, FakeSocket.made[k]!.sent[n]!);
      return body.case === 'hello' ? body.value.role : undefined;
    };
    FakeSocket.made[0]!.accept();
    link.askFor('instruct');
    expect([roleOf(0, 0), roleOf(0, 1)]).toEqual([Role.ANY, Role.INSTRUCT]);
    FakeSocket.made[0]!.close();
    vi.advanceTimersByTime(300);
    FakeSocket.made[1]!.accept();
    expect(roleOf(1, 0)).toBe(Role.INSTRUCT);
  });

  it('tries at once when asked, and not while it is open', () => {
    const link = connect();
    FakeSocket.made[0]!.accept();
    link.retryNow();
    expect(FakeSocket.made.length).toBe(1);
    FakeSocket.made[0]!.close();
    link.retryNow();
    expect(FakeSocket.made.length).toBe(2);
    // The attempt that was waiting is not made besides.
    vi.advanceTimersByTime(10_000);
    expect(FakeSocket.made.length).toBe(2);
  });

  it('reports what it cannot read, and lives on', () => {
    connect();
    const socket = FakeSocket.made[0]!;
    socket.accept();
    socket.onmessage({ data: 'text' });
    socket.onmessage({ data: new Uint8Array([10, 200]).buffer });
    socket.deliver(scene('crane'));
    expect(log.filter((line) => line.startsWith('error')).length).toBe(2);
    expect(log.at(-1)).toBe('scene crane');
  });

  it('says so when the protocol is another', () => {
    connect();
    FakeSocket.made[0]!.deliver(message({ case: 'scene', value: { protocol: 9 } }));
    expect(log[1]).toContain('protocol 9');
  });
});
