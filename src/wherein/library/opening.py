"""Opens the library of a home, in whichever store it is. Names the stores."""

from __future__ import annotations

from wherein.home.folder import Home
from wherein.library.store import StoredLibrary


def open_library(home: Home) -> StoredLibrary:
    """The home's library, created where there is none; of a file, for the calling thread alone. Close it when done.

    Raises LibraryError, and ExtraMissing for a store without its driver.
    """
    if home.store is not None:
        from wherein.library.postgres import PostgresLibrary

        return PostgresLibrary(home.store)
    from wherein.library.sqlite import SqliteLibrary

    return SqliteLibrary(home.library)
