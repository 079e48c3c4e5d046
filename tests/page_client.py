"""A page of the workbench, as the tests are one: a small WebSocket client and the requests of `anholon serve`."""
import base64
import json
import os
import re
import socket
import struct
import subprocess


class Closed(Exception):
    """The server has closed the connection."""


class WebSocket:
    """The client's side of RFC 6455, as far as the tests need it."""

    def __init__(self, port, path, headers=None, timeout=120):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        fields = {
            "Host": f"127.0.0.1:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
        }
        fields.update(headers or {})
        lines = [f"GET {path} HTTP/1.1"] + [f"{k}: {v}" for k, v in fields.items() if v is not None]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        head = b""
        while b"\r\n\r\n" not in self.buffer:
            try:
                got = self.socket.recv(65536)
            except ConnectionError:
                got = b""
            if not got:
                break
            self.buffer += got
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = int(head.split(b" ")[1]) if head else 0

    def send_frame(self, opcode, payload, first=0x80, mask=True):
        """One frame; `first` holds the bits that stand before the opcode."""
        length = len(payload)
        size = (struct.pack("!B", length) if length < 126 else
                struct.pack("!BH", 126, length) if length < 65536 else struct.pack("!BQ", 127, length))
        key = os.urandom(4) if mask else b""
        head = bytes([first | opcode]) + bytes([size[0] | (0x80 if mask else 0)]) + size[1:] + key
        if mask:
            whole = int.from_bytes(payload, "big") ^ int.from_bytes(
                (key * (length // 4 + 1))[:length], "big") if length else 0
            payload = whole.to_bytes(length, "big")
        self.socket.sendall(head + payload)

    def send(self, text):
        self.send_frame(1, text.encode() if isinstance(text, str) else text)

    def _take(self, count):
        while len(self.buffer) < count:
            try:
                got = self.socket.recv(1 << 20)
            except ConnectionError:
                got = b""
            if not got:
                raise Closed
            self.buffer += got
        out, self.buffer = self.buffer[:count], self.buffer[count:]
        return out

    def receive(self):
        """(opcode, payload) of the next message that is no ping."""
        while True:
            first, second = self._take(2)
            length = second & 127
            if length == 126:
                length, = struct.unpack("!H", self._take(2))
            elif length == 127:
                length, = struct.unpack("!Q", self._take(8))
            payload = self._take(length)
            opcode = first & 15
            if opcode == 9:
                self.send_frame(10, payload)
            elif opcode == 8:
                raise Closed(struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else None)
            else:
                return opcode, payload

    def close(self):
        self.socket.close()


class Frames:
    """A binary message: rows of numbers."""

    def __init__(self, payload):
        self.id, self.kind, self.rows, self.columns = struct.unpack("<4I", payload[:16])
        self.numbers = payload[16:]

    def row(self, k):
        return struct.unpack_from(f"<{self.columns}d", self.numbers, 8 * k * self.columns)


class Answer:
    """All that is heard of one request."""

    def __init__(self):
        self.progress, self.rows, self.frames = [], [], []
        self.end = None

    @property
    def ok(self):
        return self.end["ok"]

    @property
    def result(self):
        return self.end["result"]

    @property
    def code(self):
        return None if self.ok else self.end["errors"][0]["code"]


class Page:
    """A connection that has been opened with the token."""

    def __init__(self, server, **options):
        self.web_socket = WebSocket(server.port, f"/socket?token={server.token}", **options)
        if self.web_socket.status != 101:
            self.web_socket.close()
            raise Closed(self.web_socket.status)
        self.last = 0
        self.answers = {}

    def ask(self, name, /, **fields):
        """Sends a request; its id."""
        self.last += 1
        self.answers[self.last] = Answer()
        self.web_socket.send(json.dumps({"id": self.last, "ask": name, **fields}))
        return self.last

    def cancel(self, request):
        self.web_socket.send(json.dumps({"cancel": request}))

    def hear(self):
        """One message; the id that it belongs to."""
        opcode, payload = self.web_socket.receive()
        if opcode == 2:
            frames = Frames(payload)
            self.answers[frames.id].frames.append(frames)
            return frames.id
        message = json.loads(payload)
        answer = self.answers.setdefault(message["id"], Answer())
        if message["event"] == "progress":
            answer.progress.append(message)
        elif message["event"] == "row":
            answer.rows.append(message["row"])
        else:
            answer.end = message
        return message["id"]

    def wait(self, request):
        while self.answers[request].end is None:
            self.hear()
        return self.answers[request]

    def answer(self, name, /, **fields):
        return self.wait(self.ask(name, **fields))

    def close(self):
        self.web_socket.close()


class Server:
    """`anholon serve` on a free port."""

    def __init__(self, program, folder, *words):
        if "--port" not in words:
            words += ("--port", "0")
        self.process = subprocess.Popen([program, "serve", "--no-open", "--web", str(folder), *words],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})(#.*)?", self.address)
        if not found:
            self.process.kill()
            raise AssertionError(f"no address: {self.address!r} {self.process.communicate()[1]!r}")
        self.port, self.token = int(found[1]), found[2]

    def page(self, **options):
        return Page(self, **options)

    def resident_kilobytes(self):
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])

    def is_alive(self):
        return self.process.poll() is None

    def stop(self, signal=2, timeout=20):
        """Its exit status, and what it said on stderr."""
        self.process.send_signal(signal)
        _, said = self.process.communicate(timeout=timeout)
        return self.process.returncode, said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_alive():
            self.process.kill()
            self.process.communicate()
