"""Generates a memory of a million questions and times it. Measures the store and the indexes, not the server."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from wherein.core.answer import Answer
from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.encoding.encoder import Encoder
from wherein.memory.policies.privacy import PrivacyRules, page_key
from wherein.memory.policies.revalidation import to_store
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.recency import score_after
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import Held, MemoryStore, Page, PageKey, StoredQuestion
from wherein.questions.normalisation import question_key

PER_PAGE = 20
NOW = 1_800_000_000.0
_AT_ONCE = 500  # pages in a transaction
_PARTS = (
    ("founder", "Who founded {}?", "{} was founded by {} in its first year."),
    ("height", "How tall is {}?", "At its highest point {} measures {} above the ground."),
    ("year", "When was {} opened?", "The doors of {} were opened to everybody in {}."),
    ("cost", "How much did {} cost?", "All in all the work on {} came to {} when it was paid."),
    ("architect", "Who designed {}?", "The plans of {} were drawn by {} within two winters."),
    ("place", "Where is {}?", "Travellers find {} beside {} at the edge of the town."),
    ("material", "What is {} made of?", "Most of {} is made of {} from the hills nearby."),
    ("visitors", "How many people visit {}?", "Every year {} is visited by {} from near and far."),
    ("owner", "Who owns {}?", "Since the last war {} belongs to {} and to nobody else."),
    ("reason", "Why was {} built?", "The council had {} built because {} had burnt down."),
)
_SYLLABLES = (
    "ba be bi bo bu da de di do du fa fe ga ge go ka ke ki ko ku la le li lo lu ma me mi mo mu na ne"
    " ni no nu pa pe po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo za ze zo"
)


@dataclass(frozen=True, slots=True)
class ScaleFigures:
    """Milliseconds, except `questions`, `bytes` and the seconds it took to make the memory."""

    questions: int
    bytes: int
    made_s: float
    encoded_s: float
    opened_s: float
    exact_p50_ms: float
    exact_p99_ms: float
    miss_p50_ms: float
    remember_p50_ms: float
    top_p50_ms: float
    similar_p50_ms: float
    similar_p99_ms: float
    found_itself: float


def measure_scale(folder: Path, questions: int, encoder: Encoder, asked: int = 300) -> ScaleFigures:
    """Make a memory in `folder` (or use the existing one), and time it.

    `found_itself` is the share of questions that are the most similar to themselves.
    """
    path = folder / "memory.sqlite"
    began = time.perf_counter()
    pages = -(-questions // PER_PAGE)
    with SqliteMemory(path) as store:
        make_memory(store, questions)
    made = time.perf_counter() - began
    with SqliteMemory(path) as store:
        memory = QuestionMemory(
            store, rules=PrivacyRules(), encoder=lambda: encoder, clock=lambda: NOW
        )
        began = time.perf_counter()
        memory.others.similar("warm")
        encoded = time.perf_counter() - began
    with SqliteMemory(path) as store:
        memory = QuestionMemory(store, encoder=lambda: encoder, clock=lambda: NOW)
        began = time.perf_counter()
        memory.others.similar("warm")
        opened = time.perf_counter() - began
        draw = np.random.default_rng(0)
        picked = [
            (int(n), int(m))
            for n, m in zip(
                draw.integers(0, pages, asked), draw.integers(0, PER_PAGE, asked), strict=True
            )
        ]
        documents = {n: page_document(n) for n, _ in picked}
        exact = _timed(
            picked,
            lambda n, m: memory.answers.revalidate(question_text(n, m), documents[n]).answers,
        )
        miss = _timed(
            picked, lambda n, m: memory.answers.revalidate("Whatever else is there?", documents[n])
        )
        top = _timed(
            picked, lambda n, m: memory.others.popular(_key(documents[n]), document=documents[n])
        )
        itself = 0

        def similar(n: int, m: int) -> object:
            nonlocal itself
            found = memory.others.similar(question_text(n, m))
            itself += bool(found) and found[0].question.text == question_text(n, m)
            return found

        near = _timed(picked, similar)
        kept = _timed(
            picked[:50],
            lambda n, m: memory.answers.remember(
                question_text(n, m), documents[n], _answers(documents[n])[m : m + 1], model="m"
            ),
        )
        stats = store.stats()
    return ScaleFigures(
        stats.questions,
        stats.bytes,
        round(made, 1),
        round(encoded, 1),
        round(opened, 2),
        _at(exact, 0.5),
        _at(exact, 0.99),
        _at(miss, 0.5),
        _at(kept, 0.5),
        _at(top, 0.5),
        _at(near, 0.5),
        _at(near, 0.99),
        round(itself / len(picked), 4),
    )


def make_memory(store: MemoryStore, questions: int, model: str = "m", options: str = "") -> None:
    """Fill a store up to the given number of questions, as if read by `model` with `options`; existing ones are kept."""
    there = store.stats().questions
    pages = -(-questions // PER_PAGE)
    for start in range(-(-there // PER_PAGE), pages, _AT_ONCE):
        some = range(start, min(pages, start + _AT_ONCE))
        store.exchange.restore(
            [one for number in some for one in _held(number, model, options)], []
        )


def page_document(number: int) -> Document:
    """The page with that number: one paragraph for each of its questions."""
    paragraphs = [
        _PARTS[m % 10][2].format(_name(number, m // 10), _value(number, m)) for m in range(PER_PAGE)
    ]
    blocks, at = [], 0
    for paragraph in paragraphs:
        blocks.append(Block(BlockKind.PARAGRAPH, Span(at, at + len(paragraph))))
        at += len(paragraph) + 2
    text = "\n\n".join(paragraphs)
    digest = hashlib.sha256(text.encode()).hexdigest()
    url = f"https://town{number % 997}.example.org/{number}"
    return Document(
        digest[:16],
        url,
        f"{_name(number, 0)} and {_name(number, 1)}",
        "text",
        text,
        digest,
        tuple(blocks),
    )


def question_text(number: int, m: int) -> str:
    return _PARTS[m % 10][1].format(_name(number, m // 10))


def _answers(document: Document) -> list[Answer]:
    number = int(document.source.rsplit("/", 1)[1])
    found = []
    for m, block in enumerate(document.blocks):
        start = document.text.rindex(_value(number, m), block.span.start, block.span.end)
        span = Span(start, start + len(_value(number, m)))
        found.append(
            Answer(span.of(document.text), document.id, document.title, span,
                   block.span.of(document.text), block.span, (), 0.9, "small")
        )  # fmt: skip
    return found


def _held(number: int, model: str, options: str) -> Iterator[Held]:
    document = page_document(number)
    page = Page(_key(document), document.title, document.content_hash)
    for m, answer in enumerate(_answers(document)):
        when = NOW - 86_400.0 * ((number * 31 + m * 7) % 365)
        uses = 1 + (number + m) % 9
        text = question_text(number, m)
        yield Held(
            StoredQuestion(0, page, question_key(text), text, uses, 1, score_after(None, uses, when), when, when,
                           tuple(to_store(lambda identity: document, [answer], model, when, 0, options))),
            ("",),
        )  # fmt: skip


def _key(document: Document) -> PageKey:
    key = page_key(document)
    assert isinstance(key, PageKey)
    return key


def _name(number: int, which: int) -> str:
    """A name that only this page has."""
    parts = _SYLLABLES.split()
    code = number * 2 + which
    word = ""
    while code or len(word) < 4:
        code, at = divmod(code, len(parts))
        word += parts[at]
    return f"{word.capitalize()} {('Hall', 'Tower', 'Bridge', 'Chapel', 'Mill')[number % 5]}"


def _value(number: int, m: int) -> str:
    return (
        f"{_SYLLABLES.split()[(number + m) % 50].capitalize()}n {1 + (number * 13 + m * 17) % 4999}"
    )


def _timed(picked: Sequence[tuple[int, int]], run: Callable[[int, int], object]) -> list[float]:
    taken = []
    for n, m in picked:
        began = time.perf_counter()
        run(n, m)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def _at(taken: Sequence[float], share: float) -> float:
    return round(float(np.quantile(taken, share)), 3)


def as_row(figures: ScaleFigures) -> dict[str, object]:
    return asdict(figures)
