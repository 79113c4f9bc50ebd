"""A controller's side of the hardware protocol (docs/hil.md), by the standard library alone.

    with Machine(port=7401, outputs=["depth"], inputs=["bucket"], mode="lockstep") as machine:
        while machine.next():                  # waits for the outputs of the next exchange
            machine.answer(bucket=0.2 * machine["depth"])
"""

import socket
import struct
import time

VERSION = 1
HELLO, WELCOME, REFUSE, OUTPUTS, INPUTS, BYE = range(1, 7)
HEADER = struct.Struct("<4sBBH")
OUTPUTS_HEAD = struct.Struct("<IIQQdII")  # session, state, exchange, step, time, count, missed
INPUTS_HEAD = struct.Struct("<IIQII")  # session, 0, exchange that is answered, count, 0
HOLDS, NEUTRAL = 1, 2


class Refused(Exception):
    """The machine does not want this controller; the text says why."""


class Machine:
    def __init__(self, host="127.0.0.1", port=7401, name="controller", outputs=(), inputs=(), mode="lockstep",
                 every=1, lag=0, transport="udp", token="", role="controller", wait=10.0):
        self.transport = transport
        self.values = {}
        self.time = 0.0
        self.step = self.exchange = self.missed = self.state = 0
        self.ended = ""  # why there is nothing more
        self._bytes = b""
        hello = f"name {name}\nmode {mode}\nrole {role}\nevery {every}\nlag {lag}\n"
        hello += f"outputs {' '.join(outputs)}\n" if outputs else ""
        hello += f"inputs {' '.join(inputs)}\n" if inputs else ""
        hello += f"token {token}\n" if token else ""
        self._connect(host, port, wait)
        self._greet(hello.encode(), time.monotonic() + wait)

    def _connect(self, host, port, wait):
        until = time.monotonic() + wait
        while True:  # the machine may begin a little later than the controller
            try:
                if self.transport == "tcp":
                    self.socket = socket.create_connection((host, port), timeout=wait)
                    self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                else:
                    self.socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_DGRAM)
                    self.socket.connect((host, port))
                return
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def _greet(self, hello, until):
        while True:
            try:
                self._send(HELLO, hello)
                kind, payload = self._receive(0.5)
            except (TimeoutError, socket.timeout, ConnectionRefusedError):
                if time.monotonic() > until:
                    raise TimeoutError("the machine does not answer") from None
                if self.transport == "udp":
                    time.sleep(0.02)
                continue
            if kind == REFUSE:
                raise Refused(payload.decode("utf-8", "replace"))
            if kind == WELCOME:
                break
        self.outputs, self.units, self.inputs = [], {}, {}
        for words in (line.split() for line in payload.decode().splitlines()):
            if words[0] == "session":
                self.session = int(words[1])
            elif words[0] == "machine":
                self.machine = words[1]
            elif words[0] in ("step", "deadline", "hold"):
                setattr(self, {"step": "step_size"}.get(words[0], words[0]), float(words[1]))
            elif words[0] == "output":
                self.outputs.append(words[1])
                self.units[words[1]] = words[2]
            elif words[0] == "input":
                self.inputs[words[1]] = (float(words[2]), float(words[3]))
        self._send_inputs(0, [])  # ready

    def next(self, timeout=2.0):
        """The outputs of the next exchange; False when the machine has ended. While it is paused nothing comes:
        then the controller says now and then that it is there."""
        while not self.ended:
            try:
                kind, payload = self._receive(timeout)
            except (TimeoutError, socket.timeout):
                self._send_inputs(0, [])
                continue
            except (ConnectionError, EOFError):
                self.ended = "the machine is gone"
                return False
            if kind == BYE:
                self.ended = payload.decode("utf-8", "replace")
            elif kind == OUTPUTS and len(payload) >= OUTPUTS_HEAD.size:
                session, state, exchange, step, now, count, missed = OUTPUTS_HEAD.unpack_from(payload)
                if session != self.session or len(payload) != OUTPUTS_HEAD.size + 8 * count:
                    continue
                self.state, self.exchange, self.step, self.time, self.missed = state, exchange, step, now, missed
                numbers = struct.unpack_from(f"<{count}d", payload, OUTPUTS_HEAD.size)
                self.values = dict(zip(self.outputs, numbers))
                return True
        return False

    def __getitem__(self, output):
        return self.values[output]

    def answer(self, exchange=None, **inputs):
        """Inputs by name; those that are left out are 0."""
        numbers = [float(inputs.pop(name, 0.0)) for name in self.inputs]
        if inputs:
            raise KeyError(f"no input of this controller: {', '.join(inputs)}")
        self._send_inputs(self.exchange if exchange is None else exchange, numbers)

    def _send_inputs(self, exchange, numbers):
        head = INPUTS_HEAD.pack(self.session, 0, exchange, len(numbers), 0)
        self._send(INPUTS, head + struct.pack(f"<{len(numbers)}d", *numbers))

    def _send(self, kind, payload):
        try:
            self.socket.sendall(HEADER.pack(b"OHIL", VERSION, kind, len(payload)) + payload)
        except (ConnectionError, BrokenPipeError):
            if kind == HELLO:
                raise ConnectionRefusedError from None

    def _receive(self, timeout):
        self.socket.settimeout(timeout)
        while True:
            if len(self._bytes) >= HEADER.size:
                magic, version, kind, length = HEADER.unpack_from(self._bytes)
                if magic != b"OHIL":
                    raise ConnectionError("this is no machine")
                if len(self._bytes) >= HEADER.size + length:
                    payload = self._bytes[HEADER.size:HEADER.size + length]
                    self._bytes = self._bytes[HEADER.size + length:]
                    if version != VERSION and kind != REFUSE:
                        raise Refused(f"the machine speaks version {version}, this is {VERSION}")
                    return kind, payload
            more = self.socket.recv(65536)
            if self.transport == "tcp" and not more:
                raise EOFError
            self._bytes = more if self.transport == "udp" else self._bytes + more

    def close(self):
        if not self.ended:
            self._send(BYE, b"")
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
