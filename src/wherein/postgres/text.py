"""Keeps the character U+0000, which PostgreSQL's texts can't have and documents can. Knows no table.

Each U+0000 is kept as U+0010 and "0", each U+0010 as U+0010 and "1": different texts stay different, so that keys can be
compared as they are kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import psycopg

_MARK = "\x10"


def escaped(text: str) -> str:
    if "\0" not in text and _MARK not in text:
        return text
    return text.replace(_MARK, _MARK + "1").replace("\0", _MARK + "0")


def unescaped(text: str) -> str:
    if _MARK not in text:
        return text
    return text.replace(_MARK + "0", "\0").replace(_MARK + "1", _MARK)


def keep_every_character(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """Escape the texts that this connection sends, and turn back those that it receives."""
    from psycopg.adapt import Buffer
    from psycopg.types.string import StrDumper, TextLoader

    class Dumper(StrDumper):
        def dump(self, obj: str) -> Buffer | None:
            return super().dump(escaped(obj))

    class Loader(TextLoader):
        def load(self, data: Buffer) -> str | bytes:
            text = super().load(data)
            return unescaped(text) if isinstance(text, str) else text

    connection.adapters.register_dumper(str, Dumper)
    for kind in ("text", "varchar"):
        connection.adapters.register_loader(kind, Loader)
