import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  ClientMessageSchema,
  type Frame,
  type Notice,
  type Scene,
  ServerMessageSchema,
} from '../protocol/outrigger_pb.js';

export const kProtocol = 1;

/** Waiting times between attempts to connect: doubling, with a ceiling. */
export class Backoff {
  private attempts = 0;

  /**
   * @param first seconds before the second attempt
   * @param ceiling seconds, the longest wait
   */
  constructor(
    private readonly first = 0.25,
    private readonly ceiling = 5,
  ) {}

  /** Seconds to wait now. */
  next(): number {
    return Math.min(this.ceiling, this.first * 2 ** this.attempts++);
  }

  reset(): void {
    this.attempts = 0;
  }
}

export type ConnectionState = 'connecting' | 'connected' | 'lost' | 'refused';

export interface ConnectionEvents {
  /** `retryIn` in seconds, when lost. */
  onState(state: ConnectionState, retryIn: number): void;
  onScene(scene: Scene): void;
  onFrame(frame: Frame): void;
  onNotice(notice: Notice): void;
  onError(text: string): void;
}

export interface ConnectionOptions {
  url: string;
  observer: boolean;
  /** Frames per second wanted from the server. */
  frameRate: number;
}

/** The address of the server: `?server=` or the host of the page. */
export function serverUrl(location: { protocol: string; host: string; search: string }): string {
  const given = new URLSearchParams(location.search).get('server');
  if (given) return given;
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}

/** One WebSocket that is opened again whenever it closes. */
export class Connection {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff();

  constructor(
    private readonly options: ConnectionOptions,
    private readonly events: ConnectionEvents,
  ) {}

  open(): void {
    clearTimeout(this.timer);
    this.events.onState('connecting', 0);
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.options.url);
    } catch {
      this.events.onError(`"${this.options.url}" is not the address of a server.`);
      this.events.onState('refused', 0);
      return;
    }
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      const { observer, frameRate } = this.options;
      this.send({ case: 'hello', value: { protocol: kProtocol, frameRate, observer } });
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => this.retry();
  }

  /** Tries at once instead of waiting. */
  retryNow(): void {
    if (!this.socket || this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  send(body: NonNullable<MessageInitShape<typeof ClientMessageSchema>['body']>): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(toBinary(ClientMessageSchema, create(ClientMessageSchema, { body })));
  }

  private retry(): void {
    const wait = this.backoff.next();
    this.events.onState('lost', wait);
    this.timer = setTimeout(() => this.open(), 1000 * wait);
  }

  private receive(data: unknown): void {
    if (!(data instanceof ArrayBuffer)) {
      this.events.onError('The server sent a text message; only binary ones are understood.');
      return;
    }
    try {
      const { body } = fromBinary(ServerMessageSchema, new Uint8Array(data));
      if (body.case === 'frame') this.events.onFrame(body.value);
      else if (body.case === 'notice') this.events.onNotice(body.value);
      else if (body.case === 'scene') this.receiveScene(body.value);
    } catch (error) {
      this.events.onError(`A message of the server could not be shown: ${String(error)}`);
    }
  }

  private receiveScene(scene: Scene): void {
    if (scene.protocol !== kProtocol) {
      this.events.onError(
        `The server speaks protocol ${scene.protocol}, this page ${kProtocol}. Reload the page.`,
      );
    }
    this.backoff.reset();
    this.events.onState('connected', 0);
    this.events.onScene(scene);
  }
}
