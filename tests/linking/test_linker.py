"""The linker on the sample that ships: what it links, and what it leaves alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wherein.cli.main import invoke
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.knowledge.store import InstalledBase
from wherein.linking.linker import Linker
from wherein.linking.logit import LogitLinker
from wherein.linking.variants import inflections, one_edit


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> InstalledBase:
    return build_base(tmp_path_factory.mktemp("kb"), "sample", [importer_for("sample")])


@pytest.fixture(scope="module")
def linker(base: InstalledBase) -> Linker:
    return LogitLinker([base])


@pytest.mark.parametrize(
    ("question", "title", "surface"),
    [
        ("What is the capital of Seine-Saint-Denis?", "Seine-Saint-Denis", "Seine-Saint-Denis"),
        ("Where did John Snetzler die?", "John Snetzler", "John Snetzler"),
        ("where did john snetzler die", "John Snetzler", "john snetzler"),
        ("Where did John Snetzlr die?", "John Snetzler", "John Snetzlr"),
        ("Where is Hagia Sophia located?", "Hagia Sophia", "Hagia Sophia"),
        ("What is Gerald Ford's middle name?", "Gerald Ford", "Gerald Ford"),
    ],
)
def test_what_is_named_is_linked(linker: Linker, question: str, title: str, surface: str) -> None:
    links = linker.link(question)
    assert links, question
    assert (links[0].title, links[0].surface) == (title, surface)
    assert links[0].span.of(question) == links[0].surface
    assert links[0].id == f"sample:{title}"
    assert 0 < links[0].score <= 1


@pytest.mark.parametrize(
    "question",
    [
        "Where was Brigita Bukovec born?",
        "Who is John Smithson's wife?",
        "How are you?",
        "?",
        "",
        "What is it to us?",
        "Where did Zorbulon Quaxly die?",
    ],
)
def test_what_is_not_there_is_left_alone(linker: Linker, question: str) -> None:
    assert linker.link(question) == ()


def test_links_do_not_overlap_and_come_surest_first(linker: Linker) -> None:
    links = linker.link("Is Berlin larger than Rome?")
    assert sorted(links, key=lambda link: -link.score) == list(links)
    for one in links:
        assert not any(one.span.overlaps(other.span) for other in links if other is not one)


def test_other_readings_of_a_word() -> None:
    assert "uruguay" in set(inflections("uruguayan"))
    assert "city" in set(inflections("cities"))
    assert {"snetzler"} <= set(one_edit("snetzlr")) & set(one_edit("snetzelr"))


def test_eval_linking_gives_its_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = tmp_path / "q.jsonl"
    rows = [
        {"question": "Where did John Snetzler die?", "entities": [{"title": "John Snetzler"}]},
        {"question": "Who wrote the Book of Nothing At All?", "entity": "Book of Nothing At All"},
    ]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert invoke(["kb", "add", "first", "sample", "--json"]) == 0
    added = json.loads(capsys.readouterr().out)
    assert added["articles"] == 311
    assert added["origins"][0]["licence"] == "CC BY-SA 3.0"
    assert (
        invoke(["eval", "linking", "--kb", "first", "--questions", str(questions), "--json"]) == 0
    )
    row = json.loads(capsys.readouterr().out)
    assert set(row) == {
        "n", "linked", "precision", "recall", "f1", "accuracy_in_kb", "false_links_when_absent",
        "milliseconds",
    }  # fmt: skip
    assert (row["n"], row["accuracy_in_kb"], row["false_links_when_absent"]) == (2, 1.0, 0.0)
    assert invoke(["kb", "list"]) == 0
    assert "CC BY-SA 3.0" in capsys.readouterr().out
    assert invoke(["kb", "remove", "first"]) == 0
    assert invoke(["eval", "linking", "--kb", "first", "--questions", str(questions)]) == 2
