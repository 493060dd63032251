"""Fetches a web page by its address, protected against misdirection. Parses nothing.

One parser interprets addresses. Every name is resolved before connecting, and the connection goes to the checked
numeric address, so that a second DNS answer has no effect (DNS rebinding). Every redirect is checked the same way.
One deadline covers everything, however slowly the other side sends.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wherein.core.errors import SourceError, SourceForbidden, SourceNotFound, SourceTooLarge
from wherein.core.lifetime.cancellation import bound_cancellation, checkpoint
from wherein.core.text.readable import quoted

if TYPE_CHECKING:
    import httpx2 as httpx

MOST_BYTES = 200 * 1024 * 1024
_REDIRECTS = 5
_SECONDS = 60.0
_CONNECT_SECONDS = 10.0
_USER_AGENT = "wherein/0.1 (reads a page for one person)"

Resolve = Callable[[str, int], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Fetched:
    """The fetched bytes, their final address, and the media type that the server declared."""

    data: bytes
    url: str
    media_type: str | None


def is_url(source: str) -> bool:
    """Whether a text is meant as a web address."""
    return source[:8].lower().startswith(("http://", "https://"))


def resolve(host: str, port: int) -> Sequence[str]:
    """The numeric addresses of a host, in the system's order. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in found))


def fetch(
    url: str,
    *,
    private: bool,
    resolver: Resolve = resolve,
    most_bytes: int = MOST_BYTES,
    seconds: float = _SECONDS,
) -> Fetched:
    """Get an http or https address.

    `private` allows loopback, private, link-local and other addresses that are not public. A person at a terminal may
    fetch them, a request to the server never. Raises SourceForbidden, SourceNotFound, SourceTooLarge, or SourceError,
    which also covers a fetch that takes longer than `seconds`.
    """
    import httpx2 as httpx

    with (
        httpx.Client(trust_env=False, follow_redirects=False) as client,
        _Deadline(seconds) as deadline,
        bound_cancellation().calling(deadline.shut),
    ):
        for _ in range(_REDIRECTS + 1):
            target = _checked(url, private, resolver)
            checkpoint()
            left = deadline.left(url)
            try:
                with client.stream(
                    "GET",
                    target.address,
                    headers={"Host": target.host, "User-Agent": _USER_AGENT, "Accept": "*/*"},
                    extensions={"sni_hostname": target.name, "trace": deadline.watch},
                    timeout=httpx.Timeout(left, connect=min(left, _CONNECT_SECONDS)),
                ) as response:
                    if response.is_redirect and "location" in response.headers:
                        url = str(httpx.URL(url).join(response.headers["location"]))
                        continue
                    if response.status_code != 200:
                        raise SourceNotFound(
                            f"{url} answered {response.status_code} {response.reason_phrase}.".rstrip(),
                            "Check the address in a browser.",
                        )
                    data = _body(response, url, most_bytes, deadline)
                    return Fetched(data, url, response.headers.get("content-type"))
            except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
                checkpoint()
                deadline.left(url)  # a failure after the deadline is reported as a time-out
                raise _not_fetched(url, error) from error
    raise SourceError(
        f"{url} was redirected more than {_REDIRECTS} times.", "Give the address it ends at."
    )


def _not_fetched(url: str, error: Exception) -> SourceError:
    return SourceError(
        f"{url} could not be fetched: {_why(error)}.",
        "Check the address and the network, then try again.",
    )


def _why(error: Exception) -> str:
    """What went wrong with the network, in words of our own."""
    import httpx2 as httpx

    kinds: tuple[tuple[type[Exception], str], ...] = (
        (httpx.TimeoutException, "the other server took too long to answer"),
        (httpx.ConnectError, "no connection could be made"),
        (httpx.ProtocolError, "the other server does not speak HTTP, or broke off"),
        (httpx.DecodingError, "the response is compressed in a way that cannot be read"),
        (httpx.NetworkError, "the connection broke"),
        (httpx.InvalidURL, "it redirects to something that is not a web address"),
    )
    return next((said for kind, said in kinds if isinstance(error, kind)), "the network failed")


@dataclass(frozen=True, slots=True)
class _Target:
    address: str  # the URL with the checked numeric address in place of the name
    host: str  # what the Host header says
    name: str  # what the certificate must be for


def _checked(url: str, private: bool, resolver: Resolve) -> _Target:
    import httpx2 as httpx

    try:
        parsed = httpx.URL(url)
        port = parsed.port
    except (httpx.InvalidURL, ValueError) as error:
        raise SourceForbidden(
            f"{quoted(url, 200)} is not a web address.",
            "Give an address as in https://example.org/page",
        ) from error
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise SourceForbidden(
            f"{quoted(url, 200)} is not an http or https address with a host.",
            "Give an address as in https://example.org/page",
        )
    if parsed.userinfo:
        raise SourceForbidden(
            "The address holds a user name or password.", "Save the page and give the file."
        )
    port = port or (443 if parsed.scheme == "https" else 80)
    if port > 65535:
        raise SourceForbidden(f"There is no port {port}.", "Correct the address.")
    try:
        addresses = resolver(parsed.host, port)
    except (OSError, UnicodeError) as error:
        raise SourceNotFound(
            f"The host {parsed.host} cannot be found.", "Check the address and the network."
        ) from error
    if not addresses:
        raise SourceNotFound(f"The host {parsed.host} has no address.", "Check the address.")
    # All must pass: a name with one public and one private address is an attack, not a site.
    if not private and not all(_is_public(address) for address in addresses):
        raise SourceForbidden(
            f"{parsed.host} is an address inside this network, which the server does not fetch.",
            "Ask it from the terminal instead: wherein ask URL QUESTION",
        )
    numeric = parsed.copy_with(host=addresses[0].split("%")[0], fragment=None)
    return _Target(str(numeric), parsed.netloc.decode("ascii"), parsed.host)


_GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is assigned to the public internet; the rest are other scopes or reserved."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""Public IPv4 addresses as an IPv6-only network reaches them (RFC 6052)."""


def _is_public(address: str) -> bool:
    """Whether this is a unicast address of the public internet; IPv4 addresses inside IPv6 are unwrapped first."""
    ip = ipaddress.ip_address(address.split("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if inner is None and ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is None:
            return ip in _GLOBAL_UNICAST and ip.is_global
        ip = inner
    return ip.is_global and not ip.is_multicast


class _Deadline:
    """Ends a fetch after a number of seconds, even while the other side sends a byte now and then.

    A read's own time-out restarts with every byte, so the connection is closed when the time is over.
    """

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._timer = threading.Timer(max(0.0, seconds), self.shut)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None

    def __enter__(self) -> _Deadline:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def left(self, url: str) -> float:
        """The remaining seconds. Raises SourceError when none remain."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise SourceError(
                f"{url} took too long.", "Try again later, or save the page yourself."
            )
        return left

    def watch(self, event: str, info: Mapping[str, Any]) -> None:
        """Register each new connection, with and without TLS (the HTTP library's `trace`)."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            with self._lock:
                self._socket = info["return_value"].get_extra_info("socket")
            if time.monotonic() >= self._until:
                self.shut()

    def shut(self) -> None:
        """Close the connection, whoever waits for it."""
        with self._lock, suppress(OSError):  # closed already
            if self._socket is not None:
                # Not the method of a TLS socket, which would go on without TLS.
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


def _body(response: httpx.Response, url: str, most_bytes: int, deadline: _Deadline) -> bytes:
    parts: list[bytes] = []
    size = 0
    for part in response.iter_bytes():
        size += len(part)
        if size > most_bytes:
            raise SourceTooLarge(
                f"{url} is larger than {most_bytes / 1e6:.3g} MB.",
                "Save the part you need and give the file.",
            )
        checkpoint()
        deadline.left(url)
        parts.append(part)
    deadline.left(url)  # without a declared length, a closed connection looks like the end
    return b"".join(parts)
