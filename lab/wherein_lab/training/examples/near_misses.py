"""Mines near misses: for each question, the other passages of its page that a reader comes nearest to answering from.

BM25 proposes passages without an accepted answer; the reader reads them, and those where its best span has the
highest margin are kept. The result is a file of JSON lines, one a question, that a stopped run goes on with.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from wherein.core.errors import DataMissing
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein_lab.training.examples.data import Context, Example, answer_texts
from wherein_lab.training.examples.negatives import nearest_without_answer

if TYPE_CHECKING:
    from wherein_lab.registry.readers import OpenReader

PROPOSED = 8  # passages of the page that the reader reads for a question
KEPT = 3
# Where the reader is surer than this of a span in another passage, that passage often answers too: left out.
SURE = 6.0
QUESTIONS_OF_ARTICLE = 6  # of articles that are not pages, so that many articles are mined
PAGE_SOURCES = "pages", "pages-of-other-fields", "pages-asked-again", "other-fields-asked-again"


@dataclass(frozen=True, slots=True)
class Mined:
    """A question, by its example's hash, and the hashes of the contexts that nearly answer it, with the margins there;
    the highest margin is first.
    """

    question: str
    misses: tuple[tuple[str, float], ...]


def read_mined(path: Path) -> list[Mined]:
    """The near misses in a file; an unfinished last line is ignored. Raises DataMissing."""
    if not path.is_file():
        raise DataMissing(f"There are no near misses at {path}.", "Run wherein train near-misses.")
    out = []
    for line in path.read_text("utf-8").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        out.append(Mined(row["question"], tuple((c, float(m)) for c, m in row["misses"])))
    return out


def mine(
    opened: OpenReader,
    contexts: Sequence[Context],
    examples: Sequence[Example],
    path: Path,
    seconds: float,
    on_progress: Callable[[int], None] = lambda _: None,
) -> int:
    """Append near misses to `path` for at most `seconds`; returns how many questions the file has then.

    Questions on pages come first, then some of every other article; held-out articles are left out.
    """
    ends = time.monotonic() + seconds
    done = {mined.question for mined in read_mined(path)} if path.is_file() else set()
    path.parent.mkdir(parents=True, exist_ok=True)
    cut_off = path.is_file() and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" if cut_off else "")
        for rows, asked in _articles(contexts, examples):
            open_ones = [example for example in asked if example.hash not in done]
            for mined in _mined(opened, contexts, rows, open_ones):
                if time.monotonic() > ends:
                    return len(done)
                misses = [[context, round(margin, 3)] for context, margin in mined.misses]
                file.write(json.dumps({"question": mined.question, "misses": misses}) + "\n")
                file.flush()
                done.add(mined.question)
                on_progress(len(done))
    return len(done)


def _articles(
    contexts: Sequence[Context], examples: Sequence[Example]
) -> Iterator[tuple[list[int], list[Example]]]:
    """The rows of each article's contexts and its questions to mine, in the order in which they are mined."""
    rows: dict[int, list[int]] = defaultdict(list)
    for row, context in enumerate(contexts):
        if not context.held:
            rows[context.article].append(row)
    asked: dict[int, list[Example]] = defaultdict(list)
    for example in examples:
        if example.start is not None and not contexts[example.context].held:
            asked[contexts[example.context].article].append(example)
    articles = [article for article in asked if len(rows[article]) > 1]
    paged = [a for a in articles if contexts[rows[a][0]].source in PAGE_SOURCES]
    others = [a for a in articles if contexts[rows[a][0]].source not in PAGE_SOURCES]
    random = np.random.default_rng(0)
    for article in paged:
        yield rows[article], asked[article]
    for place in random.permutation(len(others)):
        article = others[place]
        some = random.permutation(len(asked[article]))[:QUESTIONS_OF_ARTICLE]
        yield rows[article], [asked[article][n] for n in some]


def _mined(
    opened: OpenReader, contexts: Sequence[Context], rows: Sequence[int], asked: Sequence[Example]
) -> Iterable[Mined]:
    if not asked:
        return
    proposed = nearest_without_answer(
        [contexts[row].text for row in rows],
        [(example.question, answer_texts(contexts, example)) for example in asked],
        PROPOSED,
    )
    for example, places in zip(asked, proposed, strict=True):
        margins = _margins(opened, example.question, [contexts[rows[place]] for place in places])
        near = sorted((pair for pair in margins.items() if pair[1] < SURE), key=lambda p: -p[1])
        yield Mined(example.hash, tuple(near[:KEPT]))


def _margins(opened: OpenReader, question: str, contexts: Sequence[Context]) -> dict[str, float]:
    """The margin of the reader's best span in each context, by the context's hash."""
    passages: list[Passage] = []
    for context in contexts:
        opened.titles[context.hash] = context.title
        span = Span(0, len(context.text))
        passages.append(Passage(context.hash, len(passages), span, context.text, context.section))
    margins: dict[str, float] = {}
    for reading in opened.reader.read(question, passages):
        for candidate in reading.candidates:
            of = candidate.passage.document
            margins[of] = max(candidate.margin, margins.get(of, candidate.margin))
    return margins
