"""Addresses are fetched from the host that was checked, and by the server never from inside the network."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from wherein.core.errors import SourceError, SourceForbidden, SourceNotFound, SourceTooLarge
from wherein.documents import fetch as fetching
from wherein.documents.fetch import fetch, is_url, resolve


class _Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/page":
            self._send(200, b"<p>Hello</p>", ("Content-Type", "text/html; charset=utf-8"))
        elif self.path == "/who":
            self._send(200, (self.headers["Host"] or "").encode())
        elif self.path == "/large":
            self._send(200, b"x" * 5000)
        elif self.path == "/again":
            self._send(302, b"", ("Location", "/again"))
        elif self.path == "/away":
            self._send(302, b"", ("Location", "http://169.254.169.254/latest"))
        elif self.path == "/file":
            self._send(302, b"", ("Location", "file:///etc/hostname"))
        elif self.path.startswith("/to/"):
            self._send(302, b"", ("Location", f"http://{self.path[4:]}/"))
        elif self.path == "/here":
            self._send(301, b"", ("Location", "page"))
        else:
            self._send(404, b"")

    def _send(self, status: int, body: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Quiet."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def site(host: str, port: int) -> list[str]:
    """Every name is this machine, as an attacker's name server would say."""
    return ["127.0.0.1"]


def test_a_person_may_fetch_from_this_machine(port: int) -> None:
    got = fetch(f"http://127.0.0.1:{port}/page", private=True)
    assert (got.data, got.media_type) == (b"<p>Hello</p>", "text/html; charset=utf-8")
    assert fetch(f"http://127.0.0.1:{port}/here", private=True).url.endswith("/page")


def test_the_name_goes_to_the_site_and_the_connection_to_the_checked_address(port: int) -> None:
    got = fetch(f"http://some.example:{port}/who", private=True, resolver=site)
    assert got.data.decode() == f"some.example:{port}"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254",
        "0.0.0.0", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[fe80::1]", "[fd00::1]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]", "100.64.0.1", "224.0.0.1", "2130706433", "0x7f.1", "127.1",
        # Site-local, NAT64 of a network's own, addresses of IPv4 in forms that are out of use, reserved.
        "[fec0::1]", "[feff::1]", "[64:ff9b:1::a00:1]", "[64:ff9b:1:fffe::1]", "[::7f00:1]", "[::a00:1]",
        "[::ffff:0:7f00:1]", "[100::1]", "[2001:db8::1]", "[4000::1]", "[fc00::1]", "[ff02::1]", "[::]",
    ],
)  # fmt: skip
def test_the_server_reaches_nothing_inside(host: str, port: int) -> None:
    with pytest.raises((SourceForbidden, SourceNotFound)):
        fetch(f"http://{host}:{port}/page", private=False)


def test_a_name_that_leads_inside_is_refused(port: int) -> None:
    with pytest.raises(SourceForbidden, match="inside this network"):
        fetch(f"http://innocent.example:{port}/page", private=False, resolver=site)
    with pytest.raises(SourceForbidden):
        fetch(
            f"http://both.example:{port}/",
            private=False,
            resolver=lambda host, port: ["93.184.216.34", "127.0.0.1"],
        )


def test_a_name_is_resolved_once(port: int) -> None:
    asked: list[str] = []

    def twice(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.9.9.9"]

    assert fetch(f"http://rebinding.example:{port}/page", private=True, resolver=twice).data
    assert asked == ["rebinding.example"]


def test_a_redirect_inwards_is_refused(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # This machine stands for a public site, so that the redirect is what is refused.
    monkeypatch.setattr(
        "wherein.documents.fetch._is_public", lambda address: address == "127.0.0.1"
    )
    assert fetch(f"http://127.0.0.1:{port}/page", private=False).data
    with pytest.raises(SourceForbidden, match=r"169\.254\.169\.254"):
        fetch(f"http://127.0.0.1:{port}/away", private=False)


PRIVATE_IPV6 = ["[fec0::1]", "[64:ff9b:1::a00:1]", "[::7f00:1]", "[::ffff:0:7f00:1]"]


@pytest.mark.parametrize("host", PRIVATE_IPV6)
def test_a_redirect_to_private_ipv6_is_refused(
    host: str, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # This machine stands for a public site again.
    real = fetching._is_public
    monkeypatch.setattr(fetching, "_is_public", lambda a: a == "127.0.0.1" or real(a))
    with pytest.raises(SourceForbidden, match="inside this network"):
        fetch(f"http://127.0.0.1:{port}/to/{host}", private=False)


@pytest.mark.parametrize(
    "address",
    [
        "93.184.216.34",
        "2606:2800:220:1::1",
        "2a00:1450::1",
        "64:ff9b::5db8:d822",
        "2002:5db8:d822::1",
    ],
)
def test_public_addresses_are_public(address: str) -> None:
    assert fetching._is_public(address)


def test_every_redirect_is_checked(port: int) -> None:
    def public_once(host: str, port: int) -> list[str]:
        return ["127.0.0.1"] if host == "127.0.0.1" else list(resolve(host, port))

    with pytest.raises(SourceForbidden, match="not an http or https"):
        fetch(f"http://127.0.0.1:{port}/file", private=True)
    with pytest.raises(SourceError, match="redirected more than"):
        fetch(f"http://127.0.0.1:{port}/again", private=True, resolver=public_once)


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("http://", SourceForbidden),
        ("https:///x", SourceForbidden),
        ("http://user:word@x.example/", SourceForbidden),
        ("http://no-such-host.invalid/", SourceNotFound),
        ("http://[::1", SourceForbidden),
        ("http://x.example:99999/", SourceForbidden),
    ],
)
def test_addresses_that_mean_nothing(url: str, error: type[SourceError]) -> None:
    with pytest.raises(error):
        fetch(url, private=True)


def test_limits(port: int) -> None:
    with pytest.raises(SourceTooLarge):
        fetch(f"http://127.0.0.1:{port}/large", private=True, most_bytes=4000)
    with pytest.raises(SourceNotFound, match="404"):
        fetch(f"http://127.0.0.1:{port}/none", private=True)
    with pytest.raises(SourceError, match="too long"):
        fetch(f"http://127.0.0.1:{port}/page", private=True, seconds=0)


Serve = Callable[[socket.socket], None]
TRICKLE_SECONDS = 0.2
LIMIT_SECONDS = 1.0


@pytest.fixture
def slow_site() -> Iterator[Callable[[Serve], int]]:
    """Starts a site that answers every connection with `serve`; gives its port."""
    listening: list[socket.socket] = []
    over = threading.Event()

    def accept(server: socket.socket, serve: Serve) -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                try:
                    connection.recv(65536)
                    serve(connection)
                    over.wait()
                except OSError:
                    continue  # shut by the other side, as it should be

    def start(serve: Serve) -> int:
        server = socket.create_server(("127.0.0.1", 0))
        listening.append(server)
        threading.Thread(target=accept, args=(server, serve), daemon=True).start()
        return int(server.getsockname()[1])

    yield start
    over.set()
    for server in listening:
        server.close()


def trickle(before: bytes, part: bytes) -> Serve:
    """Sends `before`, then `part` again and again, never pausing long enough for a read's timeout."""

    def serve(connection: socket.socket) -> None:
        connection.sendall(before)
        while True:
            connection.sendall(part)
            time.sleep(TRICKLE_SECONDS)

    return serve


@pytest.mark.parametrize(
    ("before", "part"),
    [
        (b"HTTP/1.1 200 OK\r\n", b"X-Slow: yes\r\n"),
        (b"", b"H"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\n\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (b"HTTP/1.1 302 Found\r\nLocation: /\r\n", b"X-Slow: yes\r\n"),
    ],
    ids=["headers", "status", "body", "endless body", "chunks", "redirect"],
)
def test_one_deadline_over_all_that_trickles(
    slow_site: Callable[[Serve], int], before: bytes, part: bytes
) -> None:
    port = slow_site(trickle(before, part))
    with pytest.raises(SourceError, match="took too long"):
        fetch(f"http://127.0.0.1:{port}/", private=True, seconds=LIMIT_SECONDS)


def test_the_deadline_holds_over_redirects(slow_site: Callable[[Serve], int]) -> None:
    def redirect_late(connection: socket.socket) -> None:
        time.sleep(0.4)
        connection.sendall(
            b"HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )
        connection.shutdown(socket.SHUT_RDWR)
        raise OSError  # the next connection is the redirect's

    port = slow_site(redirect_late)
    with pytest.raises(SourceError, match="took too long"):
        fetch(f"http://127.0.0.1:{port}/", private=True, seconds=LIMIT_SECONDS)


def test_the_deadline_holds_over_tls(slow_site: Callable[[Serve], int]) -> None:
    # The record of a server's first message, a byte at a time.
    port = slow_site(trickle(b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc\x03\x03", b"\x00"))
    with pytest.raises(SourceError, match="took too long"):
        fetch(f"https://127.0.0.1:{port}/", private=True, seconds=LIMIT_SECONDS)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("http://x", True),
        ("HTTPS://x", True),
        ("file:///x", False),
        ("paper.pdf", False),
        ("", False),
    ],
)
def test_is_url(source: str, expected: bool) -> None:
    assert is_url(source) is expected
