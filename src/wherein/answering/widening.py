"""Asked once more of more, where the first place has no answer. Knows no retriever and no reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from wherein.answering.events import Found
from wherein.core.answer import Result

_NEAREST = 3


def widened(
    first: Iterator[Found | Result], wider: Callable[[str], Iterator[Found | Result] | None]
) -> Iterator[Found | Result]:
    """What `first` tells; where its result holds no answer, what `wider` tells of the question as well.

    `wider` is given the question as it was meant, and says None where there is nothing more. What
    both found doubtful is told with the surer first, and steps and milliseconds are of both.
    """
    narrow: Result | None = None
    for event in first:
        if isinstance(event, Result):
            narrow = event
        else:
            yield event
    assert narrow is not None
    more = None if narrow.answered else wider(narrow.meant or narrow.question)
    if more is None:
        yield narrow
        return
    for event in more:
        if isinstance(event, Result):
            yield _both(narrow, event)
        elif event.answers:
            yield event


def _both(narrow: Result, wide: Result) -> Result:
    doubtful = sorted(
        {(a.document, a.span): a for a in (*wide.less_likely, *narrow.less_likely)}.values(),
        key=lambda answer: -answer.confidence,
    )
    best = wide if wide.answered else narrow
    limit = max(len(wide.less_likely), len(narrow.less_likely))
    nearest = {(h.passage.document, h.passage.index): h for h in (*wide.nearest, *narrow.nearest)}
    near = [*narrow.nearest, *wide.nearest]
    kept = list(dict.fromkeys((h.passage.document, h.passage.index) for h in near))[:_NEAREST]
    return replace(
        best,
        question=narrow.question,
        meant=narrow.meant,
        less_likely=wide.less_likely if wide.answered else tuple(doubtful[:limit]),
        nearest=tuple(nearest[key] for key in kept),
        titles={**wide.titles, **narrow.titles},
        read=replace(wide.read, words=narrow.read.words + wide.read.words),
        steps=(*narrow.steps, *wide.steps),
        milliseconds=round(narrow.milliseconds + wide.milliseconds, 1),
        notes=wide.notes if wide.answered else tuple(dict.fromkeys((*narrow.notes, *wide.notes))),
    )
