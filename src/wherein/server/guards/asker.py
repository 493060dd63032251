"""The asker of a request: one opaque name for each browser profile or program. Knows no person."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Depends, Header


def _asker(
    wherein_asker: Annotated[str, Header(pattern=r"^[\w-]{8,128}$")] = "",
) -> str:
    """The asker's name in the memory: a hash, so that the file does not reveal the name.

    "" without the header: all requests without one count as one asker, like the terminal.
    """
    if not wherein_asker:
        return ""
    return hashlib.sha256(f"asker:{wherein_asker}".encode()).hexdigest()[:32]


Asker = Annotated[str, Depends(_asker)]
