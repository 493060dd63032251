"""Measures answers to questions that ask for several things: the share of listed facts shown, and the share on topic.

The material is tagged text (described in `benchmarks/questions/several/README.md`) and paragraphs of ClapNQ, mixed from
six unrelated articles without headings; the question is the title of one of them. Fits nothing itself.
"""

from __future__ import annotations

import hashlib
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wherein.answering.options import Options
from wherein.core.answer import Result
from wherein.core.document import Block, BlockKind, Document
from wherein.core.errors import DataMissing, UsageError
from wherein.core.span import Span
from wherein.reading.selector import Selector
from wherein_lab.data.corpora import json_lines
from wherein_lab.data.shared_data import shared_path

NONE = "none"
WHOLE = "+"


@dataclass(frozen=True, slots=True)
class Tagged:
    """A text whose sentences are tagged with their topics.

    `sentences` are (span, tags); `questions` are (topic tag, question).
    """

    document: Document
    sentences: tuple[tuple[Span, frozenset[str]], ...]
    questions: tuple[tuple[str, str], ...]

    def about(self, topic: str) -> list[Span]:
        """The sentences on a topic; for a summary, the main points."""
        wanted = {topic, f"{topic}!"} if topic != WHOLE else {WHOLE}
        return [span for span, tags in self.sentences if tags & wanted]

    def facts(self, topic: str) -> list[Span]:
        """The sentences tagged as listed facts of a topic."""
        wanted = f"{topic}!" if topic != WHOLE else WHOLE
        return [span for span, tags in self.sentences if wanted in tags]


def read_tagged(path: Path) -> Tagged:
    """Parse a tagged text. Raises UsageError with the line's number."""
    text = ""
    blocks: list[Block] = []
    sentences: list[tuple[Span, frozenset[str]]] = []
    questions: list[tuple[str, str]] = []
    start = None

    def close() -> None:
        nonlocal start
        if start is not None:
            blocks.append(Block(BlockKind.PARAGRAPH, Span(start, len(text))))
            start = None

    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            close()
        elif line.startswith("#"):
            close()
            heading = line.lstrip("# ")
            at = len(text) + 2 * bool(text)
            text += "\n\n" * bool(text) + heading
            blocks.append(Block(BlockKind.HEADING, Span(at, len(text)), 1 if at == 0 else 2))
        elif "|" not in line:
            raise UsageError(
                f"Line {number} of {path} lacks the bar '|'.", "Write: tags | sentence"
            )
        elif line.startswith("?"):
            topic, _, question = line[1:].partition("|")
            questions.append((topic.strip(), question.strip()))
        else:
            tags, _, sentence = line.partition("|")
            if start is None:
                text += "\n\n" * bool(text)
                start = len(text)
            else:
                text += " "
            at = len(text)
            text += sentence.strip()
            known = frozenset(tag.strip() for tag in tags.split(","))
            sentences.append((Span(at, len(text)), known))
    close()
    document = Document(path.stem, str(path), "", "text", text, "", tuple(blocks), language="en")
    return Tagged(document, tuple(sentences), tuple(questions))


def tagged_texts(folder: Path, fitted: bool) -> list[Tagged]:
    """The files with odd numbers, on which weights were fitted, or those with even numbers, on which figures are reported."""
    files = sorted(path for path in folder.glob("*-*.txt"))
    found = [read_tagged(path) for path in files if int(path.name.split("-")[0]) % 2 == fitted]
    if not found:
        raise DataMissing(f"There are no tagged texts in {folder}.", "Name their folder.")
    return found


@dataclass(frozen=True, slots=True)
class Mixture:
    """Unrelated paragraphs in random order; `about` is the one the question asks for (None: absent)."""

    document: Document
    topic: str
    about: Span | None


def mixtures(fitted: bool, seed: int = 0, size: int = 6) -> Iterator[Mixture]:
    """Mix `size` articles at a time; three of them and an absent one are asked for.

    `fitted` selects the half of the articles on which weights were fitted, else the other half.
    """
    first: dict[str, str] = {}
    names: dict[str, str] = {}
    for _, row in json_lines(shared_path("data/retrieval/clapnq_corpus.jsonl.gz")):
        first.setdefault(row["title"], " ".join(row["text"].split()))
        names.setdefault(row["title"], row["id"])
    titles = [t for t, i in names.items() if hashlib.md5(i.encode()).digest()[0] % 2 != fitted]
    random.Random(seed).shuffle(titles)
    for at in range(0, len(titles) - size, size):
        some = titles[at : at + size]
        text, places = "", []
        for title in some:
            text += "\n\n" * bool(text) + first[title]
            places.append(Span(len(text) - len(first[title]), len(text)))
        blocks = tuple(Block(BlockKind.PARAGRAPH, place) for place in places)
        document = Document(f"mixture-{at}", "", "", "text", text, "", blocks, language="en")
        for title, place in list(zip(some, places, strict=True))[:3]:
            yield Mixture(document, title, place)
        yield Mixture(document, titles[(at + 10 * size) % len(titles)], None)


@dataclass(frozen=True, slots=True)
class Score:
    """One question: the share of the listed facts that were shown, and the share of what was shown that is on topic."""

    coverage: float
    on_topic: float
    given: int


def score(tagged: Tagged, topic: str, given: Sequence[Span]) -> Score:
    """Score one answer. A sentence counts as shown when a shown span overlaps it."""
    facts, about = tagged.facts(topic), tagged.about(topic)
    covered = sum(any(span.overlaps(fact) for span in given) for fact in facts)
    right = sum(any(span.overlaps(one) for one in about) for span in given)
    return Score(
        covered / len(facts) if facts else 0.0, right / len(given) if given else 0.0, len(given)
    )


def measure(folder: Path, limit: int | None) -> dict[str, Any]:
    """Ask the even-numbered texts through the whole engine, as a person would."""
    from wherein.answering.engine import Engine

    rows: list[dict[str, Any]] = []
    with (
        tempfile.TemporaryDirectory(prefix="wherein-several-") as home,
        Engine.open(home) as engine,
    ):
        for tagged in tagged_texts(folder, fitted=False):
            for topic, question in tagged.questions:
                result = engine.ask(question, tagged.document, Options(limit=limit, memory=False))
                given = [answer.span for answer in result.answers] if result.several else []
                scored = score(tagged, topic, given)
                verbatim = all(a.span.of(tagged.document.text) == a.text for a in result.answers)
                rows.append(
                    {
                        "text": tagged.document.id,
                        "topic": topic,
                        **asdict(scored),
                        "in_order": given == sorted(given),
                        "verbatim": verbatim,
                        "elsewhere": bool(result.answers) and not result.several,
                        "milliseconds": _took(result),
                    }
                )
    asked = [row for row in rows if row["topic"] not in (NONE, WHOLE)]
    absent = [row for row in rows if row["topic"] == NONE]
    times = sorted(row["milliseconds"] for row in rows)
    return {
        "topics": _mean_of(asked),
        "summaries": _mean_of([row for row in rows if row["topic"] == WHOLE]),
        "absent": {
            "n": len(absent),
            "refused": sum(not row["given"] and not row["elsewhere"] for row in absent),
        },
        "verbatim": sum(row["verbatim"] for row in rows) / len(rows),
        "in_order": sum(row["in_order"] for row in rows) / len(rows),
        "milliseconds": round(times[len(times) // 2], 1),
    }


def measure_mixtures(selector: Selector, limit: int) -> dict[str, Any]:
    """Measure only the sentence selector, on real paragraphs without headings."""
    from wherein.passages.split import split

    shares: list[float] = []
    asked = absent = refused = 0
    for mixture in mixtures(fitted=False):
        chosen = selector.select(mixture.topic, split(mixture.document), limit)
        if mixture.about is None:
            absent += 1
            refused += not chosen
            continue
        asked += 1
        if chosen:
            shares.append(sum(one.span.overlaps(mixture.about) for one in chosen) / len(chosen))
    return {
        "n": asked,
        "answered": round(len(shares) / asked, 4),
        "on_topic": round(sum(shares) / len(shares), 4),
        "absent": absent,
        "absent_refused": round(refused / absent, 4),
    }


def _mean_of(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mean coverage over all questions, where a refusal covers nothing, and mean share on topic over those answered."""
    given = [row for row in rows if row["given"]]
    return {
        "n": len(rows),
        "answered": len(given),
        "coverage": round(sum(row["coverage"] for row in rows) / len(rows), 4),
        "on_topic": round(sum(row["on_topic"] for row in given) / max(1, len(given)), 4),
        "sentences": round(sum(row["given"] for row in rows) / len(rows), 2),
    }


def _took(result: Result) -> float:
    """Milliseconds of retrieval and sentence selection, without the steps that read."""
    return sum(step.milliseconds for step in result.steps if step.name in ("bm25", "several"))
