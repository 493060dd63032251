"""What belongs to an answer beyond its own words, asked of a file through the shipped reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.answering.fakes import MarginIsProbability
from wherein import Engine
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.options import Options
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Candidate, Result
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.sentences import sentence_spans
from wherein.passages.split import split
from wherein.questions.question import parse_question
from wherein.reading.evidence.extents import MOST_EXTENTS
from wherein.reading.reader import Reading, SentenceScore
from wherein.retrieval.by_words.page import PageIndex

PAGE = """# Cold frames

A cold frame is a low box with a lid of glass. Gardeners bought the first ones in 1820.

To sow lettuce in a cold frame, water the soil the day before. Sow the seed half an inch deep in rows. Cover the seed with fine soil. Close the lid until the seedlings show.

The glass of the lid must be washed in winter. Slugs hide below the rim.

The lid may not be opened in frost.
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with Engine.open(tmp_path_factory.mktemp("home")) as opened:
        yield opened


@pytest.fixture(scope="module")
def page() -> Document:
    return parse(Source(PAGE.encode(), "frames.md", "frames.md"))


def ask(engine: Engine, page: Document, question: str) -> Result:
    return engine.ask(question, page, Options(memory=False))


def test_a_way_of_doing_something_is_marked_beyond_its_first_sentence(
    engine: Engine, page: Document
) -> None:
    result = ask(engine, page, "How do I sow lettuce in a cold frame?")
    marked = "\n".join(one.text for one in result.evidence)
    assert "Sow the seed half an inch deep in rows." in marked
    assert "Slugs" not in marked
    for one in result.evidence:
        assert one.document == page.id
        assert one.span.of(page.text) == one.text
        assert 0.0 < one.probability <= 1.0


def test_a_question_for_one_fact_marks_nothing_more(engine: Engine, page: Document) -> None:
    result = ask(engine, page, "When did gardeners buy the first cold frames?")
    assert [answer.text for answer in result.answers] == ["1820"]
    assert result.evidence == ()


def test_a_yes_no_answer_has_the_sentence_that_decides_it(engine: Engine, page: Document) -> None:
    result = ask(engine, page, "May the lid be opened in frost?")
    assert result.answered
    assert "The lid may not be opened in frost." in [one.text for one in result.evidence]


def test_where_nothing_is_answered_nothing_is_marked(engine: Engine, page: Document) -> None:
    result = ask(engine, page, "How do I repair a diesel engine?")
    assert not result.answered
    assert result.evidence == ()


class _Scores:
    """Stands for a reader whose model finds everything that is in `likely` very likely."""

    def __init__(self, name: str, likely: Sequence[str], answer: str) -> None:
        self.name, self._likely, self._answer = name, likely, answer

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for passage in passages:
            at = passage.text.find(self._answer)
            place = Span(at, at + len(self._answer)).shifted(passage.span.start)
            found = (Candidate(passage, place, 0.9, 0.0),) if at >= 0 else ()
            scores = (
                SentenceScore(
                    passage, span.shifted(passage.span.start), *[self._score(span, passage)] * 4
                )
                for span in sentence_spans(passage.text)
            )
            yield Reading((passage,), found, sentences=tuple(scores))

    def _score(self, span: Span, passage: Passage) -> float:
        return 8.0 if any(one in span.of(passage.text) for one in self._likely) else -8.0


def asked_of(text: str, question: str, reader: _Scores) -> Result:
    document = Document("page", "s", "Page", "text", text, "h", language="en")
    passages = split(document)
    scope = Scope(
        PageIndex.of(passages), {document.id: document}.__getitem__, document.words, passages
    )
    calibrated = CalibratedReader(reader, MarginIsProbability())
    return Pipeline([calibrated]).ask(parse_question(question), scope, 3).result()


def test_no_more_extents_are_marked_than_a_person_looks_at() -> None:
    text = "\n\n".join(f"Reason {n} is rain." for n in range(60))
    result = asked_of(text, "Why is it wet?", _Scores("small", ["rain"], "rain"))
    assert len(result.evidence) == MOST_EXTENTS
    assert list(result.evidence) == sorted(result.evidence, key=lambda one: one.span)


def test_neighbours_are_one_extent_and_what_does_not_belong_parts_it() -> None:
    text = "It is rain. So is this rain. Soup is hot. Rain again, like rain."
    result = asked_of(text, "Why is it wet?", _Scores("small", ["rain"], "rain"))
    assert [one.text for one in result.evidence] == [
        "It is rain. So is this rain.",
        "Rain again, like rain.",
    ]


def test_a_reader_for_which_nothing_was_fitted_marks_nothing() -> None:
    result = asked_of("It is rain. It is rain.", "Why?", _Scores("other", ["rain"], "rain"))
    assert result.answered
    assert result.evidence == ()


def test_the_terminal_quotes_what_is_not_in_the_answers_own_sentence(tmp_path: Path) -> None:
    from wherein.cli.terminal.terminal import _result_text

    text = "Rain is the reason. Soup is hot. Wind is a second rain of it."
    result = asked_of(text, "Why is it wet?", _Scores("small", ["ain"], "Rain"))
    printed = _result_text(result, None)
    assert "See also:\n  “Wind is a second rain of it.”" in printed
    assert printed.count("the reason") == 1
