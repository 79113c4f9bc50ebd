import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  type Changes,
  ClientMessageSchema,
  type Frame,
  type Notice,
  Role,
  type Scene,
  ServerMessageSchema,
  type Welcome,
} from '../../protocol/outrigger_pb.js';

import type { RoleName } from './address.js';

export const kProtocol = 1;

const kRoles: Record<RoleName, Role> = {
  any: Role.ANY,
  watch: Role.WATCH,
  operate: Role.OPERATE,
  instruct: Role.INSTRUCT,
};

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

export type LinkState = 'connecting' | 'connected' | 'lost' | 'refused';

export interface LinkEvents {
  /** `retryIn` in seconds, when lost. */
  onState(state: LinkState, retryIn: number): void;
  onScene(scene: Scene): void;
  onFrame(frame: Frame): void;
  onNotice(notice: Notice): void;
  onChanges(changes: Changes): void;
  onWelcome(welcome: Welcome): void;
  onError(text: string): void;
}

export interface LinkOptions {
  url: string;
  role: RoleName;
  token: string;
  /** Frames per second wanted from the server. */
  frameRate: number;
}

/** One WebSocket that is opened again whenever it closes. */
export class Link {
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff();
  private role: RoleName;

  constructor(
    private readonly options: LinkOptions,
    private readonly events: LinkEvents,
  ) {
    this.role = options.role;
  }

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
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => this.retry();
  }

  /** Tries at once instead of waiting. */
  retryNow(): void {
    if (!this.socket || this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  /** Asks for another role, now and after each loss of the connection. */
  askFor(role: RoleName): void {
    this.role = role;
    this.greet();
  }

  private greet(): void {
    const { token, frameRate } = this.options;
    const role = this.role;
    // Servers of before know observers only.
    const observer = role === 'watch';
    const value = { protocol: kProtocol, frameRate, observer, role: kRoles[role], token };
    this.send({ case: 'hello', value });
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
      else if (body.case === 'changes') this.events.onChanges(body.value);
      else if (body.case === 'welcome') this.events.onWelcome(body.value);
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
