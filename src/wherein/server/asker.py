"""Who asks, as far as the memory needs to know: one opaque name for each browser profile or program."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Depends, Header


def _asker(
    wherein_asker: Annotated[str, Header(pattern=r"^[\w-]{8,128}$")] = "",
) -> str:
    """What the memory files this asker under: not the name itself, so that the file does not tell it.

    Without the header, "": all who send none are one asker, as is the terminal.
    """
    if not wherein_asker:
        return ""
    return hashlib.sha256(f"asker:{wherein_asker}".encode()).hexdigest()[:32]


Asker = Annotated[str, Depends(_asker)]
