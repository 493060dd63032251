"""Files that change after they were added: read as they are now where their path is asked, said of where not."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.cli.test_commands import run, run_json
from tests.server.serving import TOKEN
from wherein import Engine, Options
from wherein.cli.main import invoke
from wherein.core.errors import SourceForbidden
from wherein.core.file_change import SENTENCE, FileChange
from wherein.home.database import Database
from wherein.library.migrations import MIGRATIONS
from wherein.server.app import create_app

QUESTION = "Who keeps the key of the reading room?"
NEW = "Where do dogs wait?"


def rules(keeper: str, more: str = "") -> str:
    return f"Rules of the reading room\n\nThe key of the reading room is kept by {keeper}.{more}\n"


BEFORE = rules("Ines Varga", " Loans last four weeks.")
AFTER = rules("Tomas Brandt", " Dogs wait outside the door.")
SAME_SIZE = BEFORE.replace("Ines Varga", "Iris Vogel")


@pytest.fixture
def path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "lib" / "rules.txt"
    made.parent.mkdir()
    made.write_text(BEFORE)
    (made.parent / "tides.txt").write_text("High water is at noon. The pier closes in a storm.\n")
    assert invoke(["add", "lib"]) == 0
    capsys.readouterr()
    return made


def best(found: Any) -> str:
    return str(found["answers"][0]["text"])


def test_a_changed_file_is_read_as_it_is_now(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    path.write_text(AFTER)
    _, out, _ = run(capsys, "ask", "lib/rules.txt", QUESTION)
    assert ">Tomas Brandt<" in out
    said = " ".join(out.split())
    assert (
        f"rules.txt has changed since it was added and was read as it is now. Renew the kept copy: wherein add {path}"
        in said
    )
    assert best(run_json(capsys, "ask", "lib/rules.txt", NEW)).startswith("outside")
    assert invoke(["add", "lib"]) == 0
    _, out, _ = run(capsys, "ask", "lib/rules.txt", QUESTION)
    assert ">Tomas Brandt<" in out
    assert "has changed" not in out


def test_however_the_path_is_written(
    engine: Engine, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text(AFTER)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "link.txt").symlink_to(path)
    (tmp_path / "folder").symlink_to(path.parent)
    written = (
        "lib/rules.txt",
        "./lib/../lib//rules.txt",
        "link.txt",
        "folder/rules.txt",
        "~/lib/rules.txt",
    )
    asked: list[tuple[str | None, tuple[str, ...]]] = [
        *((name, ()) for name in (str(path), *written)),
        *((None, (name,)) for name in written),
        (None, ("lib/rules.txt", "tides.txt")),
    ]
    for source, within in asked:
        result = engine.ask(QUESTION, source, Options(within=within))
        assert result.answers[0].text == "Tomas Brandt", (source, within)
        assert any("was read as it is now" in note for note in result.notes)
        assert result.answers[0].file_change is None


def test_a_kept_copy_says_that_its_file_has_changed(
    capsys: pytest.CaptureFixture[str],
    engine: Engine,
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path.write_text(AFTER)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    identity = engine.entry("rules.txt").document
    asked: list[tuple[str | None, tuple[str, ...]]] = [
        (identity, ()),
        ("rules.txt", ()),
        (None, (identity,)),
        (None, ("Rules",)),  # its title
        (None, ("rules.txt",)),
        (None, ("lib",)),  # a folder of the library
        (None, ()),
        (None, ()),  # from memory
    ]
    for source, within in asked:
        result = engine.ask(QUESTION, source, Options(within=within))
        assert result.answers[0].text == "Ines Varga"
        assert result.answers[0].file_change is FileChange.CHANGED, (source, within)
        assert any(f"Renew the copy: wherein add {path}" in note for note in result.notes)
    _, out, _ = run(capsys, "ask", QUESTION)
    assert "The file has changed since it was added." in out


def test_a_refusal_names_the_changed_file(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.write_text(AFTER)
    found = run_json(capsys, "ask", "How many weeks do dogs wait at the door?")
    if not found["answers"]:
        assert any("older cop" in note for note in found["notes"])


def _set_back(path: Path) -> None:
    times = path.stat()
    path.write_text(SAME_SIZE)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def _replaced(path: Path) -> None:
    times = path.stat()
    other = path.with_name("other")
    other.write_text(SAME_SIZE)
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
    other.replace(path)


@pytest.mark.parametrize("change", [_set_back, _replaced])
def test_a_change_with_the_same_size_and_time(
    capsys: pytest.CaptureFixture[str], path: Path, change: Callable[[Path], None]
) -> None:
    change(path)
    assert best(run_json(capsys, "ask", "lib/rules.txt", QUESTION)) == "Iris Vogel"
    assert run_json(capsys, "ask", QUESTION)["answers"][0]["file_change"] == "changed"


def test_an_unchanged_file_says_nothing(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.touch()
    for asked in (("lib/rules.txt",), ()):
        found = run_json(capsys, "ask", *asked, QUESTION)
        assert best(found) == "Ines Varga"
        assert "file_change" not in found["answers"][0]
        assert not any("added" in note for note in found["notes"])


@pytest.mark.parametrize("how", ["removed", "renamed", "a folder's parent renamed"])
def test_a_file_that_is_gone(
    capsys: pytest.CaptureFixture[str], path: Path, tmp_path: Path, how: str
) -> None:
    if how == "removed":
        path.unlink()
    elif how == "renamed":
        path.rename(path.with_name("house.txt"))
    else:
        path.parent.rename(tmp_path / "books")
    for asked in (("lib/rules.txt",), ()):
        found = run_json(capsys, "ask", *asked, QUESTION)
        assert best(found) == "Ines Varga"
        assert found["answers"][0]["file_change"] == "gone"
        assert any(f"wherein remove {path}" in note for note in found["notes"])


def test_a_file_that_has_become_a_folder(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "new.txt").write_text(AFTER)
    assert best(run_json(capsys, "ask", "lib/rules.txt", QUESTION)) == "Tomas Brandt"
    assert run_json(capsys, "ask", QUESTION)["answers"][0]["file_change"] == "gone"


def test_a_file_that_can_t_be_read(
    engine: Engine, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text(AFTER)

    def refused(*_: object, **__: object) -> bytes:
        raise SourceForbidden("It may not be read.", "Give yourself permission to read it.")

    monkeypatch.setattr("wherein.answering.library.sources.read_source", refused)
    result = engine.ask(QUESTION, str(path))
    assert result.answers[0].text == "Ines Varga"
    assert result.answers[0].file_change is FileChange.CHANGED


def test_a_changed_file_that_is_damaged_is_an_error(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    path.write_bytes(b"\0\1\2\3" * 100)
    status, out, err = run(capsys, "ask", "lib/rules.txt", QUESTION)
    assert status == 1
    assert "Ines Varga" not in out
    assert err.count("\n") == 1


def test_what_an_earlier_parser_kept_is_read_again(
    capsys: pytest.CaptureFixture[str], path: Path, home: Path
) -> None:
    file = Database(home / "library.sqlite", MIGRATIONS, "library")
    with file.transaction():
        file.connection.execute("UPDATE documents SET outdated = 1, file = NULL")
        file.connection.execute(
            "UPDATE chunks SET text = replace(text, 'Ines Varga', 'Nobody Xxx')"
        )
    file.close()
    assert best(run_json(capsys, "ask", "lib/rules.txt", QUESTION, "--no-memory")) == "Ines Varga"


def test_the_file_of_an_older_library_is_compared_by_content(
    capsys: pytest.CaptureFixture[str], path: Path, home: Path
) -> None:
    file = Database(home / "library.sqlite", MIGRATIONS, "library")
    with file.transaction():
        file.connection.execute("UPDATE documents SET file = NULL")
    file.close()
    assert "file_change" not in run_json(capsys, "ask", QUESTION)["answers"][0]
    path.write_text(SAME_SIZE)
    assert run_json(capsys, "ask", QUESTION)["answers"][0]["file_change"] == "changed"
    assert best(run_json(capsys, "ask", "lib/rules.txt", QUESTION)) == "Iris Vogel"


def test_adding_again_keeps_the_state_of_an_unchanged_file(engine: Engine, path: Path) -> None:
    (entry,) = (each for each in engine.documents() if each.title == "rules")
    before = engine._documents.library.files.state(entry.document)
    path.touch()
    assert str(path) in engine.add(path.parent).unchanged
    after = engine._documents.library.files.state(entry.document)
    assert before is not None
    assert after is not None
    assert before.modified_ns < after.modified_ns


def test_nothing_is_remembered_of_a_text_that_is_not_kept(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    path.write_text(AFTER)
    for _ in range(2):
        found = run_json(capsys, "ask", "lib/rules.txt", QUESTION)
        assert found["answers"][0]["found_by"] != "memory"


def test_an_edit_between_two_questions_of_a_conversation(
    capsys: pytest.CaptureFixture[str], path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "never added.txt"
    for source, keeper in ((path, "Tomas Brandt"), (other, "Iris Vogel")):
        source.write_text(BEFORE)

        class Lines(io.StringIO):
            def __iter__(self) -> Any:
                yield QUESTION + "\n"
                source.write_text(rules(keeper, " Dogs wait."))  # noqa: B023
                yield QUESTION + "\n"

        monkeypatch.setattr("sys.stdin", Lines())
        capsys.readouterr()
        assert invoke(["chat", str(source), "--json"]) == 0
        first, second = map(json.loads, capsys.readouterr().out.splitlines())
        assert (best(first), best(second)) == ("Ines Varga", keeper)


def test_a_table_reads_a_named_file_as_it_is_now(
    capsys: pytest.CaptureFixture[str], path: Path, tmp_path: Path
) -> None:
    path.write_text(AFTER)
    (tmp_path / "questions.txt").write_text(QUESTION)
    for each in ("lib/rules.txt", "lib"):
        table = run_json(capsys, "ask", "--questions", "questions.txt", "--each", each)
        assert "Tomas Brandt" in json.dumps(table)
        assert "Ines Varga" not in json.dumps(table)


@pytest.mark.parametrize("change", ["changed", "gone"])
def test_a_table_says_that_a_copy_is_older(
    capsys: pytest.CaptureFixture[str], engine: Engine, path: Path, tmp_path: Path, change: str
) -> None:
    if change == "gone":
        path.unlink()
    else:
        path.write_text(AFTER)
    (tmp_path / "questions.txt").write_text(QUESTION)
    for each in ("rules.txt", "Rules"):  # its file name, its title
        asked = ("ask", "--questions", "questions.txt", "--each", each)
        (row,) = run_json(capsys, *asked)["documents"]
        assert (row["cells"][0]["answer"], row["file_change"]) == ("Ines Varga", change)
        for _ in range(2):  # asked, and from the cells of the first run
            _, _, err = run(capsys, *asked, "--csv", "--out", "table.csv")
            assert "rules.txt" in err
            assert f"wherein {'add' if change == 'changed' else 'remove'} {path}" in err
    with TestClient(
        create_app(engine, TOKEN),
        base_url="http://127.0.0.1:8484",
        headers={"Authorization": f"Bearer {TOKEN}"},
    ) as http:
        rows = http.post("/v1/tables", json={"questions": [QUESTION], "each": []}).json()["rows"]
        assert [row.get("file_change") for row in rows] == [change, None]
        hits = http.post("/v1/search", json={"query": "key"}).json()["hits"]
        assert {hit["title"]: hit.get("file_change") for hit in hits}["rules"] == change


def test_a_table_of_paths_says_that_the_copy_is_older(
    capsys: pytest.CaptureFixture[str], path: Path, tmp_path: Path
) -> None:
    (tmp_path / "questions.txt").write_text(QUESTION)
    asked = ("ask", "--questions", "questions.txt", "--csv", "--each", "lib/rules.txt")
    assert "was read as it is now" not in run(capsys, *asked)[2]
    path.write_text(AFTER)
    _, out, err = run(capsys, *asked)
    assert "Tomas Brandt" in out
    assert f"was read as it is now. Renew the kept copy: wherein add {path}" in err


def test_citations_search_and_show_say_that_a_copy_is_older(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    path.write_text(AFTER)
    assert f"wherein add {path}" in run(capsys, "ask", QUESTION, "--bibtex")[2]
    sentence = "The file has changed since it was added."
    assert sentence in run(capsys, "search", "key")[1]
    assert run_json(capsys, "search", "key")["hits"][0]["file_change"] == "changed"
    assert sentence not in run(capsys, "search", "pier", "--limit", "1")[1]
    assert sentence in run(capsys, "show", "rules.txt", "--text")[2]
    assert run_json(capsys, "show", "rules.txt")["file_change"] == "changed"
    assert "file_change" not in run_json(capsys, "show", "lib/rules.txt")
    (now,) = run_json(capsys, "search", "--in", "lib/rules.txt", "dogs")["hits"]
    assert "file_change" not in now


def test_show_and_search_read_a_named_file_as_it_is_now(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    path.write_text(AFTER)
    assert "Tomas Brandt" in run(capsys, "show", "lib/rules.txt", "--text")[1]
    assert "Tomas Brandt" in run(capsys, "search", "--in", "lib/rules.txt", "key")[1]


def test_show_says_that_the_kept_copy_of_a_named_file_is_older(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    note = f"has changed since it was added and was read as it is now. Renew the kept copy: wherein add {path}"
    assert "has changed" not in run(capsys, "show", "lib/rules.txt")[1]
    assert "notes" not in run_json(capsys, "show", "lib/rules.txt")
    _set_back(path)
    assert note in " ".join(run(capsys, "show", "lib/rules.txt")[1].split())
    _, out, err = run(capsys, "show", "lib/rules.txt", "--text")
    assert "Iris Vogel" in out
    assert "has changed" not in out
    assert note in " ".join(err.split())
    shown = run_json(capsys, "show", "lib/rules.txt")
    assert "Iris Vogel" in shown["text"]
    assert note in shown["notes"][0]
    sentence = "The file has changed since it was added."
    assert sentence in run(capsys, "show", "rules.txt")[1]


def test_a_followed_folder_sees_a_change_that_keeps_size_and_time(
    engine: Engine, tmp_path: Path
) -> None:
    folder = tmp_path / "followed"
    folder.mkdir()
    (folder / "a.txt").write_text(BEFORE)
    watch = engine.watch(folder)
    assert watch.scan().added
    _set_back(folder / "a.txt")
    assert watch.scan().added
    assert "Iris Vogel" in engine.kept(str(folder / "a.txt")).text


def test_the_server_says_so_at_every_door(engine: Engine, path: Path) -> None:
    path.write_text(AFTER)
    with TestClient(
        create_app(engine, TOKEN),
        base_url="http://127.0.0.1:8484",
        headers={"Authorization": f"Bearer {TOKEN}"},
    ) as http:
        for asked in (
            {},
            {"document": "rules.txt"},
            {"document": str(path)},
            {"within": [str(path)]},
        ):
            found = http.post("/v1/ask", json={"question": QUESTION, **asked}).json()
            assert found["answers"][0]["file_change"] == "changed", asked
            assert any("older copy" in note for note in found["notes"])
            place = found["answers"][0]
            kept = http.get("/v1/documents/text", params={"document": place["document"]}).json()
            assert kept["text"][place["start"] : place["end"]] == place["text"]
        stream = http.post(
            "/v1/ask", json={"question": QUESTION}, headers={"Accept": "text/event-stream"}
        ).text
        assert '"file_change": "changed"' in stream
        said = http.post(
            "/v1/chat/completions",
            json={"model": "wherein", "messages": [{"role": "user", "content": QUESTION}]},
        ).json()["choices"][0]["message"]["content"]
        assert "the file has changed since it was added" in said


def test_several_documents_each_say_it(engine: Engine, path: Path) -> None:
    other = path.with_name("other.txt")
    other.write_text(BEFORE.replace("Loans", "All loans"))
    engine.add(other)
    path.unlink()
    result = engine.ask(QUESTION, options=Options(memory=False))
    changes = {Path(answer.source).name: answer.file_change for answer in result.said}
    assert changes == {"rules.txt": FileChange.GONE, "other.txt": None}


def test_a_passage_of_a_file_that_has_grown_is_opened_in_the_file(
    engine: Engine, path: Path
) -> None:
    path.write_text(AFTER)
    (hit,) = engine.search("dogs", within=("lib/rules.txt",))
    document = engine.document_of(hit.passage.document, str(path), shown=hit.passage)
    assert "Tomas Brandt" in document.text


@pytest.mark.parametrize("change", ["changed", "gone"])
def test_remembered_questions_and_shown_texts_say_that_a_copy_is_older(
    capsys: pytest.CaptureFixture[str], engine: Engine, path: Path, change: str
) -> None:
    identity = engine.entry("rules.txt").document
    run_json(capsys, "ask", "rules.txt", QUESTION)
    run_json(capsys, "ask", QUESTION)  # of the whole library
    lists = [("memory", "top", "rules.txt"), ("memory", "similar", QUESTION)]
    sentence = SENTENCE[FileChange(change)]
    for asked in lists:
        assert sentence not in run(capsys, *asked)[1]
    if change == "gone":
        path.unlink()
    else:
        path.write_text(AFTER)
    for asked in lists:
        assert f"Ines Varga · {sentence}" in run(capsys, *asked)[1]
        rows = run_json(capsys, *asked)["questions"]
        assert rows
        assert {row["answers"][0]["file_change"] for row in rows} == {change}
    with TestClient(
        create_app(engine, TOKEN),
        base_url="http://127.0.0.1:8484",
        headers={"Authorization": f"Bearer {TOKEN}"},
    ) as http:
        shown = http.get("/v1/documents/text", params={"document": identity}).json()
        assert ("Ines Varga" in shown["text"], shown["file_change"]) == (True, change)
        for where, what in (
            ("/v1/pages/top", {"document": identity}),
            ("/v1/questions/similar", {"q": QUESTION}),
        ):
            rows = http.get(where, params=what).json()["questions"]
            assert rows
            assert {row["answers"][0]["file_change"] for row in rows} == {change}, where


def test_suggested_answers_say_that_a_copy_is_older(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    path.write_text(
        "The old lighthouse of Vardo was built in 1896 by fishermen of the town. It has stood empty ever since.\n"
    )
    assert invoke(["add", "lib"]) == 0
    capsys.readouterr()
    (one,) = run_json(capsys, "memory", "top", "rules.txt")["suggested"]
    assert "file_change" not in one["answer"]
    path.write_text(AFTER)
    suggested = run_json(capsys, "memory", "top", "rules.txt")["suggested"]
    assert {each["answer"]["file_change"] for each in suggested} == {"changed"}
    assert "The file has changed" in run(capsys, "memory", "top", "rules.txt")[1]
