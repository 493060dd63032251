"""What every reader promises (`reading/reader.py`), held by each implementation and by the fake."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from tests.answering.fakes import WordReader
from tests.reading.models import Says
from tests.texts import documents
from wherein import Engine
from wherein.answering.readers.reader_registry import READERS
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.passages.split import split
from wherein.reading.generative.generative import GenerativeReader, Manner
from wherein.reading.reader import Reader

MAKERS: dict[str, Callable[[Engine], Reader]] = {
    "small": lambda engine: engine.stage("small").reader,
    "sentence": lambda engine: engine.stage("sentence").reader,
    "generative": lambda engine: GenerativeReader(
        Says("The word"), engine.stage("sentence").reader, lambda passage: ""
    ),
    "generative sentences": lambda engine: GenerativeReader(
        Says("[2][1]", "[1]"),
        engine.stage("sentence").reader,
        lambda passage: "T",
        Manner(several=lambda question: True),
    ),
    "fake": lambda engine: WordReader({"word": 1.0, "Dr.": 0.5}),
}


def test_every_reader_of_the_registry_is_made_here() -> None:
    """By its maker: `large` is made as `small` is, and is not installed on every machine."""
    made = {READERS[name] for name in MAKERS if name in READERS}
    assert made == set(READERS.values())


@pytest.fixture(scope="module")
def shared_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with Engine.open(tmp_path_factory.mktemp("readers") / "home") as engine:
        yield engine


@pytest.fixture(params=MAKERS)
def reader(request: pytest.FixtureRequest, shared_engine: Engine) -> Reader:
    return MAKERS[request.param](shared_engine)


def passages(text: str = "The word is short. Dr. Who said it in 1963.\n\n" * 12) -> list[Passage]:
    return split(Document(id="d", source="s", title="T", kind="text", text=text, content_hash="h"))


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15, deadline=None
)
@given(documents())
def test_candidates_lie_exactly_in_their_passages(reader: Reader, document: Document) -> None:
    given_passages = split(document)
    read: list[Passage] = []
    for reading in reader.read("What is the word?", given_passages):
        read.extend(reading.passages)
        for candidate in reading.candidates:
            assert candidate.passage.span.contains(candidate.span)
            text = candidate.span.of(document.text)
            assert text
            assert text == text.strip()
    assert sorted(p.index for p in read) == [p.index for p in given_passages]


def test_every_passage_is_named_once_and_batches_come_one_by_one(reader: Reader) -> None:
    many = passages("The word stands here. " * 3000)
    readings = list(reader.read("Which word?", many))
    assert sorted(p.index for r in readings for p in r.passages) == list(range(len(many)))
    assert len(readings) > 1


def test_candidates_are_sorted_and_do_not_overlap(reader: Reader) -> None:
    for reading in reader.read("Who said it in 1963?", passages()):
        margins = [candidate.margin for candidate in reading.candidates]
        assert margins == sorted(margins, reverse=True)
        for number, one in enumerate(reading.candidates):
            for other in reading.candidates[number + 1 :]:
                assert not (one.passage is other.passage and one.span.overlaps(other.span))


@pytest.mark.parametrize("question", ["", "  \n"])
def test_a_blank_question_reads_nothing(reader: Reader, question: str) -> None:
    assert list(reader.read(question, passages())) == []


def test_no_passages_no_reading(reader: Reader) -> None:
    assert list(reader.read("Who?", [])) == []


@pytest.mark.parametrize("question", ["👩‍🔬?", "x" * 1900, "[SEP] [CLS] [MASK]", "\u202e who", "?"])
def test_any_question_is_read(reader: Reader, question: str) -> None:
    assert list(reader.read(question, passages()))


def test_it_has_a_name(reader: Reader) -> None:
    assert reader.name
