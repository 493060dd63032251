"""Limits the text that a request brings with it. Knows no route."""

from __future__ import annotations

from collections.abc import Iterable

from wherein.core.errors import TextTooLarge

MOST_TEXT_BYTES = 16_000_000
"""Bytes in UTF-8 of all texts that one request brings."""


def check_size(texts: Iterable[str], what: str, next_step: str) -> None:
    """Raise TextTooLarge, which begins with `what`, where the texts are larger together than a request may bring."""
    size = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)
    if size > MOST_TEXT_BYTES:
        raise TextTooLarge(
            f"{what} has {size / 1e6:.1f} MB; the server takes up to {MOST_TEXT_BYTES // 1_000_000} MB.",
            next_step,
        )
