"""The selection stage: several sentences that together answer a topic request."""

from __future__ import annotations

from collections.abc import Iterator

from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Coverage, Outcome
from wherein.core.errors import AssetError
from wherein.reading.selector import Selector

SENTENCES = 8
"""Sentences that are shown by default."""


class SelectSentences:
    """Asks a selector for whole sentences in reading order. Leaves to the readers all other questions, and
    topic requests for which the selector finds nothing."""

    def __init__(self, selector: Selector) -> None:
        self._selector = selector

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        topic = attempt.question.topic
        if topic is None or not attempt.reads_english:
            return
        name, began = self._selector.name, attempt.clock()
        scope = attempt.scope
        if not topic and scope.passages is None:
            attempt.step(name, Outcome.SKIPPED, began, "Name one document to sum up.")
            return
        try:
            chosen = self._selector.select(topic, attempt.order, attempt.limit or SENTENCES)
        except AssetError as error:
            attempt.step(name, Outcome.SKIPPED, began, str(error))
            return
        chosen = [one for one in chosen if not attempt.bars(one.passage.document, one.span)]
        if not chosen:
            reason = f"No sentence is about {topic}." if topic else "There are no sentences."
            attempt.step(name, Outcome.REFUSED, began, reason)
            return
        words = sum(len(passage.text.split()) for passage in attempt.order)
        whole = scope.passages is not None or not scope.words
        read = Coverage(1.0 if whole else min(1.0, words / scope.words), words)
        answers = tuple(
            attempt.localizer.sentence(one.passage, one.span, one.probability, name)
            for one in chosen
        )
        attempt.step(name, Outcome.ANSWERED, began)
        attempt.several = True
        attempt.best = Progress(answers, (), read)
        yield attempt.best
