"""Someone with few questions among very many is told all that is similar to theirs."""

from __future__ import annotations

import numpy as np
import pytest

from tests.postgres_server import Server
from wherein.memory.store.postgres.vectors import PostgresVectors
from wherein.memory.store.store import SeenBy
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase

PEOPLE, QUESTIONS, DIMENSIONS, WANTED = 1_000, 12_000, 64, 10
FILL = """
INSERT INTO wherein.asked_pages (key, hash, title, content_hash) VALUES ('p', 'p', 'p', 'p');
INSERT INTO wherein.questions (page, key, text, uses, askers, score, first_asked, last_asked)
    SELECT (SELECT id FROM wherein.asked_pages), n::text, 'q', 1, CASE WHEN n %% 10 = 0 THEN 3 ELSE 1 END, 0, 0, 0
    FROM generate_series(1, %(questions)s) n;
-- Of very unequal size: the first of the people has a seventh of all, the last two thirds have a handful each.
INSERT INTO wherein.askers SELECT id, 'person ' || floor(power(%(people)s, random()))::int
    FROM wherein.questions;
"""


@pytest.fixture
def filled(postgres: Server, store_url: str) -> tuple[StoreAddress, np.ndarray, np.ndarray]:
    """A memory of many people; the ids of its questions, and their vectors, in clusters as real questions are."""
    rng = np.random.default_rng(7)
    centres = rng.normal(size=(300, DIMENSIONS))
    vectors = centres[rng.integers(0, 300, QUESTIONS)] + 0.5 * rng.normal(
        size=(QUESTIONS, DIMENSIONS)
    )
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    with postgres.connect(store_url.rsplit("/", 1)[1]) as connection:
        for statement in FILL.split(";")[:-1]:
            connection.execute(statement + ";", {"questions": QUESTIONS, "people": PEOPLE})
        rows = connection.execute("SELECT id FROM wherein.questions ORDER BY id").fetchall()
        ids = np.array([identity for (identity,) in rows])
        with (
            connection.cursor() as cursor,
            cursor.copy(
                "COPY wherein.vectors (encoder, question, code, vector) FROM STDIN"
            ) as copy,
        ):
            for identity, vector in zip(ids, vectors, strict=True):
                copy.write_row(("made", int(identity), b"", str(vector.tolist())))
        connection.execute("ANALYZE wherein.questions, wherein.askers, wherein.vectors")
    return StoreAddress.parse(store_url), ids, vectors


def test_the_smallest_of_a_thousand_people_loses_nothing(
    postgres: Server, filled: tuple[StoreAddress, np.ndarray, np.ndarray]
) -> None:
    """Recall at ten against comparing all, for the smallest, the middle and the largest, alone and with what is shared."""
    address, ids, vectors = filled
    with postgres.connect(address.url.rsplit("/", 1)[1]) as connection:
        by_size = [
            name
            for (name,) in connection.execute(
                "SELECT asker FROM wherein.askers GROUP BY asker ORDER BY count(*), asker"
            ).fetchall()
        ]
        asked = {
            name: {
                one
                for (one,) in connection.execute(
                    "SELECT question FROM wherein.askers WHERE asker = %s", (name,)
                ).fetchall()
            }
            for name in (by_size[0], by_size[len(by_size) // 2], by_size[-1])
        }
        shared = {
            one
            for (one,) in connection.execute(
                "SELECT id FROM wherein.questions WHERE askers >= 3"
            ).fetchall()
        }
    database = PostgresDatabase(address)
    # Bounds far below the usual ones, so that the largest sets go through the index.
    store = PostgresVectors(database, exact_most=500)
    halves = vectors.astype(np.float16).astype(np.float32)
    rng = np.random.default_rng(11)
    wanted = found = 0
    for name, own in asked.items():
        for least in (None, 3):
            may_see = own | (shared if least else set())
            among = np.flatnonzero(np.isin(ids, list(may_see)))
            for _ in range(10):
                question = vectors[rng.choice(among)]
                nearest = among[np.argsort(-(halves[among] @ question), kind="stable")[:WANTED]]
                got = store.nearest("made", question[None, :], WANTED, SeenBy(name, least))
                assert {one for one, _ in got} <= may_see, "nobody else's question"
                wanted += len(nearest)
                found += len(set(ids[nearest].tolist()) & {one for one, _ in got})
    recall = found / wanted
    whole = store.nearest("made", vectors[:1], WANTED, None)
    database.close()
    assert len(whole) == WANTED
    assert recall >= 0.99, f"recall@{WANTED} is {recall:.3f}"
