"""The retrieval stage: orders the passages to read, likeliest first."""

from __future__ import annotations

from collections.abc import Iterator

from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Coverage, Outcome

# A page is read to its end; of a library, the passages most likely to hold the answer.
LIBRARY_PASSAGES = 24
NEAREST = 3


class Retrieve:
    """Asks the scope's retriever; on a page, the other passages follow in reading order."""

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        scope = attempt.scope
        began = attempt.clock()
        attempt.best = Progress((), (), Coverage(0.0 if scope.words else 1.0, 0))
        every = scope.passages
        limit = (scope.most or LIBRARY_PASSAGES) if every is None else len(every)
        words = attempt.question.topic or attempt.question.text
        hits = scope.retriever.search(words, limit, scope.within) if limit else []
        order = [
            p for hit in hits if ((p := hit.passage).document, p.index) not in attempt.left_out
        ]
        if hits and not order:
            attempt.nearest = hits[:NEAREST]
            attempt.step(
                scope.retriever.name,
                Outcome.REFUSED,
                began,
                "It found only passages that were read before.",
            )
            attempt.ended = True
            return
        if every is not None:
            seen = {(passage.document, passage.index) for passage in order}
            order += [p for p in every if (p.document, p.index) not in seen]
        attempt.order = order[: scope.most][: attempt.most]
        attempt.nearest = hits[:NEAREST]
        attempt.scores = {(h.passage.document, h.passage.index): h.score for h in hits}
        if hits:
            attempt.step(scope.retriever.name, Outcome.ANSWERED, began)
        else:
            none = (
                "No passage shares a word with the question." if order else "There is no text here."
            )
            attempt.step(scope.retriever.name, Outcome.REFUSED, began, none)
        yield from ()
