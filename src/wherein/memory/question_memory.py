"""Composes the question memory of its parts over one store. Has no policy itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Container
from copy import copy
from typing import TYPE_CHECKING

from wherein.memory.answers.earlier_answers import EarlierAnswers
from wherein.memory.answers.use_counter import UseCounter
from wherein.memory.answers.verdicts import Verdicts
from wherein.memory.policies.privacy import DEFAULT_RULES, PrivacyRules
from wherein.memory.policies.visibility import Visibility
from wherein.memory.store.store import MemoryStore, PageKey, Wiped
from wherein.memory.suggestions.others_questions import OthersQuestions
from wherein.memory.suggestions.typing_help import TypingHelp
from wherein.questions.words.dictionary import EnglishWhenNeeded

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder

_SECONDS_A_DAY = 86_400.0


class QuestionMemory:
    """One store with its policies. Like the store, it is used by one thread at a time.

    answers: stores and revalidates answers.
    uses: counts served answers.
    others: lists questions of others.
    typing: completes and corrects a question while it is typed.
    verdicts: takes people's verdicts on answers.
    store: used directly where no policy is needed (export, wiping, statistics).
    """

    def __init__(
        self,
        store: MemoryStore,
        *,
        rules: PrivacyRules = DEFAULT_RULES,
        dictionary: Container[str] | None = None,
        encoder: Callable[[], Encoder] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`dictionary` has common words in lower case, English by default.

        `encoder` is called when a question is compared with others; without it no question is similar. `clock` returns seconds since 1970.
        """
        words = EnglishWhenNeeded() if dictionary is None else dictionary
        self.visibility = visibility = Visibility(store, rules)
        self._rules = rules
        self._clock = clock
        self.store = store
        self.uses = UseCounter(store, clock)
        self.answers = EarlierAnswers(store, rules, words, visibility, self.uses, clock)
        self.others = OthersQuestions(store, visibility, encoder, clock)
        self.typing = TypingHelp(store, rules, visibility)
        self.verdicts = Verdicts(store, rules, words, clock, visibility)
        self._words = words

    def seen(
        self, may_see: Callable[[PageKey], bool], library: PageKey, asker: str | None = None
    ) -> QuestionMemory:
        """The same memory for somebody who sees these pages alone, and the library under the key `library`.

        Where there is an `asker`, only this one's verdicts count."""
        other = copy(self)
        store, rules, words, clock = self.store, self._rules, self._words, self._clock
        other.visibility = visibility = Visibility(store, rules, may_see)
        other.answers = EarlierAnswers(store, rules, words, visibility, self.uses, clock)
        other.others = self.others.seen(visibility)
        other.typing = self.typing.seen(visibility)
        other.verdicts = Verdicts(store, rules, words, clock, visibility, library, asker)
        return other

    def forget_old(self) -> Wiped:
        """Remove for good all questions that were last asked before the retention limit, if there is one."""
        if self._rules.retention_days is None:
            return Wiped(0, 0)
        oldest = self._clock() - self._rules.retention_days * _SECONDS_A_DAY
        return self.store.removal.wipe(before=oldest)

    def close(self) -> None:
        """Write the counted uses, and close the store."""
        self.uses.flush()
        self.store.close()
