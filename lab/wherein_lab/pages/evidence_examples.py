"""Questions with the text that belongs to their answers, from the sets on which evidence is fitted and measured.

Knows the sets' forms; runs no reader. A question that its text does not answer wants nothing marked.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.sentences import sentence_spans
from wherein.questions.topic_request import requested_topic
from wherein_lab.answering.multi_sentence import NONE, WHOLE, mixtures, tagged_texts
from wherein_lab.data.corpora import json_lines
from wherein_lab.data.json_lines import read_rows
from wherein_lab.data.shared_data import shared_path
from wherein_lab.data.squad_file import read_squad
from wherein_lab.pages.questions import read_questions, saved_pages

TOPICS, MIXTURES, PASSAGES = "topics", "mixtures", "passages"
DOCUMENTS, PAGES, PARAGRAPHS = "documents", "pages", "paragraphs"
NEAR = 3000
"""Code points around the place of an answer in which its other parts are looked for."""
SHARED_WORDS = 0.4
"""The share of a sentence's runs of three words that an answer in sentences of the passage has, from which it is of them."""
_WORD = re.compile(r"\w+")
_TRAINING = ("natural-questions", "squad-train", "policyqa", "covidqa")
TAGGED_TEXTS = Path("benchmarks/questions/several")
MIXED, ARTICLES, EACH = 80, 40, 3
"""Mixtures of either half, articles of each training file, and questions of one page."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question of one document, and the spans of its text that belong to the answer.

    family: the set that it is from. group: the text that it shares with other examples.
    """

    family: str
    group: str
    question: str
    document: Document
    wanted: tuple[Span, ...]


def own_examples(folders: Sequence[Path], pages: Sequence[Path]) -> Iterator[Example]:
    """The examples that evidence is fitted on: those of the shared data, of folders of documents, and of folders of pages."""
    yield from of_topics(TAGGED_TEXTS)
    yield from of_passages()
    yield from of_mixtures(MIXED)
    yield from of_paragraphs(ARTICLES)
    for folder in folders:
        yield from of_documents(folder)
    for folder in pages:
        yield from of_pages(folder, EACH)


def of_topics(folder: Path) -> Iterator[Example]:
    """Examples from the tagged texts of `folder`: each topic is asked for twice, in a sentence and by its name alone."""
    for tagged in (*tagged_texts(folder, fitted=True), *tagged_texts(folder, fitted=False)):
        for tag, question in tagged.questions:
            if tag == WHOLE:
                continue
            wanted = () if tag == NONE else tuple(tagged.about(tag))
            for asked in (question, requested_topic(question) or question):
                yield Example(TOPICS, tagged.document.id, asked, tagged.document, wanted)


def of_mixtures(limit: int) -> Iterator[Example]:
    """Unrelated paragraphs, of which the title of one is searched."""
    for fitted in (True, False):
        for _, one in zip(range(limit), mixtures(fitted), strict=False):
            wanted = () if one.about is None else (one.about,)
            yield Example(MIXTURES, f"{fitted} {one.document.id}", one.topic, one.document, wanted)


def of_passages() -> Iterator[Example]:
    """ClapNQ: searches with answers of several sentences, made of a passage's own."""
    rows = json_lines(shared_path("data/retrieval/clapnq_corpus.jsonl.gz"))
    passages = {row["id"]: row for _, row in rows}
    for _, row in json_lines(shared_path("data/retrieval/clapnq_queries.jsonl.gz")):
        answers = [] if row.get("unanswerable") else row["answers"]
        name = next(iter(row["relevant"])) if answers else row["unanswering_passage"]
        passage = passages.get(name)
        if passage is None:
            continue
        document = _plain(name, passage["title"], [passage["text"]])
        wanted = _said(document.text, " ".join(answers)) if answers else ()
        yield Example(PASSAGES, passage["title"], row["question"], document, wanted)


def of_documents(folder: Path) -> Iterator[Example]:
    """A folder of `wherein eval strangers`: its rows with a "place" and the parts of `several`, and absent ones."""
    form = 'Each line has "question", "file" and "answers"; "place" and "several" where the document says it.'
    parsed: dict[str, Document] = {}
    for row in read_rows(folder / "questions.jsonl", dict, form):
        if row.get("after") or bool(row["answers"]) != bool(row.get("place")):
            continue
        name = row["file"]
        if name not in parsed:
            path = folder / name
            parsed[name] = parse(Source(path.read_bytes(), name, str(path)))
        document = parsed[name]
        wanted: list[Span] = []
        if row["answers"]:
            place = _found(document.text, row["place"])
            if place is None:
                continue
            near = Span(max(0, place.start - NEAR), min(len(document.text), place.end + NEAR))
            parts = (_found(document.text, part, near) for part in row.get("several") or ())
            wanted = [place, *(part for part in parts if part is not None)]
        yield Example(DOCUMENTS, f"{folder.name}/{name}", row["question"], document, tuple(wanted))


def of_pages(folder: Path, each: int) -> Iterator[Example]:
    """Page questions, `each` of one page at random: the sentences of the first accepted answer."""
    questions = read_questions(folder / "questions.jsonl")
    saved = saved_pages(folder / "pages.tar.xz", {one.page for one in questions})
    for name, data in sorted(saved.items()):
        document = parse(Source(data, name, name))
        own = [one for one in questions if one.page == name]
        random.Random(name).shuffle(own)
        for one in own[:each]:
            context = _found(document.text, one.context) if one.accepted else Span(0, 0)
            if context is None:
                continue
            place = _found(document.text, one.accepted[0], context) if one.accepted else None
            wanted = () if not one.accepted else (place or context,)
            yield Example(PAGES, name, one.question, document, wanted)


def of_paragraphs(articles: int) -> Iterator[Example]:
    """Examples from training questions: the sentence with the answer is wanted, the others of a few paragraphs of its article are not."""
    for name in _TRAINING:
        file = read_squad(shared_path(f"data/training/{name}.json.gz"))
        order = list(range(len(file.titles)))
        random.Random(name).shuffle(order)
        chosen = set(order[:articles])
        seen: set[tuple[int, int]] = set()
        for one in file.asked:
            place = one.article, one.paragraph
            if one.article not in chosen or one.paragraph > 3 or place in seen or not one.golds:
                continue
            seen.add(place)
            paragraphs = file.paragraphs[one.article][:4]
            title = file.titles[one.article]
            document = _plain(f"{name}-{one.article}", title, paragraphs)
            start = sum(len(text) + 2 for text in paragraphs[: one.paragraph])
            own = Span(start, start + len(paragraphs[one.paragraph]))
            found = _found(document.text, one.golds[0], own)
            # Which of several places is meant, the file does not say here.
            if (
                found is not None
                and _found(document.text, one.golds[0], Span(found.end, own.end)) is None
            ):
                yield Example(PARAGRAPHS, document.id, one.question, document, (found,))


def _plain(name: str, title: str, paragraphs: Sequence[str]) -> Document:
    text, blocks = "", []
    for paragraph in paragraphs:
        text += "\n\n" if text else ""
        blocks.append(Block(BlockKind.PARAGRAPH, Span(len(text), len(text) + len(paragraph))))
        text += paragraph
    return Document(name, "", title, "text", text, "", tuple(blocks), language="en")


def _said(text: str, answer: str) -> tuple[Span, ...]:
    """The sentences of `text` that the answer is made of."""
    runs = _runs(answer)
    return tuple(
        span
        for span in sentence_spans(text)
        if (own := _runs(span.of(text))) and len(own & runs) / len(own) > SHARED_WORDS
    )


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.lower())
    return set(zip(words, words[1:], words[2:], strict=False))


def _found(text: str, words: str, within: Span | None = None) -> Span | None:
    """The first place where these words stand, with any white space and capitals."""
    pattern = re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
    start, end = (within.start, within.end) if within else (0, len(text))
    found = pattern.search(text, start, end) if words.strip() else None
    return Span(*found.span()) if found else None
