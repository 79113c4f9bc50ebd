import { create, toBinary } from '@bufbuild/protobuf';
import { type ServerMessage, ServerMessageSchema } from '../../protocol/outrigger_pb.js';

/** A socket whose other end is a test. */
export class FakeSocket {
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
