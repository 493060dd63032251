"""Similar questions: codes that find the nearest, an index that follows its store, what is shown and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.encoding.static import StaticEncoder
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import PageKey, Verdict
from wherein.memory.suggestions.binary_codes import (
    WHOLLY_FOR_EACH,
    BinaryCodeTable,
    binary_code_bytes,
    binary_codes,
)
from wherein.memory.suggestions.similar import Bound, SimilarIndex

MODELS = Path(__file__).parents[2] / "models"
ENCODER = StaticEncoder.load(MODELS / "static", MODELS / "wordpiece" / "tokenizer.json")
HERE, THERE = "https://example.org/here", "https://example.org/there"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[QuestionMemory]:
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        made = QuestionMemory(store, encoder=lambda: ENCODER, clock=lambda: 1_000_000.0)
        for url, question, text in (
            (HERE, "How tall is the Eiffel Tower?", "330 metres"),
            (THERE, "What is the height of the Eiffel Tower?", "330 metres"),
            (THERE, "Who designed the tower?", "Gustave Eiffel"),
        ):
            page = document(*PARAGRAPHS, url=url)
            made.answers.remember(question, page, [answer(page, text)], model="small@1")
        yield made


def test_the_asker_s_own_page_comes_last(memory: QuestionMemory) -> None:
    asked = "How tall is the Eiffel Tower"
    texts = [one.question.text for one in memory.others.similar(asked)]
    assert texts == ["How tall is the Eiffel Tower?", "What is the height of the Eiffel Tower?"]
    found = memory.others.similar(asked, page=PageKey(HERE))
    assert [one.here for one in found] == [False, True]
    assert found[0].question.page.title == "Towers"
    assert found[0].answers[0].text == "330 metres"


def test_nothing_is_shown_below_the_bound(memory: QuestionMemory) -> None:
    assert memory.others.similar("Which soup is best in winter?") == []
    assert memory.others.similar("How tall is the Eiffel Tower?", bound=Bound(static=1.01)) == []
    assert memory.others.similar("") == []
    assert len(memory.others.similar("How tall is the Eiffel Tower?", limit=1)) == 1


def test_a_better_encoder_reranks(memory: QuestionMemory) -> None:
    class Lengths:
        name, dimensions = "lengths", 2

        def encode(self, texts: Sequence[str]) -> np.ndarray:
            """The longer a text, the nearer to the first axis."""
            angles = np.array([1 / (1 + len(text)) for text in texts], dtype=np.float32)
            return np.stack([np.cos(angles), np.sin(angles)], axis=1)

    found = memory.others.similar(
        "How tall is the Eiffel Tower", reranker=Lengths(), bound=Bound(0.7, 0.0, 0.7)
    )
    assert [len(one.question.text) for one in found] == [29, 39]
    strict = memory.others.similar(
        "How tall is the Eiffel Tower", reranker=Lengths(), bound=Bound(0.7, 1.1, 0.7)
    )
    assert strict == []


def test_a_slip_is_searched_for_as_it_was_meant_too(memory: QuestionMemory) -> None:
    found = memory.others.similar("Who desinged the tower?", bound=Bound(static=0.9))
    assert [one.question.text for one in found] == ["Who designed the tower?"]


@pytest.mark.parametrize(
    "slipped", ["How tall is the Eifgel Tower?", "How tall is the Eiffle Tower?"]
)
def test_a_typo_in_a_name_is_corrected_by_what_others_asked(
    memory: QuestionMemory, slipped: str
) -> None:
    """No dictionary has the name; the questions that are nearest anyhow do."""
    found = memory.others.similar(slipped, bound=Bound(static=0.97))
    assert [one.question.text for one in found] == ["How tall is the Eiffel Tower?"]
    assert memory.others.similar("How tall is the Qiffzl Tower?", bound=Bound(static=0.97)) == []


def test_what_is_judged_wrong_or_wiped_is_not_shown(memory: QuestionMemory) -> None:
    asked = "How tall is the Eiffel Tower"
    page = document(*PARAGRAPHS, url=THERE)
    memory.verdicts.judge(
        "What is the height of the Eiffel Tower?",
        page,
        Verdict.WRONG,
        answer(page, "330 metres").span,
    )
    assert [one.question.page.key.text for one in memory.others.similar(asked)] == [HERE]
    memory.store.removal.wipe(page=PageKey(HERE))
    assert memory.others.similar(asked) == []


def test_the_index_follows_what_another_process_does(
    memory: QuestionMemory, tmp_path: Path
) -> None:
    assert memory.others.similar("Where is the town hall of Zug?") == []
    with SqliteMemory(tmp_path / "memory.sqlite") as other:
        page = document(
            "The town hall of Zug stands beside the lake since 1505.", url=THERE + "/zug"
        )
        QuestionMemory(other).answers.remember(
            "Where is the town hall of Zug?", page, [answer(page, "beside the lake")], model="m"
        )
        assert len(memory.others.similar("Where is Zug's town hall?")) == 1
        other.removal.wipe()
    assert memory.others.similar("Where is Zug's town hall?") == []


def test_an_index_is_made_again_from_what_is_kept(memory: QuestionMemory) -> None:
    memory.others.similar("anything")

    class Refusing:
        name, dimensions = ENCODER.name, ENCODER.dimensions
        calls = 0

        def encode(self, texts: Sequence[str]) -> np.ndarray:
            assert len(texts) == 1, "what was encoded is not encoded again"
            return ENCODER.encode(texts)

    index = SimilarIndex(memory.store.vectors, Refusing())
    assert len(index.nearest(["How tall is the Eiffel Tower?"], 5, 0.8)) == 2
    assert len(index) == 3


@settings(max_examples=50, deadline=None)
@given(count=st.integers(1, 300), limit=st.integers(5, 20), seed=st.integers(0, 2**32 - 1))
def test_codes_find_what_counting_bits_finds(count: int, limit: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    codes = random.integers(0, 256, (count + 1, 16), dtype=np.uint8)
    table = BinaryCodeTable(16)
    parts = sorted({0, count // 3, count})
    for start, end in pairwise(parts):
        table.add(np.arange(start + 1, end + 1), codes[start:end])
    distances = np.unpackbits(codes[:count] ^ codes[count], axis=1).sum(axis=1)
    assert limit * WHOLLY_FOR_EACH >= count, "so that all are compared wholly"
    last = np.sort(distances)[min(limit, count) - 1]
    assert (
        table.nearest(codes[count], limit).tolist()
        == (np.flatnonzero(distances <= last) + 1).tolist()
    )
    assert table.last == count


def test_what_is_shown_is_found_among_many() -> None:
    """A vector at a cosine of 0.7 or more is not lost for the half of its code: a sixth is compared wholly."""
    random = np.random.default_rng(5)
    many = random.standard_normal((60_000, 256)).astype(np.float32)
    asked = many[0] / np.linalg.norm(many[0])
    for number, cosine in enumerate(np.linspace(0.7, 0.99, 50), 1):
        other = many[number] - (many[number] @ asked) * asked
        many[number] = cosine * asked + np.sqrt(1 - cosine**2) * other / np.linalg.norm(other)
    table = BinaryCodeTable(32)
    table.add(np.arange(1, len(many) + 1), binary_codes(many))
    found = table.nearest(binary_codes(asked[None])[0], 150)
    assert set(range(1, 52)) <= set(found.tolist())


def test_codes_are_as_they_were_kept() -> None:
    """They are on disk: a change of the rotation would make them noise."""
    vectors = np.eye(3, 256, dtype=np.float32)
    assert [row.tobytes().hex()[:16] for row in binary_codes(vectors)] == GOLDEN


@settings(max_examples=30, deadline=None)
@given(dimensions=st.integers(16, 400), seed=st.integers(0, 2**32 - 1))
def test_near_vectors_have_near_codes(dimensions: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    vector = random.normal(size=(1, dimensions)).astype(np.float32)
    code = binary_codes(vector)
    assert code.shape == (1, binary_code_bytes(dimensions))
    assert (binary_codes(3 * vector) == code).all()
    opposite = np.unpackbits(binary_codes(-vector) ^ code)
    assert opposite.mean() > 0.9


GOLDEN = ["2a222ffe74b3bc5f", "eaeee002478c8350", "8a888ffbd1ece35f"]
