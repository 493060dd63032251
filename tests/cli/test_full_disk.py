"""A disk that is really full: what was kept is reported, questions still work, and everything else once there is room."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from wherein import Engine
from wherein.cli.main import invoke
from wherein.server.app import create_app

NOTE = "The Elida is a cargo ship. Ingrid Haugen is the captain of the Elida. She was built in Bergen.\n"
CAPTAIN = ("Who is the captain of the Elida?", "Ingrid Haugen")
BUILT = ("Where was the Elida built?", "Bergen")
FULL = "There is no room left on the disk"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 3 MB in memory."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("There is no `mount` here, so that no small disk can be made.")
    if done.returncode:
        pytest.skip("Only root may mount, so that no small disk can be made.")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> None:
    with (disk / "filler").open("ab", buffering=0) as file:
        for size in (65_536, 4_096, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue


def more_room(disk: Path) -> None:
    (disk / "filler").unlink(missing_ok=True)
    remount = ["mount", "-o", "remount,size=64m", str(disk)]
    subprocess.run(remount, check=True)


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Thirty texts, more than the disk has room for; the first says who the captain is."""
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text(NOTE)
    for number in range(30):
        chance = random.Random(number)
        words = [f"word{chance.randrange(3000)}" for _ in range(16_000)]
        lines = (" ".join(words[at : at + 80]) + "." for at in range(0, len(words), 80))
        (folder / f"z{number:02}.txt").write_text(f"Text {number}.\n\n" + "\n\n".join(lines))
    return folder


@pytest.fixture
def command(disk: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, Any, str]]:
    """Runs a command on a home on the disk: status, the JSON that it prints, errors."""

    def run(*arguments: object) -> tuple[int, Any, str]:
        status = invoke(["--home", str(disk / "home"), *map(str, arguments), "--json"])
        said = capsys.readouterr()
        return status, json.loads(said.out) if said.out else None, said.err

    return run


Command = Callable[..., tuple[int, Any, str]]


def check_answered(command: Command, question: tuple[str, str], *source: Path) -> dict[str, Any]:
    status, result, errors = command("ask", *source, question[0])
    # On a busy machine an answer takes the two seconds after which its progress is shown.
    complaints = [line for line in errors.splitlines() if "\u2026" not in line]
    assert (status, complaints) == (0, [])
    assert result["answers"][0]["text"] == question[1]
    assert isinstance(result, dict)
    return result


def test_questions_go_on_where_there_is_no_room_for_a_byte(
    command: Command, disk: Path, texts: Path
) -> None:
    command("add", texts / "a.txt")
    check_answered(command, CAPTAIN)
    fill(disk)
    # SQLite would make 32 kB of shared memory beside each file, for which there is no room.
    assert check_answered(command, CAPTAIN)["answers"][0]["found_by"] == "memory"
    notes = check_answered(command, BUILT)["notes"]
    assert [note for note in notes if "not remembered" in note and FULL in note]
    check_answered(command, BUILT, texts / "a.txt")
    assert command("search", "captain")[1]["hits"]
    assert len(command("list")[1]["documents"]) == 1
    status, added, _ = command("add", texts / "z00.txt")
    assert (status, added["added"]) == (1, [])
    assert added["failed"][0]["reason"].startswith(f"{FULL}; the library is as it was before.")
    status, _, error = command("kb", "add", "sample")
    assert (status, error.count("\n")) == (1, 1)
    assert FULL in error


def test_a_disk_that_becomes_full_keeps_what_was_added_and_says_so(
    command: Command, disk: Path, texts: Path
) -> None:
    command("add", texts / "a.txt")
    check_answered(command, CAPTAIN)
    status, added, _ = command("add", texts)
    names = [Path(row["source"]).name for row in added["added"]]
    assert status == 1
    assert 3 < len(names) < 30
    *files, index = added["failed"]
    assert len(names) + len(files) == 30
    assert all(FULL in row["reason"] for row in files)
    assert "What was added is kept" in index["reason"]
    fill(disk)
    result = check_answered(command, CAPTAIN)
    assert [note for note in result["notes"] if f"{len(names)} documents are searched" in note]
    found = command("search", "text 2")[1]["hits"]
    assert any(hit["title"] == "z02" for hit in found), "what has no index is found all the same"
    with (disk / "out").open("wb") as out:
        printed = subprocess.run(
            [sys.executable, "-m", "wherein", "show", str(texts / "z00.txt"), "--text"],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert printed.returncode == 1
    assert printed.stderr.startswith(f"wherein: {FULL}")
    assert printed.stderr.count("\n") == 1
    more_room(disk)
    status, added, _ = command("add", texts)
    assert (status, len(added["added"]), added["failed"]) == (0, 30 - len(names), [])
    assert check_answered(command, BUILT)["notes"] == []
    assert command("doctor")[0] == 1, "64 MB are little room"


def test_a_server_goes_on_and_takes_up_again_by_itself(
    command: Command, disk: Path, texts: Path
) -> None:
    command("add", texts / "a.txt")
    fill(disk)
    with Engine.open(disk / "home") as engine:
        client = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1")
        client.headers["Authorization"] = "Bearer t"

        def ask(question: tuple[str, str]) -> dict[str, Any]:
            result = client.post("/v1/ask", json={"question": question[0]}).json()
            assert result["answers"][0]["text"] == question[1]
            assert isinstance(result, dict)
            return result

        for _ in range(2):
            assert FULL in ask(CAPTAIN)["notes"][0]
        more_room(disk)
        assert ask(CAPTAIN)["notes"] == []
        assert ask(CAPTAIN)["answers"][0]["found_by"] == "memory"
        assert len(engine.add(texts / "z00.txt").added) == 1
        assert ask(BUILT)["notes"] == []


def test_a_home_that_can_only_be_read_answers_from_all_that_is_there(
    command: Command, disk: Path, texts: Path, tmp_path: Path
) -> None:
    """One sentence where writing is needed, and none where it is not."""
    articles = tmp_path / "articles"
    articles.mkdir()
    (articles / "nora.md").write_text("# Nora\n\nThe Nora is a ferry. Ole Berg is her captain.\n")
    more_room(disk)
    assert command("kb", "add", "ships", articles)[0] == 0
    command("add", texts / "a.txt")
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    assert check_answered(command, CAPTAIN)["answers"][0]["found_by"] != "memory"
    check_answered(command, CAPTAIN, texts / "a.txt")
    check_answered(command, ("Who is the captain of the Nora?", "Ole Berg"))
    status, result, _ = command("ask", "--in", "ships", "Who is the captain of the Nora?")
    assert (status, result["answers"][0]["text"]) == (0, "Ole Berg")
    assert command("search", "captain")[1]["hits"]
    assert len(command("list")[1]["documents"]) == 1
    assert command("show", "a.txt")[0] == 0
    assert command("kb", "list")[0] == 0
    for writes in (
        ("add", texts / "z00.txt"),
        ("remove", "a.txt"),
        ("kb", "add", "more", articles),
    ):
        status, _, error = command(*writes)
        assert (status, error.count("\n")) == (1, 1), writes
        assert "--home" in error
    # What was remembered is served too, and is not written again.
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    check_answered(command, CAPTAIN)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    assert check_answered(command, CAPTAIN)["answers"][0]["found_by"] == "memory"
    check_answered(command, BUILT)
    assert command("memory", "top", "a.txt")[0] == 0


def test_what_a_watched_folder_holds_is_caught_up_once_there_is_room(
    command: Command, disk: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "watched"
    folder.mkdir()
    (folder / "a.txt").write_text(NOTE)
    assert command("watch", folder, "--once")[1]["added"] == [str(folder / "a.txt")]
    (folder / "b.txt").write_text("The Nora is a ferry.\n")
    fill(disk)
    status, _, error = command("watch", folder, "--once")
    assert status == 1
    assert "can't be written" in error
    assert len(command("list")[1]["documents"]) == 1
    check_answered(command, CAPTAIN)
    more_room(disk)
    assert command("watch", folder, "--once")[1]["added"] == [str(folder / "b.txt")]
    (folder / "a.txt").unlink()
    assert command("watch", folder, "--once")[1]["removed"] == [str(folder / "a.txt")]
