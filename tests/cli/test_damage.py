"""Damaged bases and memories: the rest answers, the result names what was passed over, a command repairs it."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clock import without_progress
from wherein import Engine
from wherein.answering.articles.article_words import index_articles
from wherein.cli.main import invoke
from wherein.core.answer import Result
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.knowledge.seal import COMPARED, SEAL

NOTE = (
    "The Elida is a cargo ship. Ingrid Haugen is the captain of the Elida."
    " The ship was built in Bergen in 1954.\n"
)
ASKED = ("Who is the captain of the Elida?", "Ingrid Haugen")
OF_THE_BASE = ("Where did John Snetzler die?", "Schaffhausen")
COPIES = 24
Damage = Callable[[bytearray, random.Random], None]


def flipped(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 8, 64))):
        data[chance.randrange(len(data))] ^= chance.randint(1, 255)


def overwritten(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data) // 4096 + 1) * 4096
    length = min(4096 * chance.choice((1, 4)), len(data) - at)
    data[at : at + length] = chance.choice((bytes(length), chance.randbytes(length)))


def cut(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


DAMAGES: tuple[Damage, ...] = (flipped, overwritten, cut)


def damage(path: Path, chance: random.Random) -> bool:
    """Damage a file in one of the ways; whether it is another one now."""
    before = path.read_bytes()
    data = bytearray(before)
    chance.choice(DAMAGES)(data, chance)
    path.write_bytes(data)
    return bytes(data) != before


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a document, a base and a memory that nothing has happened to."""
    home, note = tmp_path_factory.mktemp("whole"), tmp_path_factory.mktemp("notes") / "note.txt"
    note.write_text(NOTE)
    build_base(
        home / "knowledge", "sample", [importer_for("sample")], index_words=index_articles
    ).close()
    with Engine.open(home) as engine:
        engine.add(note)
        for question, answer in (ASKED, ("Where was the ship built?", "Bergen")):
            assert engine.ask(question).answers[0].text == answer
    return home


@pytest.fixture
def damaged_home(whole: Path, home: Path) -> Path:
    shutil.copytree(whole, home)
    return home


@pytest.fixture
def opened(damaged_home: Path) -> Iterator[Engine]:
    with Engine.open(damaged_home) as engine:
        yield engine


def put_back(whole: Path, home: Path, name: str) -> None:
    """A new copy in the place of one that was damaged."""
    if (home / name).is_dir():
        shutil.rmtree(home / name)
        shutil.copytree(whole / name, home / name)
        return
    for ending in ("", "-wal", "-shm"):
        (home / (name + ending)).unlink(missing_ok=True)
    shutil.copy(whole / name, home / name)


def check_answers(engine: Engine) -> tuple[str, ...]:
    """The library answers as ever; what is said beside it."""
    result = engine.ask(ASKED[0])
    assert [answer.text for answer in result.answers][:1] == [ASKED[1]], result
    return result.notes


def names_the_base(result: Result) -> bool:
    return any("kb add sample" in note for note in result.notes)


def test_a_base_with_any_damaged_file_is_passed_over_and_named(
    whole: Path, damaged_home: Path, opened: Engine
) -> None:
    base = damaged_home / "knowledge" / "sample"
    for number in range(COPIES):
        chance = random.Random(number)
        put_back(whole, damaged_home, "knowledge")
        files = [p for p in base.rglob("*") if p.is_file() and not p.name.startswith(".")]
        kept = sorted(p for p in files if p.name not in (SEAL, COMPARED) and p.stat().st_size)
        chosen = chance.choice(kept)
        if not damage(chosen, chance):
            continue
        result = opened.ask(OF_THE_BASE[0])
        assert names_the_base(result), (number, chosen.name)
        assert any("kb add sample" in note for note in check_answers(opened)), chosen.name
    put_back(whole, damaged_home, "knowledge")
    assert opened.ask(OF_THE_BASE[0]).answers[0].text == OF_THE_BASE[1]
    assert not any("sample" in note for note in check_answers(opened))


def test_damage_that_is_seen_only_in_reading_stops_no_question(
    whole: Path, damaged_home: Path, opened: Engine
) -> None:
    """Without a seal, as an older wherein made it, damage is found where a page is read, or not at all."""
    base = damaged_home / "knowledge" / "sample"
    found = 0
    for number in range(COPIES):
        chance = random.Random(number)
        put_back(whole, damaged_home, "knowledge")
        (base / SEAL).unlink()
        # Not the tries: to read a damaged one may end the process, which is what the seal is for.
        columns = sorted([*base.glob("*.u32"), *base.glob("*.u8")])
        damage(base / "base.sqlite" if number % 4 else chance.choice(columns), chance)
        check_answers(opened)
        result = opened.ask(OF_THE_BASE[0])
        found += names_the_base(result)
        opened.search("organ builder from Schaffhausen")
    assert found > COPIES // 4


def test_a_memory_that_is_damaged_stops_no_question_and_is_set_aside(
    whole: Path, damaged_home: Path, opened: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    found = 0
    for number in range(2 * COPIES):
        chance = random.Random(number)
        put_back(whole, damaged_home, "memory.sqlite")
        damage(damaged_home / "memory.sqlite", chance)
        notes = check_answers(opened)
        if not any("memory set-aside" in note for note in notes):
            continue
        found += 1
        assert invoke(["memory", "set-aside", "--json"]) == 0
        place = json.loads(capsys.readouterr().out)["set_aside"]
        assert Path(place).exists()
        assert not any("memory" in note for note in check_answers(opened))
        (memory,) = [step for step in opened.ask(ASKED[0]).steps if step.name == "memory"]
        assert memory.outcome == "answered"
    assert found > COPIES
    assert invoke(["memory", "wipe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["set_aside"] == found
    assert list(damaged_home.glob("memory.sqlite.damaged*")) == []


@pytest.mark.parametrize("ending", ["idx", "term", "fast", "fieldnorm"])
def test_an_index_whose_damage_is_seen_only_in_searching_is_made_again(
    damaged_home: Path, ending: str
) -> None:
    shutil.rmtree(damaged_home / "knowledge")
    (damaged_home / "memory.sqlite").unlink()
    (part,) = (damaged_home / "indexes" / "bm25").glob(f"*.{ending}")
    # What stands at the end of a file of Tantivy's says what it is, and is looked at when it is opened.
    part.write_bytes(b"\xa5" * 40 + part.read_bytes()[40:])
    with Engine.open(damaged_home) as engine:
        assert engine.ask(ASKED[0]).answers[0].text == ASKED[1]
        assert engine.search("captain")
    assert part.read_bytes()[:40] != b"\xa5" * 40 if part.exists() else True


def run(home: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "wherein", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | {"WHEREIN_HOME": str(home)},
    )


def middle_overwritten(path: Path) -> None:
    """Damage that only reading finds: the first page is whole."""
    data = bytearray(path.read_bytes())
    data[8192:-4096] = b"\xa5" * len(data[8192:-4096])
    path.write_bytes(data)


def test_the_commands_name_what_is_damaged_and_what_to_do(damaged_home: Path) -> None:
    middle_overwritten(damaged_home / "knowledge" / "sample" / "base.sqlite")
    middle_overwritten(damaged_home / "memory.sqlite")
    asked = run(damaged_home, "ask", ASKED[0], "--json")
    result: dict[str, Any] = json.loads(asked.stdout)
    assert (asked.returncode, without_progress(asked.stderr)) == (0, "")
    assert result["answers"][0]["text"] == ASKED[1]
    said = " ".join(result["notes"])
    assert "kb add sample" in said
    assert "wherein memory set-aside" in said
    listed = run(damaged_home, "kb", "list", "--json")
    assert json.loads(listed.stdout) == {"bases": [], "unfinished": [], "damaged": ["sample"]}
    assert "wherein kb remove sample" in run(damaged_home, "kb", "list").stdout
    assert run(damaged_home, "search", "captain").returncode == 0
    stats = run(damaged_home, "memory", "stats")
    assert (stats.returncode, stats.stderr.count("\n")) == (1, 1)
    checked = run(damaged_home, "doctor", "--json")
    assert checked.returncode == 1
    wrong = {
        row["check"]: row["do"]
        for row in json.loads(checked.stdout)["checks"]
        if not row["ok"] and row["needed"]
    }
    assert set(wrong) == {"memory", "knowledge base sample"}
    assert "wherein kb remove sample" in wrong["knowledge base sample"]
    assert "wherein memory set-aside" in wrong["memory"]
    updated = run(damaged_home, "kb", "update", "sample", "sample", "--json")
    assert updated.returncode == 0, updated.stderr
    assert run(damaged_home, "memory", "set-aside").returncode == 0
    assert "not damaged" in run(damaged_home, "memory", "set-aside").stdout
    assert run(damaged_home, "doctor").returncode == 0
    assert json.loads(run(damaged_home, "ask", ASKED[0], "--json").stdout)["notes"] == []


def test_a_damaged_base_is_updated_from_where_it_was_made(
    whole: Path, damaged_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = damaged_home / "knowledge" / "sample"
    assert invoke(["kb", "update", "sample", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unchanged"]
    (base / "kinds.u8").write_bytes(b"\xff")
    assert invoke(["kb", "update", "sample", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["articles"] > 100
    (base / "base.sqlite").write_bytes(b"\xff" * 9000)
    assert invoke(["kb", "update", "sample"]) == 1
    assert "wherein kb add sample SOURCE" in capsys.readouterr().err
