"""Addresses that name a document to other programs. Looks nothing up."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from wherein.documents.fetch import is_url


def address_of(source: str, document: str) -> str:
    """The document's own address, a `file:` address for a file, else an address with its id.

    Never empty: clients drop a citation without an address.
    """
    if is_url(source):
        return source
    if source and Path(source).is_absolute():
        return Path(source).as_uri()
    return f"wherein:{quote(document)}"
