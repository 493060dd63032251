"""What a person is told is what they would be told if all that they may not read did not exist.

Worlds are drawn at random: libraries, documents, shares, and questions that others asked before. Each person's replies are
taken once with everything there, and once after all that they may not read was removed, with indexes made again.
"""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.server.team_world import World, team
from wherein.people.access import Reach, Role

PEOPLE = ("anna", "bob", "cid")
FOLDERS = ("a", "a/b", "ab", "c")
FACTS = (
    ("The lighthouse of Vardo was built in 1896.", "When was the lighthouse of Vardo built?"),
    ("The ferry to Bergen costs 240 kroner.", "How much does the ferry to Bergen cost?"),
    ("The harbour master of Tromso is Ingrid Haugen.", "Who is the harbour master of Tromso?"),
    ("The night train to Oslo leaves at 22:15.", "When does the night train to Oslo leave?"),
    ("The lighthouse of Vardo was built in 1911.", "When was the lighthouse built?"),
    ("The ferry to Oslo costs 310 kroner.", "How much does the ferry cost?"),
    ("The team meets on Tuesday in room 12.", "Where does the team meet?"),
    ("The password of the archive is marzipan.", "What is the password of the archive?"),
)
QUESTIONS = tuple(question for _, question in FACTS)
VOLATILE = re.compile(r'"(?:milliseconds|added|last_asked|change|began|stored|created)":[^,}]+')


def drawn(world: World, draw: random.Random) -> None:
    """Fill a world: who has what, who may read it, who asked what."""
    for name in PEOPLE:
        world.person(name)
    world.people.add_library("team")
    world.people.join("group", draw.choice(PEOPLE))
    libraries = ("main", "team", *PEOPLE)
    for number, (fact, _) in enumerate(FACTS):
        folder = draw.choice(FOLDERS)
        library = draw.choice(libraries)
        world.add(library, f"{folder}/note {number} {library}.txt", fact)
        if draw.random() < 0.3:  # the same file elsewhere
            world.add(draw.choice([one for one in libraries if one != library]),
                      f"{folder}/note {number} {library}.txt", fact)  # fmt: skip
    for _ in range(draw.randint(2, 5)):
        folder = draw.choice(("", *FOLDERS))
        world.people.share(
            draw.choice(libraries),
            draw.choice((*PEOPLE, "group:group", "everyone")),
            draw.choice(list(Role)),
            str(world.folder / folder) if folder else "",
        )
    for name in PEOPLE:
        for question in draw.sample(QUESTIONS, 4):
            world.ask(name, question)
        kept = world.call(name, "GET", "/v1/documents").json()["documents"]
        for entry in draw.sample(kept, min(2, len(kept))):
            number = int(entry["title"].split()[1])
            world.ask(name, QUESTIONS[number], document=entry["document"])


def told(world: World, who: str) -> dict[str, str]:
    """Everything that a person can be told without changing anything, by what they sent."""
    replies: dict[str, str] = {}

    def take(method: str, path: str, **more: Any) -> Any:
        response = world.call(who, method, path, **more)
        text = VOLATILE.sub("", response.text)
        replies[f"{method} {path} {more}"] = f"{response.status_code} {text}"
        return response

    for question in QUESTIONS[:5]:
        take("POST", "/v1/ask", json={"question": question, "memory": "off"})
        take("POST", "/v1/search", json={"query": question, "limit": 50})
        take("GET", "/v1/questions/similar", params={"q": question})
    for path in ("/v1/documents", "/v1/models", "/v1/bases", "/v1/about", "/v1/adding"):
        take("GET", path)
    for folder in FOLDERS:
        take("POST", "/v1/search", json={"query": "lighthouse ferry", "within": [folder]})
    for entry in world.call(who, "GET", "/v1/documents").json()["documents"]:
        document = entry["document"]
        take("GET", "/v1/documents/text", params={"document": document})
        take("GET", "/v1/pages/top", params={"document": document})
        take("GET", "/v1/complete", params={"document": document, "prefix": "when"})
    take("POST", "/v1/tables", json={"questions": [QUESTIONS[0]], "each": [], "memory": "off"})
    take("GET", "/v1/memory/mine")
    return replies


def left_alone(world: World, who: str) -> None:
    """Remove all that a person may not read, and what was asked of it, and have the indexes made again."""
    identity = world.people.identify(world.tokens[who])
    assert identity is not None
    reach: Reach = world.people.reach(identity)
    library = world.engine._documents.library
    for entry in list(library.entries()):
        if not reach.may_read(entry.library, entry.source):
            world.engine.remove(entry.document)
    with world.engine.memory.use(next(iter(world.engine.memory._turns))) as memory:
        asked = list(memory.store.exchange.held())
        library_key = f"library:{reach.id}"
        for held in asked:
            page = held.question.page.key
            readable = page.text == library_key or (
                page.text.startswith("document:")
                and library.entry(page.text.removeprefix("document:")) is not None
            )
            if not readable:
                memory.store.removal.wipe(page=page)


@pytest.mark.parametrize(
    ("store", "seed"),
    [
        ("sqlite", 1),
        *(pytest.param("sqlite", seed, marks=pytest.mark.soak) for seed in range(2, 15)),
        *(pytest.param("postgres", seed, marks=pytest.mark.soak) for seed in range(1, 10)),
    ],
)
def test_what_is_hidden_might_as_well_not_be_there(
    store: str,
    seed: int,
    request: pytest.FixtureRequest,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if store == "postgres":
        monkeypatch.setenv("WHEREIN_STORE", request.getfixturevalue("store_url"))
    draw = random.Random(seed)
    who = draw.choice(PEOPLE)
    with team(home, tmp_path / "documents") as world:
        drawn(world, draw)
        world.engine.memory._count()  # what is counted in batches
        with_everything = told(world, who)
        left_alone(world, who)
    shutil.rmtree(home / "indexes")
    with team(home, tmp_path / "documents") as again:
        again.tokens = world.tokens
        alone = told(again, who)
    assert with_everything.keys() == alone.keys()
    for sent, reply in with_everything.items():
        assert reply == alone[sent], sent
