"""Builds one clean training set of SQuAD-format files: provenance, deduplication, twins, hard negatives.

Works on text; knows no tokens, windows or models.

A written set is a folder of three files: `contexts.jsonl.gz` (one paragraph a line, an article's
in their order), `examples.jsonl.gz` (one question a line, naming its context by line number) and
`manifest.json` (counts, checksums of what was read, what was removed and what was held out).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing, ParseError
from wherein_lab.data.squad_file import clean_title, read_articles
from wherein_lab.training.examples.negatives import nearest_without_answer, twins
from wherein_lab.training.examples.page_questions import read_page_questions
from wherein_lab.training.examples.sources import EVALUATION, TRAINING, Form, Source
from wherein_lab.training.examples.synthetic_questions import read_openings

SHARED_SENTENCE_WORDS = (
    12  # two texts that share a sentence of this many words are related (the data set's own rule)
)
FORMAT = 2


@dataclass(frozen=True, slots=True)
class Context:
    """One paragraph. `article` numbers articles over the whole set; `held` excludes it from training; `section`
    has the headings above it, outermost first.
    """

    source: str
    article: int
    title: str
    text: str
    hash: str
    held: bool
    section: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """One question on one context; `start`, `end` in code points of its text, None: no answer.

    `twin` is the row of the answerable question on the same context that shares the most rare words with this
    unanswerable one. `negatives` are rows of contexts of the same article, nearest to the question by BM25,
    without the answer's text and without `accepted`, the other answers.
    """

    id: str
    source: str
    licence: str
    context: int
    question: str
    start: int | None
    end: int | None
    hash: str
    twin: int | None = None
    negatives: tuple[int, ...] = ()
    accepted: tuple[str, ...] = ()


def normalised(text: str) -> str:
    """Lower case, only words and digits, single spaces: equal for texts that differ only in formatting."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def fingerprints(text: str) -> Iterator[str]:
    """The fingerprints of a paragraph: of the whole, and of each of its long sentences."""
    yield normalised(text)
    for sentence in re.split(r"(?<=[.!?])\s+|\n", text):
        words = normalised(sentence)
        if words.count(" ") + 1 >= SHARED_SENTENCE_WORDS:
            yield words


def forbidden_fingerprints(paths: Iterable[Path]) -> set[str]:
    """The fingerprints of all texts that measurements use."""
    return {
        mark
        for path in paths
        for article in read_articles(path)[0]
        for paragraph in article["paragraphs"]
        for mark in fingerprints(paragraph["context"])
    }


def held_titles(titles: Sequence[str], count: int) -> frozenset[str]:
    """The titles kept out of training: the first by SHA-256, so the selection is stable."""
    return frozenset(sorted(titles, key=lambda title: digest(title))[:count])


def digest(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:16]


def build(
    shared: Path, folder: Path, training: Sequence[Source] = TRAINING,
    evaluation: Sequence[str] = EVALUATION,
) -> dict[str, Any]:  # fmt: skip
    """Read all sources under `shared`, write the set into `folder`, return its manifest."""
    forbidden = forbidden_fingerprints(shared / path for path in evaluation)
    contexts: list[Context] = []
    examples: list[Example] = []
    report: dict[str, Any] = {}
    article_number = 0
    for source in training:
        articles, sha256, refused = articles_of(shared, source)
        held = held_titles([article["title"] for article in articles], source.held)
        removed = questions = 0
        for article in articles:
            title = clean_title(article["title"])
            for paragraph in article["paragraphs"]:
                text = paragraph["context"]
                if not forbidden.isdisjoint(fingerprints(text)):
                    removed += 1
                    continue
                row = len(contexts)
                contexts.append(
                    Context(
                        source.name, article_number, title, text, digest(text),
                        article["title"] in held, tuple(paragraph.get("section", ())),
                    )
                )  # fmt: skip
                licence = article.get("licence", source.licence)
                for example in questions_of(paragraph, source, row, licence):
                    examples.append(example)
                    questions += 1
            article_number += 1
        report[source.name] = {
            "licence": source.licence,
            "origin": source.origin,
            "made": source.made,
            "sha256": sha256,
            "questions": questions,
            "questions_refused": refused,
            "contexts_removed": removed,
            "held_titles": sorted(held),
        }
    examples = linked(contexts, examples)
    manifest = {
        "format": FORMAT,
        "contexts": len(contexts),
        "examples": len(examples),
        "unanswerable": sum(example.start is None for example in examples),
        "held_examples": sum(contexts[example.context].held for example in examples),
        "sources": report,
        "kept_apart": list(evaluation),
    }
    write(folder, contexts, examples, manifest)
    for source in (source for source in training if source.held):
        write_held(folder / f"held-{source.name}.json.gz", source.name, contexts, examples)
    return manifest


def articles_of(shared: Path, source: Source) -> tuple[list[dict[str, Any]], str, dict[str, int]]:
    """The articles of one source, the SHA-256 of its files, and the number of refused questions, by reason."""
    path = shared / source.path
    match source.form:
        case Form.PAGES:
            pages = read_page_questions(path, source.questions)
            return pages.articles, pages.sha256, pages.refused
        case Form.OPENINGS:
            return *read_openings(path), {}
        case Form.SQUAD:
            return *read_articles(path), {}


def write_held(
    path: Path, source: str, contexts: Sequence[Context], examples: Sequence[Example]
) -> None:
    """Write the held-out articles of one source as a SQuAD-format file, for calibration and checks."""
    questions: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for example in examples:
        answer = {"text": answer_text(contexts, example), "answer_start": example.start}
        impossible = example.start is None
        questions[example.context].append(
            {
                "id": example.id,
                "question": example.question,
                "is_impossible": impossible,
                "answers": [] if impossible else [answer],
            }
        )
    articles: dict[int, dict[str, Any]] = {}
    for row, context in enumerate(contexts):
        if context.held and context.source == source:
            article = articles.setdefault(
                context.article, {"title": context.title, "paragraphs": []}
            )
            article["paragraphs"].append({"context": context.text, "qas": questions[row]})
    data = {"version": f"held out of {source}", "data": list(articles.values())}
    text = json.dumps(data, ensure_ascii=False)
    path.write_bytes(gzip.compress(text.encode(), compresslevel=6, mtime=0))


def questions_of(
    paragraph: dict[str, Any], source: Source, row: int, licence: str | None = None
) -> Iterator[Example]:
    """The questions of one paragraph; a span that does not match the text raises ParseError.

    `licence` is the article's own where it has one.
    """
    text: str = paragraph["context"]
    for qa in paragraph["qas"]:
        start = end = None
        accepted = tuple(dict.fromkeys(other["text"] for other in qa.get("answers", ())[1:]))
        if not qa.get("is_impossible", False):
            answer = qa["answers"][0]
            start = answer["answer_start"]
            end = start + len(answer["text"])
            if text[start:end] != answer["text"]:
                raise ParseError(
                    f"Question {qa['id']} has an answer that does not match its position.",
                    "Correct the file's answer_start, which counts code points.",
                )
        question = qa["question"].strip()
        key = digest(question, text, str(start), str(end))
        yield Example(
            f"{source.name}/{qa['id']}", source.name, licence or source.licence, row, question,
            start, end, key, accepted=accepted,
        )  # fmt: skip


def linked(contexts: Sequence[Context], examples: Sequence[Example]) -> list[Example]:
    """The examples with their twins and hard negatives filled in."""
    by_context: dict[int, list[int]] = defaultdict(list)
    by_article: dict[int, list[int]] = defaultdict(list)
    for row, context in enumerate(contexts):
        by_article[context.article].append(row)
    for row, example in enumerate(examples):
        by_context[example.context].append(row)
    out = list(examples)
    for rows in by_context.values():
        answerable = [row for row in rows if examples[row].start is not None]
        lone = [row for row in rows if examples[row].start is None]
        pairs = twins(
            [examples[row].question for row in lone], [examples[row].question for row in answerable]
        )
        for row, place in zip(lone, pairs, strict=True):
            if place is not None:
                out[row] = replace(out[row], twin=answerable[place])
    for article_rows in by_article.values():
        asked = [row for context in article_rows for row in by_context[context]
                 if examples[row].start is not None]  # fmt: skip
        found = nearest_without_answer(
            [contexts[row].text for row in article_rows],
            [(examples[row].question, answer_texts(contexts, examples[row])) for row in asked],
        )
        for row, places in zip(asked, found, strict=True):
            out[row] = replace(out[row], negatives=tuple(article_rows[place] for place in places))
    return out


def answer_text(contexts: Sequence[Context], example: Example) -> str:
    """The gold answer; empty where there is none."""
    return contexts[example.context].text[example.start or 0 : example.end or 0]


def answer_texts(contexts: Sequence[Context], example: Example) -> tuple[str, ...]:
    """Every accepted answer of an answerable example."""
    return (answer_text(contexts, example), *example.accepted)


def write(
    folder: Path, contexts: Sequence[Context], examples: Sequence[Example], manifest: dict[str, Any]
) -> None:
    """Write a set; equal input gives equal bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in (("contexts", contexts), ("examples", examples)):
        lines = "".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
        data = gzip.compress(lines.encode(), compresslevel=6, mtime=0)
        (folder / f"{name}.jsonl.gz").write_bytes(data)
        manifest[f"{name}_sha256"] = hashlib.sha256(data).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def load(folder: Path) -> tuple[list[Context], list[Example]]:
    """Load a written set. Raises DataMissing where there is none, or one in another format."""
    manifest = folder / "manifest.json"
    if not manifest.is_file():
        raise DataMissing(f"There is no training set in {folder}.", "Run wherein train data first.")
    if json.loads(manifest.read_text("utf-8"))["format"] != FORMAT:
        raise DataMissing(
            f"The training set in {folder} is of an older format.", "Run wherein train data again."
        )
    with gzip.open(folder / "contexts.jsonl.gz", "rt", encoding="utf-8") as lines:
        contexts = [
            Context(**{**row, "section": tuple(row["section"])}) for row in map(json.loads, lines)
        ]
    with gzip.open(folder / "examples.jsonl.gz", "rt", encoding="utf-8") as lines:
        examples = [
            Example(
                **{
                    **row,
                    "negatives": tuple(row["negatives"]),
                    "accepted": tuple(row["accepted"]),
                }
            )
            for row in map(json.loads, lines)
        ]
    return contexts, examples
