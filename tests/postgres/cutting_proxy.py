"""A connection through which a test cuts the line at a chosen moment. Knows PostgreSQL only by bytes that it looks for."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class CuttingProxy:
    """Forwards to a server. `cut_after` and `cut_before` cut the next connection that sends these bytes, once."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.cut_after: bytes | None = None
        self.cut_before: bytes | None = None
        self.cuts = 0
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for one in (self._listening, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                self._open += [client, server]
                for work in (self._send, self._receive):
                    threading.Thread(target=work, args=(client, server), daemon=True).start()

    def _send(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                if self.cut_before is not None and self.cut_before in data:
                    self.cut_before = None
                    self.cuts += 1
                    break
                if self.cut_after is not None and self.cut_after in data:
                    self.cut_after = None
                    self.cuts += 1
                    client.shutdown(socket.SHUT_RDWR)  # no reply gets through
                    server.sendall(data)
                    server.recv(65536)  # the server has done it
                    break
                server.sendall(data)
        self._end(client, server)

    def _receive(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)
        self._end(client, server)

    @staticmethod
    def _end(*both: socket.socket) -> None:
        for one in both:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
