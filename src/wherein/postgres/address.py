"""The address of a PostgreSQL database. No text made of it has the password; imports no driver."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote

from wherein.core.errors import UsageError

SCHEMES = ("postgresql", "postgres")
_FORM = "Write it as in postgresql://NAME@HOST:5432/DATABASE"


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """`url` is handed to the driver alone; `str()` and `repr()` name the database without the password."""

    url: str = field(repr=False)
    name: str

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def parse(url: str) -> StoreAddress:
        """Check the form of an address. Raises UsageError, which never quotes the address.

        A mark of the password that is not written as %XX would make a part of it the host's name, which the driver's
        errors then quote; such an address is refused.
        """
        scheme, separator, rest = url.strip().partition("://")
        if not separator or scheme.lower() not in SCHEMES:
            raise UsageError("The store is not the address of a PostgreSQL database.", _FORM)
        body, _, _ = rest.partition("?")
        who, at, place = body.rpartition("@")
        hosts, _, database = place.partition("/")
        if "@" in who or "/" in who or "#" in rest or "@" in rest[len(body) :]:
            raise UsageError(
                "The store's address has an @, / or # in a place where none can be.",
                "Write these marks of a name or password as %40, %2F and %23.",
            )
        for host in hosts.split(","):
            _, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
            if colon and port and not port.isdigit():
                raise UsageError("The port of the store's address is not a number.", _FORM)
        if "\0" in unquote(rest) or not rest.isprintable():
            raise UsageError("The store's address has a character that can't be sent.", _FORM)
        user = unquote(who.partition(":")[0])
        named = f"{hosts or 'this machine'}/{unquote(database) or user}"
        return StoreAddress(url.strip(), f"{user}@{named}" if at and user else named)
