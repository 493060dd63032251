"""Ranks the passages beside a page's main text, and makes the attempt at them. Reads nothing itself.

The cases of the questions about a page itself are in contracts/beside-main.json; the twin is
web/reader/src/page/beside-main.ts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from wherein.answering.attempts.further_attempt import FurtherAttempt, Joins
from wherein.answering.grading.grades import highest_likely
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Result
from wherein.core.passage import Passage
from wherein.lexicon import lexicon
from wherein.questions.question import Question, parse_question

BESIDE_MAIN = "beside main"
"""The name of the first step of the attempt at menus, boxes, comments and footers."""
_LEXICON = lexicon("beside-main")
PASSAGES_READ = _LEXICON.count("passages_read")
PRIOR = _LEXICON.number("prior")
"""Added to the log odds of an answer beside the main text, where answers are rarer than readers are
calibrated on; docs/canonical-text.md says how it was chosen."""

_SENTENCE_END = _LEXICON.pattern("sentence_end")
_DIGIT = _LEXICON.pattern("digit")
_ASKS_OF_PAGE = _LEXICON.pattern("asks_of_page")


def beside(scope: Scope) -> Scope:
    """A scope of passages beside the main text, with the prior and the reading limit for such passages."""
    return replace(scope, most=PASSAGES_READ, prior=prior)


def prior(question: str) -> float:
    """What is added to the log odds of an answer beside the main text.

    Nothing for a question about the page itself: who wrote it and when stands in a byline more often than in the main text.
    """
    return 0.0 if asks_of_page(question) else PRIOR


def by_likeliness(passages: Sequence[Passage]) -> list[Passage]:
    """Order the passages beside a page's main text: captions, comments and bylines before menus.

    A passage with sentences or numbers is no menu. Of these, the ones nearest to the main text come first, since
    bylines and captions are next to it.
    """
    main = sorted(passage.index for passage in passages if passage.main)

    def key(passage: Passage) -> tuple[bool, int, int]:
        is_menu = not _SENTENCE_END.search(passage.text) and not _DIGIT.search(passage.text)
        after = bisect_left(main, passage.index)
        around = main[max(0, after - 1) : after + 1]
        distance = min((abs(passage.index - index) for index in around), default=0)
        return is_menu, distance, passage.index

    return sorted((passage for passage in passages if not passage.main), key=key)


def asks_of_page(question: str) -> bool:
    """Whether a question asks what a page says of itself: who wrote it, when it was published, how to get in touch."""
    return bool(_ASKS_OF_PAGE.search(question))


def attempt_beside_main(
    main: Callable[[], Scope], reason: str, *, is_page: bool = False
) -> FurtherAttempt:
    """A second attempt, made where the main text has no answer: it reads the menus, boxes, captions and footers of the page.

    With `is_page` (a single page is asked) it also runs when the question is about the page itself and the answer from the
    main text is not sure: a person named in a story is easily mistaken for its author.
    """
    found = cache(lambda: main().beside_main())

    def question_for(question: Question, so_far: Result) -> Question | None:
        is_settled = so_far.answered and not (
            is_page
            and asks_of_page(question.text)
            and so_far.answers[0].confidence <= highest_likely()
        )
        if is_settled or question.topic is not None or found() is None:
            return None
        return question if so_far.meant is None else parse_question(so_far.meant)

    def scope() -> Scope:
        there = found()
        assert there is not None  # else `question_for` gives no question
        return there

    return FurtherAttempt(
        question_for, scope, Joins.BESIDE_MAIN, skip_read=True, step=(BESIDE_MAIN, reason)
    )


def notes_of(result: Result) -> tuple[str, ...]:
    """One note if the best answer is outside the main text, else none."""
    if not result.answers or result.answers[0].main:
        return ()
    return (
        "Found beside the main text, in a menu, box, caption, comment or footer; the main text has no answer that is sure enough.",
    )
