import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ClientMessageSchema,
  type ServerMessage,
  ServerMessageSchema,
} from '../protocol/outrigger_pb.js';
import { Backoff, Connection, serverUrl } from './connection.js';

describe('waiting between attempts', () => {
  it('doubles up to a ceiling and begins anew after success', () => {
    const backoff = new Backoff(0.25, 5);
    const waits = Array.from({ length: 7 }, () => backoff.next());
    expect(waits).toEqual([0.25, 0.5, 1, 2, 4, 5, 5]);
    backoff.reset();
    expect(backoff.next()).toBe(0.25);
  });
});

describe('the address of the server', () => {
  it('is the host of the page unless given', () => {
    const page = { protocol: 'http:', host: 'seat:8080', search: '' };
    expect(serverUrl(page)).toBe('ws://seat:8080/ws');
    expect(serverUrl({ ...page, protocol: 'https:' })).toBe('wss://seat:8080/ws');
    expect(serverUrl({ ...page, search: '?server=ws://a:1/ws' })).toBe('ws://a:1/ws');
  });
});

/** A socket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: Uint8Array[] = [];
  onopen: () => void = () => {};
  onclose: () => void = () => {};
  onmessage: (event: { data: unknown }) => void = () => {};

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(data: Uint8Array) {
    this.sent.push(data);
  }
  accept() {
    this.readyState = 1;
    this.onopen();
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
  deliver(body: ServerMessage['body']) {
    const bytes = toBinary(ServerMessageSchema, create(ServerMessageSchema, { body }));
    this.onmessage({ data: bytes.slice().buffer });
  }
}

describe('a connection', () => {
  const log: string[] = [];
  const connect = () => {
    const connection = new Connection(
      { url: 'ws://seat/ws', observer: true, frameRate: 60 },
      {
        onState: (state) => log.push(state),
        onScene: (scene) => log.push(`scene ${scene.title}`),
        onFrame: (frame) => log.push(`frame ${frame.step}`),
        onNotice: (notice) => log.push(`notice ${notice.text}`),
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

  const scene = (title: string): ServerMessage['body'] => {
    const message = create(ServerMessageSchema, {
      body: { case: 'scene', value: { protocol: 1, title } },
    });
    return message.body;
  };

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
    const message = create(ServerMessageSchema, {
      body: { case: 'scene', value: { protocol: 9 } },
    });
    FakeSocket.made[0]!.deliver(message.body);
    expect(log[1]).toContain('protocol 9');
  });
});
