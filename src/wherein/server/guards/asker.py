"""The asker of a request: one opaque name for each browser profile, program or member of a team."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Depends, Header


def asker_called(name: str) -> str:
    """The asker's name in the memory: a hash, so that the file does not reveal the name."""
    return hashlib.sha256(f"asker:{name}".encode()).hexdigest()[:32]


def _asker(
    wherein_asker: Annotated[str, Header(pattern=r"^[\w-]{8,128}$")] = "",
) -> str:
    """The asker's name in the memory.

    "" without the header: all requests without one count as one asker, like the terminal.
    """
    return asker_called(wherein_asker) if wherein_asker else ""


Asker = Annotated[str, Depends(_asker)]
