"""The address of a Milvus server: what is taken, what is refused, and that no text has the password."""

from __future__ import annotations

import pytest

from wherein.core.errors import UsageError
from wherein.milvus.address import SearchAddress


@pytest.mark.parametrize(
    ("address", "uri", "user", "password", "database", "name"),
    [
        ("milvus://localhost", "http://localhost:19530", "", "", "", "milvus://localhost:19530"),
        ("milvus://h:7/docs", "http://h:7", "", "", "docs", "milvus://h:7/docs"),
        ("milvus+tls://a:p%40ss@h", "https://h:19530", "a", "p@ss", "", "milvus://h:19530"),
        ("milvus://[::1]:7", "http://[::1]:7", "", "", "", "milvus://[::1]:7"),
        ("milvus:///tmp/a%20b.db", "/tmp/a b.db", "", "", "", "milvus:///tmp/a b.db"),
    ],
)
def test_what_an_address_says(
    address: str, uri: str, user: str, password: str, database: str, name: str
) -> None:
    parsed = SearchAddress.parse(address)
    assert (parsed.uri, parsed.user, parsed.password) == (uri, user, password)
    assert (parsed.database, str(parsed)) == (database, name)
    assert parsed.is_file is uri.startswith("/")
    assert not password or password not in f"{parsed!r}{parsed}"


@pytest.mark.parametrize(
    "address",
    [
        "", "localhost", "http://localhost:19530", "milvus://", "milvus://a:secret@", "milvus://h:x",
        "milvus://a:secret/x@h", "milvus://h?token=secret", "milvus:///tmp/secret", "milvus://h\n:7",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused_without_quoting_it(address: str) -> None:
    with pytest.raises(UsageError) as told:
        SearchAddress.parse(address)
    assert "secret" not in str(told.value)
