"""Fifty people ask two servers over one PostgreSQL for ten minutes, and one server is killed half-way: no answer is wrong, no change is
lost or made twice.

Runs with `--soak`, prints its figures, and writes them to the file in WHEREIN_SOAK_INTO where it is set.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from wherein_lab.answering import team_soak
from wherein_lab.answering.team_soak import ASKED, Reply, Server, Soaked, documents, question, run

from tests import postgres_server
from wherein import Engine
from wherein.answering.options import Options
from wherein.library.postgres import PostgresLibrary
from wherein.postgres.address import StoreAddress

MINUTES = float(os.environ.get("WHEREIN_SOAK_MINUTES", "10"))
REMEMBERED = int(os.environ.get("WHEREIN_SOAK_REMEMBERED", "1000000"))
"""Questions of others that are in the memory."""
RATE_SECONDS = 20.0
# Of a thousand people on ten thousand pages, each with its answer; they have no vectors.
_FILL = (
    "INSERT INTO wherein.asked_pages (key, hash, title, content_hash)"
    " SELECT 'https://example.org/' || n, md5(n::text), 'Page ' || n, md5(n::text)"
    " FROM generate_series(1, 10000) n",
    "INSERT INTO wherein.questions (page, key, text, uses, askers, score, first_asked, last_asked)"
    " SELECT 1 + n %% 10000, 'what was the harbour ' || n || ' called',"
    " 'What was the harbour ' || n || ' called?', 1, 1, n, n, n"
    " FROM generate_series(1, %(count)s) n",
    "INSERT INTO wherein.answers (question, rank, text, quote, block, quote_start, answer_start, confidence,"
    " found_by, model, evidence, standing, stored, document, generation, text_hash, options)"
    " SELECT id, 0, 'Harbour ' || id, 'It was called Harbour ' || id || ' by everybody.', md5(id::text), 0, 14,"
    " 0.9, 'small', 'small@1', false, 'current', 0, '', 0, md5(id::text), '' FROM wherein.questions",
    "INSERT INTO wherein.askers SELECT id, 'person ' || id %% 1000 FROM wherein.questions",
)


@pytest.fixture
def durable() -> Iterator[postgres_server.Server]:
    """A server of its own that waits for its disk, as a team's does."""
    server = postgres_server.started()
    try:
        with server.connect() as connection:
            for setting in ("fsync = on", "full_page_writes = on", "log_statement = 'none'", "shared_buffers = '512MB'"):  # fmt: skip
                connection.execute(f"ALTER SYSTEM SET {setting}")
        if server.process is not None:
            server.kill()
            server.start()
        postgres_server.make_template(server)
        yield server
    finally:
        server.stop()


def uses(server: postgres_server.Server, database: str) -> dict[str, int]:
    with server.connect(database) as connection:
        rows = connection.execute(
            "SELECT text, uses FROM wherein.questions WHERE text LIKE 'When was the lighthouse%'"
        ).fetchall()
    assert len({text for text, _ in rows}) == len(rows)
    return dict(rows)


def filled(server: postgres_server.Server, database: str) -> None:
    with server.connect(database) as connection:
        for statement in _FILL:
            connection.execute(statement, {"count": REMEMBERED} if "%" in statement else None)
        connection.execute("VACUUM ANALYZE")


@pytest.mark.soak
def test_fifty_people_two_servers_and_one_is_killed(
    durable: postgres_server.Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = postgres_server.TEMPLATE
    url = durable.url(database)
    filled(durable, database)
    with monkeypatch.context() as patched:
        patched.setenv("WHEREIN_STORE", url)
        with Engine.open(tmp_path / "first") as engine:
            summary = engine.add(*documents(tmp_path / "documents"))
            assert not summary.failed
            by_title = {entry.title: entry.document for entry in engine.documents()}
            ids = [by_title[f"harbour {number}"] for number in range(ASKED)]
            ids.append(by_title["renamed"])
            for number in range(ASKED):
                for asker in ("ann", "bob", "cid"):
                    engine.ask(question(number), ids[number], Options(asker=asker))
    before = uses(durable, database)
    assert len(before) == ASKED
    with PostgresLibrary(StoreAddress.parse(url)) as library:
        generation = library.generation
    servers = [Server(tmp_path / name, url) for name in ("one", "two")]
    try:
        for server in servers:
            server.start()
        assert durable.process is not None
        found = run(servers, ids, MINUTES * 60, RATE_SECONDS, durable.process.pid)
    finally:
        for server in servers:
            server.stop()
    with PostgresLibrary(StoreAddress.parse(url)) as library:
        changes = library.generation - generation
        entry = library.entry(ids[-1])
    counted = uses(durable, database)
    told(found, counted, before, capsys)
    assert found.wrong == []
    assert all(reply.is_remembered for reply in found.replies)
    assert found.refused == {}
    assert team_soak.lost_or_doubled(found, counted, before) == []
    assert found.titles <= changes <= found.titles + found.titles_uncertain
    assert entry is not None
    assert entry.title == found.last_title


def told(
    found: Soaked,
    counted: dict[str, int],
    before: dict[str, int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    figures: dict[str, Any] = {
        "remembered_questions": REMEMBERED + ASKED,
        **found.figures(),
        "uses_not_written_by_the_killed_server": len(found.replies)
        - (sum(counted.values()) - sum(before.values())),
    }
    if into := os.environ.get("WHEREIN_SOAK_INTO"):
        Path(into).write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    with capsys.disabled():
        print()
        for name, value in figures.items():
            print(f"{name:<40} {value}")


def reply(number: int, server: int = 0, at: float = 0.0) -> Reply:
    return Reply(number, server, at, 1.0, True)


def test_what_is_lost_or_counted_twice_is_found() -> None:
    """The comparison itself: exact for a server that lived, and within what the killed one can't have written."""
    found = Soaked(
        replies=[reply(0), reply(0, at=100.0), reply(1, 1, 99.0), reply(1, 1, 50.0)],
        killed_at=100.0,
    )
    found.uncertain[2] = 1

    def troubles(*counts: int) -> int:
        counted = {question(number): 5 + count for number, count in enumerate(counts)}
        before = {question(number): 5 for number in range(len(counts))}
        return len(team_soak.lost_or_doubled(found, counted, before))

    assert troubles(2, 2, 0) == troubles(2, 1, 1) == 0
    assert troubles(1, 2, 0) == 1  # the first server lived, and has written all
    assert troubles(3, 2, 0) == 1  # one was counted twice
    assert troubles(2, 0, 0) == 1  # one of them was written long before it was killed
    assert troubles(2, 2, 2) == 1
