"""Looks for expected names in a recording along a trie of their tokens. Knows no runtime and no text.

A greedy decoder takes a rare name apart into likelier words, and never sees the name again. Here the decoder goes
back to where a word of its text begins and follows the names instead, the likeliest first, each token with a boost:
one for beginning a name, one for each token along it, since a name is known to be worth hearing.
`web/speech/src/hearing/name-search.ts` is the twin; `contracts/speech-decoding.json` has the cases.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wherein.lexicon import lexicon
from wherein.speech.hearing.decoding import Decoded, Steps, log_sum

_LEXICON = lexicon("speech")
BOOST_AT_START = _LEXICON.number("boost_at_start")
"""Added to the logarithm of the probability of a name's first token."""
BOOST_ALONG = _LEXICON.number("boost_along")
"""Added for each token that goes on with a name."""
LEAST_START = _LEXICON.number("least_start")
"""A first token with a lower logarithm of its probability is not followed."""
MOST_STEPS = _LEXICON.count("most_search_steps")
"""Steps of the decoder in one search."""
_MOST_WORDS = _LEXICON.count("most_mended_words")


class NameTrie:
    """The tokens of names: which begin one, and which go on."""

    __slots__ = ("after", "name")

    def __init__(self, names: Iterable[Sequence[int]] = ()) -> None:
        self.after: dict[int, NameTrie] = {}
        self.name: int | None = None
        """The number of the name that ends here."""
        for number, tokens in enumerate(names):
            here = self
            for token in tokens:
                here = here.after.setdefault(token, NameTrie())
            if here is not self and here.name is None:
                here.name = number


@dataclass(frozen=True, slots=True)
class NameFound:
    """The name of this number in the place of the tokens `[start, end)`, and the logarithm of its probability there."""

    start: int
    end: int
    name: int
    log_probability: float


def search_names(
    decoded: Decoded, word_starts: Sequence[int], trie: NameTrie, end_token: int
) -> list[NameFound]:
    """Names that may replace decoded words, in the order in which they are found.

    `word_starts` are the places in `decoded.tokens` where words begin. What follows the name tells how many words
    it stands for: the one that the model finds likeliest then.
    """
    tokens = decoded.tokens
    open_: list[tuple[float, int, int, int, float, NameTrie, Steps]] = []
    count = 0
    for start in word_starts:
        logits = decoded.trail[start].logits
        total = log_sum(logits)
        for token, node in trie.after.items():
            log = float(logits[token]) - total
            if log >= LEAST_START:
                steps = decoded.trail[start].steps
                heapq.heappush(
                    open_, (-(log + BOOST_AT_START), count, start, token, log, node, steps)
                )
                count += 1
    found: list[NameFound] = []
    for _ in range(MOST_STEPS):
        if not open_:
            break
        worth, _, start, token, log, node, before = heapq.heappop(open_)
        steps = before.fork()
        logits = steps.next(token)
        total = log_sum(logits)
        if node.name is not None:
            ends = [at for at in (*word_starts, len(tokens)) if at > start][:_MOST_WORDS]
            after = [float(logits[tokens[at] if at < len(tokens) else end_token]) for at in ends]
            end = ends[after.index(max(after))]
            found.append(NameFound(start, end, node.name, log))
        for following, further in node.after.items():
            more = float(logits[following]) - total
            heapq.heappush(
                open_,
                (worth - more - BOOST_ALONG, count, start, following, log + more, further, steps),
            )
            count += 1
    return found
