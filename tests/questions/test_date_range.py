"""Questions limited to a time, and answers of two dates that cannot both hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from wherein_lab.answering.versions import read_versions

from wherein import Engine
from wherein.answering.grading.contradiction import contradict, differences, newer_first
from wherein.answering.options import Options
from wherein.cli.main import main
from wherein.core.answer import Answer
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.questions.date_range import Period

SENTENCE = "The permit costs {} euros a year."


def answer(text: str, document: str, date: str | None, sentence: str = SENTENCE) -> Answer:
    quote = sentence.format(text)
    start = quote.index(text)
    return Answer(
        text=text,
        document=document,
        title=document,
        span=Span(start, start + len(text)),
        quote=quote,
        quote_span=Span(0, len(quote)),
        section=(),
        confidence=0.9,
        found_by="words",
        date=date,
    )


OLD, NEW = answer("twelve", "a", "2021-03-02"), answer("eighteen", "b", "2024")


@pytest.mark.parametrize(
    ("date", "since", "until", "held"),
    [
        ("2021-03-02", "2021", "2021", True),
        ("2021-03-02", "2021-03", None, True),
        ("2021-03-02", "2021-03-03", None, False),
        ("2021-03-02T23:59:59Z", None, "2021-03-02", True),
        ("2021-03-02", None, "2021-02", False),
        ("2021", "2021-06", None, True),
        ("2021", "2022", None, False),
        ("2024-02", "2024-02-29", "2024-02-29", True),
        (None, "2021", None, False),
        (None, None, None, False),
    ],
)
def test_what_a_period_holds(
    date: str | None, since: str | None, until: str | None, held: bool
) -> None:
    assert Period(since, until).holds(date) is held


@pytest.mark.parametrize("wrong", ["21", "2021-13", "2021-02-30", "yesterday", "", "2021-1-1"])
def test_a_wrong_date_is_an_error(wrong: str) -> None:
    with pytest.raises(UsageError, match="not a date"):
        Period(since=wrong)
    with pytest.raises(UsageError, match="is empty"):
        Period("2022", "2021")


def test_what_contradicts() -> None:
    assert contradict(OLD, NEW)
    assert not contradict(OLD, answer("eighteen", "a", "2024"))  # one document says both
    assert not contradict(OLD, answer("twelve to fifteen", "b", "2024"))  # contains the other
    # The newer one says "twelve" too: another part of the same sentence is no other answer.
    assert not contradict(OLD, answer("permit", "b", "2024", "The {} costs twelve euros a year."))
    elsewhere = answer("eighteen", "b", "2024", "Bees make {} kilograms of honey.")
    assert not contradict(OLD, elsewhere)


def test_the_newer_comes_first_and_both_are_dated() -> None:
    assert newer_first([OLD, NEW], []) == ([NEW, OLD], [])
    assert newer_first([NEW, OLD], []) == ([NEW, OLD], [])
    # One that was doubtful comes up with the one that it contradicts.
    assert newer_first([OLD], [NEW]) == ([NEW, OLD], [])
    assert newer_first([NEW], [OLD]) == ([NEW, OLD], [])
    undated = answer("eighteen", "b", None)
    assert newer_first([OLD, undated], []) == ([OLD, undated], [])
    (note,) = differences([NEW, OLD])
    assert "“eighteen” (2024)" in note
    assert "“twelve” (2021-03-02)" in note
    assert differences([OLD, undated]) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "documents"
    made.mkdir()
    for date, price in (("2021-03-02", "twelve"), ("2024-05-14", "eighteen")):
        text = f"---\ndate: {date}\n---\n\nThe harbour permit costs {price} euros a year.\n"
        (made / f"{date}.md").write_text(text)
    (made / "undated.md").write_text("The harbour permit was once free.\n")
    return made


def test_a_library_limited_to_a_time(engine: Engine, folder: Path) -> None:
    engine.add(folder)
    hits = engine.search("harbour permit", since="2024")
    assert [engine.labels(hits)[hit.passage.document].date for hit in hits] == ["2024-05-14"]
    assert len(engine.search("harbour permit")) == 3
    assert engine.search("harbour permit", until="2020") == []
    result = engine.ask("How much does the harbour permit cost?", options=Options(until="2021"))
    assert {a.date for a in (*result.answers, *result.perhaps)} == {"2021-03-02"}
    assert "One document that states no date was left out." in result.notes
    assert not engine.ask(
        "How much does the harbour permit cost?", options=Options(until="2020")
    ).answered
    found = engine.ask("How much does the harbour permit cost?")
    assert [a.date for a in found.answers[:2]] == ["2024-05-14", "2021-03-02"]
    assert any("Two documents differ" in note for note in found.notes)


def test_files_limited_to_a_time(engine: Engine, folder: Path) -> None:
    result = engine.ask("How much does the permit cost?", folder, Options(since="2024-05-14"))
    assert {hit.passage.document for hit in result.nearest} == {result.answers[0].document}
    lone = folder / "2021-03-02.md"
    assert not engine.ask("How much does the permit cost?", lone, Options(since="2022")).nearest


def test_the_commands_take_dates(folder: Path) -> None:
    run = CliRunner().invoke
    ran = run(main, ["search", "permit", "--in", str(folder), "--until", "2021", "--json"])
    assert '"date": "2021-03-02"' in ran.output
    assert "2024-05-14" not in ran.output
    ran = run(main, ["ask", str(folder), "What does the permit cost?", "--since", "2024"])
    assert "2024-05-14" in ran.output
    with pytest.raises(UsageError, match="not a date"):
        run(main, ["search", "permit", "--since", "soon"], catch_exceptions=False)


def test_the_set_is_whole(tmp_path: Path) -> None:
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "questions" / "versions.txt"
    versions = read_versions(path)
    assert sum(len(one.questions) for one in versions) >= 40
    for one in versions:
        assert one.dates[0] < one.dates[1]
        for question, first, second in one.questions:
            assert question.endswith("?")
            assert first.split()[0].casefold() in one.texts[0].casefold(), (question, first)
            assert second.split()[0].casefold() in one.texts[1].casefold(), (question, second)
    (tmp_path / "v.txt").write_text("== A | 2020\n")
    with pytest.raises(UsageError, match="Line 1 of"):
        read_versions(tmp_path / "v.txt")
