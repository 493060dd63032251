"""The canonical URL of a page. Fetches nothing and decides nothing about privacy.

It normalises the following (`contracts/urls.json` has the cases for both languages):

- white space around the address, and tabs and line ends inside it
- letter case of scheme and host; the dot that ends a host; hosts in other scripts, to Punycode
- the default port (80 for http, 443 for https)
- `.` and `..` in the path; an empty path is `/`
- a last part `index.html` or `index.htm`
- percent-encoding: unreserved characters are written plainly, the others with upper-case digits
- query parameters for tracking (`TRACKING`), and an empty query
- the fragment, text fragments included

It keeps `http` and `https`, `www.`, a slash at the end, the order of other parameters and the case of the path,
since these may distinguish two pages.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes, urlsplit

from wherein.lexicon import lexicon

_LEXICON = lexicon("urls")
LONGEST_URL = _LEXICON.count("longest")
"""Most code points of an address; a longer one is data and names no page."""

TRACKING = frozenset(_LEXICON.words("tracking"))
"""Names of parameters, lower case; every name that begins with `utm_` or `pk_` is one too."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_STRIPPED = "".join(map(chr, range(0x21)))
_TRACKING_PREFIXES = _LEXICON.words("tracking_prefixes")
_INDEX = re.compile(r"/index\.html?$", re.IGNORECASE)
_UNRESERVED = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
# Characters that a path or a query may have as they are (RFC 3986, pchar and "/?").
_PLAIN = _UNRESERVED | frozenset(b"!$&'()*+,;=:@/?")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")


def canonical_url(url: str) -> str | None:
    """The canonical address of the page; None for a text that is no web address.

    None for other schemes, for an address without a host, with a user name or password, or longer than `LONGEST_URL`,
    and for an invalid host or port.
    """
    if len(url) > LONGEST_URL:
        return None
    url = re.sub(r"[\t\n\r]", "", url.strip(_STRIPPED))
    try:
        parts = urlsplit(url)
        port = parts.port
        host = _host(parts.hostname or "")
    except ValueError:
        return None
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORTS or not host or "@" in parts.netloc:
        return None
    place = host if port in (None, _DEFAULT_PORTS[scheme]) else f"{host}:{port}"
    path = _INDEX.sub("/", _without_dots(_encoded(parts.path)))
    query = _without_tracking(_encoded(parts.query))
    return f"{scheme}://{place}{path}{'?' + query if query else ''}"


def site_of(canonical: str) -> str:
    """The host of a canonical URL, without its port."""
    return urlsplit(canonical).hostname or ""


def has_query(canonical: str) -> bool:
    return "?" in canonical


def _host(host: str) -> str:
    host = host.lower().removesuffix(".")
    if ":" in host:  # an IPv6 address, which urlsplit has taken out of its brackets
        import ipaddress

        return f"[{ipaddress.IPv6Address(host).compressed}]"
    if not host.isascii():
        import idna

        try:
            host = idna.encode(host, uts46=True).decode("ascii")
        except idna.IDNAError as error:
            raise ValueError(str(error)) from error
    if not re.fullmatch(r"[a-z0-9._-]+", host) or ".." in host:
        raise ValueError("no host has such characters")
    return host


def _encoded(text: str) -> str:
    """Normalised percent-encoding: plain characters where allowed, otherwise upper-case digits."""
    plain = _ESCAPE.sub(_folded_escape, text)
    return "".join(
        character
        if character == "%" or (character.isascii() and ord(character) in _PLAIN)
        else "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "replace"))
        for character in plain
    )


def _folded_escape(match: re.Match[str]) -> str:
    byte = unquote_to_bytes(match.group())[0]
    return chr(byte) if byte in _UNRESERVED else match.group().upper()


def _without_dots(path: str) -> str:
    """RFC 3986, 5.2.4."""
    kept: list[str] = []
    segments = path.split("/")[1:] if path.startswith("/") else path.split("/")
    for number, segment in enumerate(segments):
        last = number == len(segments) - 1
        if segment == "..":
            if kept:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
            continue
        if last:
            kept.append("")
    return "/" + "/".join(kept)


def _without_tracking(query: str) -> str:
    return "&".join(
        part for part in query.split("&") if part and not _tracks(part.partition("=")[0].lower())
    )


def _tracks(name: str) -> bool:
    return name in TRACKING or name.startswith(_TRACKING_PREFIXES)
