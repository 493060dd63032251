"""Questions go through the product page by page, are judged, and are replayed from what was read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from wherein_lab.pages.asking import PageResult, by_engine, by_reader, document_of
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.pages.readings import Readings
from wherein_lab.registry.readers import open_reader

from tests.answering.test_escalation import NEVER, large
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.cli.main import main
from wherein.core.errors import UsageError
from wherein.core.passage import Passage
from wherein.reading.extractive import ExtractiveReader
from wherein.reading.reader import Reading

FERRY = (
    "<title>The ferry</title><nav><a>Timetables and prices</a></nav><main><h1>The ferry</h1>"
    "<p>The ferry to Bergen leaves at 7:45 every Monday. The trip costs 240 kroner.</p>"
    "<p>You can buy soup on board. The captain is Ingrid Haugen.</p></main>"
)
TOWER = "<title>The tower</title><main><h1>The tower</h1><p>Marta Lindqvist built the tower in 1846.</p></main>"
PAGES = {"ferry.html": FERRY.encode(), "tower.html": TOWER.encode()}
QUESTIONS = (
    PageQuestion("t-1", "tower.html", "plain", "Who built the tower?", ("Marta Lindqvist",)),
    PageQuestion("f-1", "ferry.html", "plain", "Who is the captain?", ("Ingrid Haugen",)),
    PageQuestion("f-2", "ferry.html", "absent", "What is the dog's name?", ()),
)


def outcome(results: Sequence[PageResult]) -> list[tuple[str, list[tuple[str, float, bool]]]]:
    return [
        (
            r.question.id,
            [(s.text, round(s.confidence, 4), s.right) for s in (*r.answers, *r.perhaps)],
        )
        for r in results
    ]


def test_through_the_product_page_by_page() -> None:
    results = list(by_engine([], QUESTIONS, PAGES))
    assert [r.question.id for r in results] == ["f-1", "f-2", "t-1"]
    captain, absent, builder = results
    assert captain.answers[0].text == "Ingrid Haugen"
    assert captain.answers[0].right
    assert builder.answers[0].right
    assert captain.milliseconds_first is not None
    assert captain.milliseconds_all is not None
    assert 0 < captain.milliseconds_first <= captain.milliseconds_all
    assert not any(span.right for span in (*absent.answers, *absent.perhaps))
    # Candidates below every bound are kept, so that they can be judged.
    assert absent.top is not None


def test_one_reader_alone_reads_what_shows() -> None:
    opened = open_reader("small")
    (main_text,), (whole,) = (
        list(by_reader(opened, QUESTIONS[1:2], PAGES, whole)) for whole in (False, True)
    )
    assert main_text.answers[0].right
    assert whole.answers[0].right
    pages = [document_of("ferry.html", PAGES["ferry.html"], whole) for whole in (False, True)]
    assert ["Timetables" in page.main_text for page in pages] == [False, True]


class Forbidden:
    """A reader that must not be asked."""

    name = "small"

    def load(self) -> None:
        raise AssertionError

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        raise AssertionError(question)


def test_what_was_read_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "readings.jsonl"
    first = list(by_engine([], QUESTIONS[:2], PAGES, Readings(path)))
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [(row["id"], row["page"], row["kind"]) for row in rows] == [
        ("f-1", "ferry.html", "plain"), ("t-1", "tower.html", "plain"),
    ]  # fmt: skip

    again = list(by_engine([], QUESTIONS, PAGES, Readings(path)))
    assert [r for r in outcome(again) if r[0] != "f-2"] == outcome(first)
    assert [r.milliseconds_all is None for r in again] == [True, False, True]
    assert len(path.read_text("utf-8").splitlines()) == 3

    monkeypatch.setattr(ExtractiveReader, "read", Forbidden.read)
    assert outcome(list(by_engine([], QUESTIONS, PAGES, Readings(path)))) == outcome(again)
    another = replace(QUESTIONS[0], question="Who else built the tower?")
    with pytest.raises(AssertionError, match="Who else"):
        list(by_engine([], [another], PAGES, Readings(path)))


def test_other_constants_need_no_other_readings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file knows a reader by its network: what its margins are worth may change."""
    path = tmp_path / "readings.jsonl"
    list(by_engine([], QUESTIONS[:1], PAGES, Readings(path)))
    made = tmp_path / "small"
    large(made, escalation_threshold=0.0, name="small", rerank_depth=0, calibration=NEVER)
    monkeypatch.setattr(ExtractiveReader, "read", Forbidden.read)
    (result,) = by_engine([str(made)], QUESTIONS[:1], PAGES, Readings(path))
    assert [answer.found_by for answer in result.answers] == ["sentence"]


def test_a_page_that_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "readings.jsonl"
    list(by_engine([], QUESTIONS[:1], PAGES, Readings(path)))
    changed = {"tower.html": PAGES["tower.html"].replace(b"1846", b"1847")}
    (result,) = by_engine([], QUESTIONS[:1], changed, Readings(path))
    assert result.milliseconds_all is not None


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").write_text('{"id": 1}\n')
    with pytest.raises(UsageError, match="not a file of readings"):
        Readings(tmp_path / "other")


def test_each_reader_passes_through(tmp_path: Path) -> None:
    seen: list[str] = []

    def through(stage: CalibratedReader) -> CalibratedReader:
        seen.append(stage.reader.name)
        return stage

    made = large(tmp_path / "made", escalation_threshold=0.01)
    list(by_engine([str(made)], QUESTIONS[:1], PAGES, through=through))
    assert seen == ["small", "large", "sentence"]


@pytest.mark.parametrize("by", ["engine", "reader"])
def test_the_command(by: str, tmp_path: Path) -> None:
    for name, data in PAGES.items():
        (tmp_path / name).write_bytes(data)
    rows = [
        {"id": q.id, "page": q.page, "kind": q.kind, "question": q.question,
         "accepted": q.accepted, "context": "", "split": "tune"} for q in QUESTIONS
    ]  # fmt: skip
    questions = tmp_path / "questions.jsonl"
    questions.write_text("\n".join(map(json.dumps, rows)))
    wanted = ["eval", "pages", "--questions", str(questions), "--pages", str(tmp_path), "--by", by]
    written = tmp_path / "rows.jsonl"
    ran = CliRunner().invoke(main, [*wanted, "--rows", str(written), "--json"])
    assert ran.exit_code == 0, ran.output
    report = json.loads(ran.stdout)
    assert (report["n"], report["pages"], report["by"]) == (3, 2, by)
    assert report["first3"] == 1.0
    assert report["perhaps_bound"] == report["readers"]["small"]["perhaps_bound"]
    assert set(report["intervals"]) >= {"satisfied", "first", "ece"}
    assert len(written.read_text("utf-8").splitlines()) == 3
    row = CliRunner().invoke(main, wanted)
    assert row.exit_code == 0
    assert "satisfied" in row.stdout
    refused = CliRunner().invoke(main, [*wanted, "--split", "test"])
    assert isinstance(refused.exception, UsageError)


def test_a_reader_alone_has_no_larger_one(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(
        json.dumps({"id": "a", "page": "a", "kind": "plain", "question": "?", "accepted": []})
    )
    ran = CliRunner().invoke(
        main,
        [
            "eval",
            "pages",
            "--questions",
            str(path),
            "--pages",
            str(tmp_path),
            "--by",
            "reader",
            "--with-large",
        ],
    )
    assert isinstance(ran.exception, UsageError)
