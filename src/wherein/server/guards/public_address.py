"""The address at which a proxy on this machine shows the server to others. Knows no route and no proxy."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from wherein.core.errors import UsageError
from wherein.core.text.readable import quoted

ORIGIN = "wherein.origin"
"""In the scope of a request: the origin that its sender reached, as in `https://ask.example.org`."""
_ADDRESS = re.compile(r"https://(?P<host>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?)/?")


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """`host` as browsers send it in `Host`, `origin` as they send it in `Origin`."""

    host: str

    @classmethod
    def parse(cls, text: str) -> PublicAddress:
        """Raises UsageError for what is no https address of a host alone: without encryption, tokens could be read on the way."""
        found = _ADDRESS.fullmatch(text.strip().lower())
        if found is None:
            raise UsageError(
                f"{quoted(text, 100)} is no address that a server can be public at.",
                "Give https:// and the host's name, as in https://ask.example.org",
            )
        return cls(found["host"].removesuffix(":443"))

    @property
    def origin(self) -> str:
        return f"https://{self.host}"

    def is_host(self, host: str) -> bool:
        return host.lower().removesuffix(":443") == self.host


def origin_of(host: str, public: PublicAddress | None) -> str:
    """The origin that a request with this `Host` was sent to."""
    return public.origin if public is not None and public.is_host(host) else f"http://{host}"


def origin_in(scope: MutableMapping[str, Any]) -> str:
    """The origin of a request that the gate let through."""
    return str(scope[ORIGIN])
