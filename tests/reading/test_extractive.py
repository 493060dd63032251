"""The extractive reader's own parts: windows, spans, and what it finds in real sentences."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from wherein import Engine, InlineText
from wherein.assets.store import shipped_folder
from wherein.core.errors import AssetDamaged
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.extractive import ExtractiveReader, ReaderFiles
from wherein.reading.spans import best_spans
from wherein.reading.windows import WindowCutter, WindowShape

SHAPE = WindowShape(window=32, stride=8, question=8, prefix=6)


@pytest.fixture(scope="module")
def cutter() -> WindowCutter:
    tokenizer = Tokenizer.from_file(str(shipped_folder() / "wordpiece" / "tokenizer.json"))
    return WindowCutter(tokenizer, SHAPE)


def passage(text: str, section: tuple[str, ...] = (), start: int = 100) -> Passage:
    return Passage("d", 0, Span(start, start + len(text)), text, section)


@given(st.text(alphabet="ab é🙂\u0301שb.京 \n", max_size=200), st.integers(0, 40))
def test_windows_cover_every_token_and_place_it(
    cutter: WindowCutter, text: str, words: int
) -> None:
    made = passage(text)
    windows = list(cutter.cut("who " * words, [made], ["Title"]))
    covered: set[tuple[int, int]] = set()
    for window in windows:
        assert len(window.ids) <= SHAPE.window
        assert len(window.ids) == window.first + len(window.offsets) + 1
        assert window.context <= window.first
        for start, end in window.offsets:
            assert 0 <= start < end <= len(text)
        covered.update(window.offsets)
    # Some characters (combining marks, controls) make no token; every other one is covered.
    reached = {at for start, end in covered for at in range(start, end)}
    assert {at for at, letter in enumerate(text) if letter in "abéש京."} <= reached


@pytest.mark.parametrize("endless", ["`", "(", "([", "x", "𠀀", "e\u0301", "\u0301"])
def test_a_run_without_end_is_read_in_few_windows_and_what_follows_it_is_read(
    cutter: WindowCutter, endless: str
) -> None:
    text = f"It begins. {endless * 1_000_000} It ends."
    windows = list(cutter.cut("who", [passage(text)], [""]))
    assert 1 <= len(windows) <= 20
    first, last = windows[0].offsets[0], windows[-1].offsets[-3]
    assert text[slice(*first)] == "It"
    assert text[slice(*last)] == "It"


def test_no_answer_crosses_what_is_left_out(tmp_path: Path) -> None:
    text = f"It begins in Oslo. {'(' * 1_000} It ends in Bergen. {')' * 1_000}"
    with Engine.open(tmp_path) as engine:
        result = engine.ask("Where does it end?", InlineText(text))
    assert "Bergen" in {answer.text for answer in (*result.answers, *result.perhaps)}
    for answer in (*result.answers, *result.perhaps):
        assert len(answer.text) < 200


def test_neighbouring_windows_share_the_stride(cutter: WindowCutter) -> None:
    windows = list(cutter.cut("who", [passage("word " * 100)], [""]))
    for one, two in itertools.pairwise(windows):
        assert one.offsets[-SHAPE.stride :] == two.offsets[: SHAPE.stride]


def test_headings_stand_before_the_passage_once(cutter: WindowCutter) -> None:
    opened = passage("Food\n\nSoup is served.", ("Trip", "Food"))
    inside = passage("Soup is served.", ("Trip", "Food"))
    tokens = Tokenizer.from_file(str(shipped_folder() / "wordpiece" / "tokenizer.json"))
    said = [
        tokens.decode(list(window.ids), skip_special_tokens=False)
        for window in cutter.cut("what", [opened, inside], ["Guide", "Guide"])
    ]
    assert said == [
        "[CLS] what [SEP] guide > trip food soup is served. [SEP]",
        "[CLS] what [SEP] guide > trip > food soup is served. [SEP]",
    ]


def test_special_tokens_in_a_text_are_only_text(cutter: WindowCutter) -> None:
    (window,) = cutter.cut("q", [passage("a [SEP] b")], [""])
    assert window.offsets[0] == (0, 1)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 1)), max_size=12),
    st.integers(1, 5),
    st.integers(1, 4),
)
def test_best_spans_are_what_trying_all_gives(
    logits: list[tuple[int, int, int]], longest: int, limit: int
) -> None:
    start = np.array([a for a, _, _ in logits], np.float32)
    end = np.array([b for _, b, _ in logits], np.float32)
    paragraphs = np.cumsum([new for _, _, new in logits], dtype=int).tolist()
    found = best_spans(start, end, longest, limit, paragraphs)
    every = sorted(
        (
            (-float(start[i] + end[j]), i, j)
            for i in range(len(logits))
            for j in range(i, min(i + longest, len(logits)))
            if paragraphs[i] == paragraphs[j]
        ),
    )
    expected: list[tuple[int, int, float]] = []
    for score, i, j in every:
        if len(expected) < limit and all(j < a or b < i for a, b, _ in expected):
            expected.append((i, j, -score))
    assert found == expected


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the captain?", "Ingrid Haugen"),
        ("What does the trip cost?", "240 kroner"),
        ("when does the ferry leave", "7:45"),
    ],
)
def test_it_reads(engine: Engine, question: str, answer: str) -> None:
    text = (
        "The ferry to Bergen leaves at 7:45 every Monday. The trip costs 240 kroner.\n\n"
        "You can buy soup and bread on board. The captain is Ingrid Haugen."
    )
    reader = engine.stage("small").reader
    (reading,) = reader.read(question, [passage(text)])
    best = reading.candidates[0]
    assert answer in best.span.shifted(-100).of(text)
    assert best.margin > 0


def test_a_damaged_model_is_reported(tmp_path: Path) -> None:
    (tmp_path / "reader.json").write_text("{}")
    with pytest.raises(AssetDamaged, match="settings"):
        ReaderFiles.of(tmp_path, tmp_path / "tokenizer.json")
    (tmp_path / "reader.int8.onnx").write_bytes(b"not a model")
    files = ReaderFiles(
        tmp_path / "reader.int8.onnx", tmp_path / "tokenizer.json", "small", SHAPE, 30
    )
    with pytest.raises(AssetDamaged, match="wherein models get small"):
        ExtractiveReader(files, lambda document: "").load()


def test_the_threads_of_a_reader_sleep_while_they_wait(engine: Engine) -> None:
    """Spinning takes twice the processor's time for the same numbers."""
    reader = engine.stage("small").reader
    assert isinstance(reader, ExtractiveReader)
    session, _ = reader._parts()
    options = session.get_session_options()
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
