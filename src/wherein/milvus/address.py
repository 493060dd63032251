"""The address of a Milvus server. No text made of it has the password; imports no client."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote

from wherein.core.errors import UsageError

SEARCH_VARIABLE = "WHEREIN_SEARCH"
_FORM = (
    "Write it as in milvus://NAME:PASSWORD@HOST:19530/DATABASE, milvus+tls://… or milvus:///FILE.db"
)
_PORT = 19530


@dataclass(frozen=True, slots=True)
class SearchAddress:
    """`uri` and the rest are handed to the client alone; `str()` and `repr()` name the server without the password.

    user, password: empty where the server asks for none. database: empty for the server's own default.
    """

    name: str
    uri: str = field(repr=False)
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    database: str = ""

    def __str__(self) -> str:
        return self.name

    @property
    def is_file(self) -> bool:
        """Whether this is Milvus Lite, which one process at a time keeps in a file."""
        return "://" not in self.uri

    @staticmethod
    def parse(address: str) -> SearchAddress:
        """Check the form of an address. Raises UsageError, which never quotes the address."""
        scheme, separator, rest = address.strip().partition("://")
        if not separator or scheme.lower() not in ("milvus", "milvus+tls"):
            raise UsageError("The search side is not the address of a Milvus server.", _FORM)
        if not rest.isprintable() or "?" in rest or "#" in rest:
            raise UsageError("The search side's address has a character that can't be sent.", _FORM)
        if rest.startswith("/"):
            return _file(unquote(rest))
        who, _, place = rest.rpartition("@")
        host, _, database = place.partition("/")
        if "@" in who or "/" in who or not host:
            raise UsageError(
                "The search side's address has no host, or an @ or / where none can be.",
                "Write these marks of a name or password as %40 and %2F.",
            )
        named, colon, port = (host, "", "") if host.endswith("]") else host.rpartition(":")
        if not colon:
            named, port = host, str(_PORT)
        if not port.isdigit():
            raise UsageError("The port of the search side's address is not a number.", _FORM)
        user, _, password = who.partition(":")
        transport = "https" if scheme.lower().endswith("tls") else "http"
        return SearchAddress(
            f"milvus://{named}:{port}" + (f"/{unquote(database)}" if database else ""),
            f"{transport}://{named}:{port}",
            unquote(user),
            unquote(password),
            unquote(database),
        )


def _file(path: str) -> SearchAddress:
    if not path.endswith(".db"):
        raise UsageError("The file of Milvus Lite has a name that ends in .db.", _FORM)
    return SearchAddress(f"milvus://{path}", path)
