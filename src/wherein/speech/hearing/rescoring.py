"""Computes how likely a text is with a name in it, with the decoder that recognised it. Knows no runtime.

Only what changes is read again: from the word that the name begins with to the word after it.
"""

from __future__ import annotations

from collections.abc import Sequence

from wherein.lexicon import lexicon
from wherein.speech.hearing.decoding import Decoded, log_probability
from wherein.speech.hearing.mending import Evidence, Mend, word_places
from wherein.speech.hearing.name_search import NameTrie, search_names
from wherein.speech.hearing.vocabulary import Vocabulary

END = 2
_LEXICON = lexicon("speech")
_TAIL_WORDS = _LEXICON.count("tail_words")
_LEAST_FIRST = _LEXICON.number("least_first")
_SURELY_ALIKE = _LEXICON.number("surely_alike")


class Rescored:
    """One text as it was decoded."""

    def __init__(self, text: str, decoded: Decoded, vocabulary: Vocabulary) -> None:
        self._text = text
        self._decoded = decoded
        self._vocabulary = vocabulary
        tokens = decoded.tokens
        whole = vocabulary.text(tokens)
        cut = len(whole) - len(whole.lstrip())
        ends = [len(vocabulary.text(tokens[: at + 1])) - cut for at in range(len(tokens))]
        # A token that begins a word has its space before it.
        self._starts = [
            max(0, start + (at > 0 and vocabulary.begins_word(token)))
            for at, (start, token) in enumerate(zip([0, *ends], tokens, strict=False))
        ]
        self._ends = ends
        self._words = [at for at, token in enumerate(tokens) if vocabulary.begins_word(token)]
        self._before: dict[tuple[int, int], float] = {}

    def found(self, names: Sequence[str], trie: NameTrie) -> list[tuple[int, int, str]]:
        """The names that the search finds, each with its place in the text."""
        return [
            (self._starts[one.start], self._ends[one.end - 1], names[one.name])
            for one in search_names(self._decoded, self._words, trie, END)
        ]

    def is_open(self, mend: Mend) -> bool:
        """Whether a replacement is worth decoding: it sounds the same, or its first token was likely enough."""
        if mend.alike >= _SURELY_ALIKE:
            return True
        start = self._word_at(mend.start)
        piece = self._text[self._starts[start] : mend.start] + mend.name
        first = self._vocabulary.tokens(piece)[0]
        return log_probability(self._decoded.trail[start].logits, first) >= _LEAST_FIRST

    def _word_at(self, place: int) -> int:
        """The last token before the place, or at it, that begins a word."""
        return max((at for at in self._words if self._starts[at] <= place), default=0)

    def evidence(self, mend: Mend) -> Evidence:
        start = self._word_at(mend.start)
        places = [end for begin, end in word_places(self._text) if begin >= mend.end]
        tail = places[_TAIL_WORDS - 1] if len(places) > _TAIL_WORDS else len(self._text)
        if (start, tail) not in self._before:
            said = self._text[self._starts[start] : tail]
            self._before[start, tail] = self._log(start, said, tail)
        new = self._text[self._starts[start] : mend.start] + mend.name + self._text[mend.end : tail]
        doubt = -sum(
            log
            for log, begin, end in zip(
                self._decoded.log_probabilities, self._starts, self._ends, strict=True
            )
            if end > mend.start and begin < mend.end
        )
        loss = self._before[start, tail] - self._log(start, new, tail)
        return Evidence(loss, doubt, self._vocabulary.rarity(mend.name))

    def _log(self, start: int, piece: str, tail: int) -> float:
        """The logarithm of the probability of a piece of text after the tokens before `start`."""
        step = self._decoded.trail[start]
        tokens = self._vocabulary.tokens(piece)
        if tail == len(self._text):
            tokens = [*tokens, END]
        rows = [step.logits, *(step.steps.all(tokens[:-1]) if len(tokens) > 1 else ())]
        return sum(
            log_probability(logits, token) for logits, token in zip(rows, tokens, strict=True)
        )
