"""A library and its memory go from store to store, into a file and out of it, and every piece comes along."""

from __future__ import annotations

import hashlib
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.contract.test_library import made
from tests.memory.makers import asking
from wherein.answering.moving.backup import back_up, restore
from wherein.answering.moving.copying import copy_all, opened
from wherein.cli.main import invoke
from wherein.core.document import Page
from wherein.core.errors import LibraryError, StoreDamaged, UsageError
from wherein.core.span import Span
from wherein.home.folder import Home
from wherein.library.held import HeldDocument
from wherein.library.postgres_exchange import PostgresLibraryExchange
from wherein.memory.store.store import Feedback, PageKey, Verdict
from wherein.passages.split import split
from wherein.postgres.address import StoreAddress

DOCUMENTS = 6
BOTH_WAYS = pytest.mark.parametrize("way", ["to a database", "to files"])


@pytest.fixture
def places(tmp_path: Path, store_url: str, way: str) -> tuple[Home, Home]:
    files = Home(tmp_path / "files")
    database = Home(tmp_path / "other", StoreAddress.parse(store_url))
    return (files, database) if way == "to a database" else (database, files)


def fill(home: Home) -> None:
    with opened(home) as (library, memory):
        for number in range(DOCUMENTS):
            document = replace(
                made(f"d{number}", f"Text {number}. " + "word " * 3_000),
                pages=(Page(1, Span(0, 7), b"\0\xff", number % 2 == 0),),
                language="en",
            )
            library.put(document, split(document))
        library.rename("d1", "Given")
        library.tag("d2", ["a", "b"])
        library.remove("d5")
        for number in range(5):
            memory.writer.remember(asking(f"question {number}", asker=f"asker{number % 2}"))
        context = "It was finished in 1889."
        said = Feedback(
            PageKey("https://example.org/"), "A page", "Q?", Verdict.RIGHT, context, "1889", 19, 5.0
        )
        memory.feedback.judge(said, "question 1", None)


def all_of(home: Home) -> object:
    with opened(home) as (library, memory):
        documents = {
            entry.document: (
                entry,
                library.document(entry.document),
                list(library.passages_of(entry.document)),
            )
            for entry in library.entries()
        }
        questions = {
            (held.question.key, held.question.uses, held.question.score, held.asker_names,
             tuple(replace(answer, id=0) for answer in held.question.answers))
            for held in memory.exchange.held()
        }  # fmt: skip
        return documents, questions, list(memory.feedback.given())


@BOTH_WAYS
def test_everything_comes_along_and_a_second_copy_changes_nothing(
    places: tuple[Home, Home],
) -> None:
    source, target = places
    fill(source)
    copied = copy_all(source, target)
    assert (copied.documents, copied.questions, copied.verdicts) == (5, 5, 1)
    assert (copied.documents_new, copied.questions_new, copied.verdicts_new) == (5, 5, 1)
    assert all_of(target) == all_of(source)
    again = copy_all(source, target)
    assert (again.documents_new, again.questions_new, again.verdicts_new) == (0, 0, 0)


@pytest.mark.parametrize("way", ["to a database"])
def test_a_copy_that_was_stopped_goes_on(
    places: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = places
    fill(source)
    put = PostgresLibraryExchange.restore
    stored: list[HeldDocument] = []

    def stopping(self: PostgresLibraryExchange, held: HeldDocument) -> None:
        if len(stored) == 2:
            raise KeyboardInterrupt
        stored.append(held)
        put(self, held)

    with monkeypatch.context() as patched:
        patched.setattr(PostgresLibraryExchange, "restore", stopping)
        with pytest.raises(KeyboardInterrupt):
            copy_all(source, target)
    assert copy_all(source, target).documents_new == 3
    assert all_of(target) == all_of(source)


@pytest.mark.parametrize("way", ["to a database"])
def test_a_piece_that_is_not_as_it_was_is_told(
    places: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = places
    fill(source)
    put = PostgresLibraryExchange.restore
    monkeypatch.setattr(
        PostgresLibraryExchange,
        "restore",
        lambda self, held: put(self, replace(held, text=held.text.replace("Text 3", "Text 4"))),
    )
    with pytest.raises(LibraryError, match="not in the new place as it was"):
        copy_all(source, target)


@BOTH_WAYS
def test_a_backup_of_either_store_is_restored_into_the_other(
    places: tuple[Home, Home], tmp_path: Path
) -> None:
    source, target = places
    fill(source)
    received = source.files / "abc" / "sent.txt"
    received.parent.mkdir(parents=True)
    received.write_text("sent")
    file = tmp_path / "all.backup"
    back_up(source, file)
    assert file.stat().st_mode & 0o077 == 0
    assert "s3cret" not in file.read_bytes().decode("latin-1")
    restored = restore(file, target)
    assert (restored.documents_new, restored.questions_new) == (5, 5)
    assert all_of(target) == all_of(source)
    assert (target.files / "abc" / "sent.txt").read_text() == "sent"
    assert not list(tmp_path.glob(".*")) + list(target.folder.glob(".*"))
    with pytest.raises(UsageError, match="there already"):
        back_up(source, file)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    home = Home(tmp_path / "files")
    fill(home)
    back_up(home, tmp_path / "kept.backup")
    return tmp_path / "kept.backup"


def test_a_backup_that_is_cut_short_or_changed_is_refused_and_changes_nothing(
    kept: Path, tmp_path: Path
) -> None:
    whole = kept.read_bytes()
    home = Home(tmp_path / "new")
    changed = bytearray(whole)
    changed[len(whole) // 3] ^= 0xFF
    for content in (whole[: len(whole) // 2], whole[:-1], b"", b"no zip", bytes(changed)):
        kept.write_bytes(content)
        with pytest.raises(StoreDamaged, match="nothing was changed"):
            restore(kept, home)
        assert not home.library.exists()
    with pytest.raises(UsageError, match="no file"):
        restore(tmp_path / "none", home)


def test_a_backup_can_put_no_file_elsewhere(kept: Path, tmp_path: Path) -> None:
    evil = tmp_path / "evil.backup"
    with zipfile.ZipFile(kept) as old, zipfile.ZipFile(evil, "w") as new:
        manifest = json.loads(old.read("backup.json"))
        for name in (
            "files/../../out.txt",
            "files/a/../../../out.txt",
            "../out.txt",
            "config.toml",
        ):
            new.writestr(name, "x")
            manifest["sha256"][name] = hashlib.sha256(b"x").hexdigest()
        for name in ("library.sqlite", "memory.sqlite"):
            new.writestr(name, old.read(name))
        new.writestr("backup.json", json.dumps(manifest))
    home = Home(tmp_path / "deep" / "new")
    home.folder.mkdir(parents=True)
    assert restore(evil, home).documents == 5
    assert not list(tmp_path.rglob("out.txt"))
    assert not home.config.exists()


def test_the_commands(
    store_url: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WHEREIN_STORE", "")
    files = tmp_path / "files"
    fill(Home(files))
    assert invoke(["migrate", str(files), store_url]) == 0
    told = capsys.readouterr()
    assert "5 documents (5 copied), 5 questions (5), 1 verdicts (1)" in told.out
    assert "s3cret" not in told.out + told.err
    assert invoke(["migrate", store_url, str(tmp_path / "back"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["documents_new"] == 5
    assert invoke(["--store", store_url, "backup", str(tmp_path / "b")]) == 0
    monkeypatch.setenv("WHEREIN_STORE", "")
    assert invoke(["--home", str(tmp_path / "restored"), "restore", str(tmp_path / "b")]) == 0
    assert all_of(Home(tmp_path / "restored"))[0] == all_of(Home(files))[0]  # type: ignore[index]
    assert invoke(["migrate", str(tmp_path / "nothing"), store_url]) == 2
    assert invoke(["migrate", str(files), str(files)]) == 2
