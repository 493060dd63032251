"""The generative reader: a language model that may only quote the text.

Another reader selects the sentences. The model picks words or sentences of them, or says that it doesn't know.
Every reply is located in the document, and a reply that is not there is refused. Knows models only by the
LanguageModel Protocol.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wherein.assets.shipped_bounds import shipped_bounds
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.reading.generative.choices import Choices, choose
from wherein.reading.generative.citations import supported
from wherein.reading.generative.gate import Gate
from wherein.reading.generative.grammar import (
    is_refusal,
    said_sentences,
    said_span,
    sentence_grammar,
    sentence_schema,
    span_grammar,
    span_schema,
)
from wherein.reading.generative.language_model import (
    Grounding,
    GroundingNotTaken,
    LanguageModel,
    Reply,
    Request,
)
from wherein.reading.generative.prompts import (
    DONT_KNOW,
    PROMPTS,
    WRITTEN_TOKENS,
    YES_NO_TOKENS,
    Shown,
)
from wherein.reading.reader import Reader, Reading

SAID_UNKNOWN = "The model says that the text does not answer it."
SAID_OTHER = "The model's words are not in the text, so they are not shown."
SAID_UNSUPPORTED = "No sentence that the model wrote is supported by the sources it cites."
NOT_ASKED = "The reader before it found no likely answer, so the model was not asked."
# Room for "[12]" eight times, or for "I don't know".
_NUMBER_TOKENS = 40
# Log-odds against "I don't know" from which a model that says it is asked again, and what an answer
# without probabilities counts as. The first is where, of 9 + 8 questions of SQuAD 2.0 read by
# Qwen 1.5B, 6 of 9 were right and 7 of 8 refused: a small sample, see docs/generative.md.
INSISTS = 2.4
PLAIN_MARGIN = 3.0
_LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Usage:
    """The requests of a reader to its model so far; `uncounted` is the number of replies without token counts."""

    calls: int = 0
    refused: int = 0
    outside: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    uncounted: int = 0
    seconds: float = 0.0
    first_token_seconds: float = 0.0
    cost: float = 0.0

    def plus(self, reply: Reply) -> Usage:
        return replace(
            self,
            calls=self.calls + 1,
            tokens_in=self.tokens_in + (reply.tokens_in or 0),
            tokens_out=self.tokens_out + (reply.tokens_out or 0),
            tokens_cached=self.tokens_cached + reply.tokens_cached,
            uncounted=self.uncounted + (reply.tokens_in is None or reply.tokens_out is None),
            seconds=self.seconds + reply.seconds,
            first_token_seconds=self.first_token_seconds + reply.first_token_seconds,
            cost=self.cost + reply.cost,
        )


@dataclass(frozen=True, slots=True)
class Manner:
    """How the model is asked.

    `prompt` is for questions with short answers. Questions for which `several` is True are answered with whole
    sentences; with `written`, the model words them itself and cites its sources. `most_words` limits the context in the
    prompt, `most_tokens` the reply.
    """

    prompt: str = "words"
    most_words: int = 130
    most_tokens: int = 16
    several: Callable[[str], bool] = lambda question: False
    written: bool = False
    today: Callable[[], str | None] = lambda: None
    grounding: Grounding | None = None


class GenerativeReader:
    """A `Reader`. Its candidates may be in any passage it has read, and come with the last batch."""

    def __init__(
        self,
        model: LanguageModel,
        chooser: Reader,
        heads: Callable[[Passage], str],
        manner: Manner | None = None,
        gate: Gate | None = None,
    ) -> None:
        """`chooser` is a reader whose candidates are whole sentences; `heads` returns the line above a passage's
        sentences.

        With a `gate`, a question with a short answer is asked only if it passes the gate. The model must then pick
        words: its own "I don't know" and its odds are ignored.
        """
        self._model = model
        self._chooser = chooser
        self._heads = heads
        self._manner = manner or Manner()
        self._gate = gate
        self._lock = threading.Lock()
        self._usage = Usage()
        self._untaken: set[Grounding] = set()

    @property
    def name(self) -> str:
        return "generative"

    @property
    def usage(self) -> Usage:
        """The requests to the model so far."""
        return self._usage

    def load(self) -> None:
        if self._gate is not None:
            self._gate.reader.load()
        self._chooser.load()
        self._model.load()

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        if not question.strip() or not passages:
            return
        odds: float | None = None
        if self._gate is not None and not self._manner.several(question):
            odds = self._gate.odds(question, passages)
            if odds < 0:
                yield Reading(tuple(passages), (), NOT_ASKED)
                return
        found: list[Candidate] = []
        held: Reading | None = None
        for reading in self._chooser.read(question, passages):
            if held is not None:
                yield held
            found.extend(reading.candidates)
            held = Reading(reading.passages, ())
        if held is None:
            return
        choices = choose(found, self._manner.most_words, self._heads)
        candidates, remark = self.answer(question, choices, odds)
        yield Reading(held.passages, tuple(candidates), remark)

    def decide(self, question: str, passages: Sequence[Passage]) -> str:
        """The model's reply in one token, usually "yes" or "no"; it is not checked against the text.

        As in Entity Retrieval: with its retrieval-augmented prompt, or the closed-book one without passages.
        """
        found = [
            c for reading in self._chooser.read(question, passages) for c in reading.candidates
        ]
        context = choose(found, self._manner.most_words, self._heads).context(numbered=False)
        prompt = PROMPTS["retrieval-augmented" if context else "closed-book"]
        reply = self._model.reply(Request(prompt(Shown(context, question.strip())), YES_NO_TOKENS))
        with self._lock:
            self._usage = self._usage.plus(reply)
        return reply.text.strip(" .,\n").casefold()

    def answer(
        self, question: str, choices: Choices, odds: float | None = None
    ) -> tuple[list[Candidate], str | None]:
        """The model's picks from the choices, best first, or none and the reason.

        `odds` are those of the gate that the question has passed; it must then be answered.
        """
        if not choices.sentences:
            return [], "There is no sentence to choose from."
        several = self._manner.several(question)
        reply = self._counted(self._ask(question, choices, several, refusal=odds is None))
        score, null = margins(reply.first) if odds is None else (INSISTS + odds, 0.0)
        if several:
            if self._manner.written:
                held = supported(reply.text, choices)
                chosen = held or []
                remark = SAID_UNKNOWN if held is None else None if held else SAID_UNSUPPORTED
            else:
                named = said_sentences(reply.text, choices, True)
                chosen = named or []
                remark = SAID_OTHER if named is None else None if named else SAID_UNKNOWN
        else:
            place = self._place(reply, choices)
            remark = None if place else SAID_UNKNOWN if is_unknown(reply.text) else SAID_OTHER
            if remark == SAID_UNKNOWN and odds is None and reply.first and score - null >= INSISTS:
                # It meant to answer in words that the grammar does not allow to begin with, and of
                # what was left said this. Its cache still holds the prompt.
                reply = self._counted(self._ask(question, choices, several, refusal=False))
                place = self._place(reply, choices)
                remark = None if place else SAID_OTHER
            chosen = [place] if place else []
        with self._lock:
            self._usage = replace(
                self._usage,
                refused=self._usage.refused + (remark == SAID_UNKNOWN),
                outside=self._usage.outside + (remark in (SAID_OTHER, SAID_UNSUPPORTED)),
            )
        return [
            Candidate(c.passage, c.span, score - 1e-3 * rank, null, c.written)
            for rank, c in enumerate(_apart(chosen))
        ], remark

    def _counted(self, reply: Reply) -> Reply:
        with self._lock:
            self._usage = self._usage.plus(reply)
        return reply

    def _place(self, reply: Reply, choices: Choices) -> Candidate | None:
        cut = reply.tokens_out is None or reply.tokens_out >= self._manner.most_tokens
        return said_span(reply.text, choices, cut)

    def _ask(self, question: str, choices: Choices, several: bool, refusal: bool = True) -> Reply:
        wanted = self._manner.grounding
        # Whatever a person demands, the plain way always works.
        ways = (wanted, Grounding.PLAIN) if wanted else self._model.groundings
        for grounding in ways[:-1]:
            if grounding in self._untaken:
                continue
            try:
                return self._model.reply(
                    self._request(question, choices, several, grounding, refusal)
                )
            except GroundingNotTaken:
                self._untaken.add(grounding)
        return self._model.reply(self._request(question, choices, several, ways[-1], refusal))

    def _request(
        self,
        question: str,
        choices: Choices,
        several: bool,
        grounding: Grounding,
        refusal: bool,
    ) -> Request:
        manner = self._manner
        shown = Shown(choices.context(numbered=several), question.strip(), manner.today())
        if several and manner.written:
            return Request(PROMPTS["written"](shown), WRITTEN_TOKENS)
        prompt = PROMPTS["sentences" if several else manner.prompt](shown)
        most = _NUMBER_TOKENS if several else manner.most_tokens
        if grounding is Grounding.GRAMMAR:
            span = span_grammar(choices, refusal)
            return Request(
                prompt, most, grammar=sentence_grammar(choices, True) if several else span
            )
        # Braces, quotes and the key's name take their own tokens.
        if grounding is Grounding.SCHEMA:
            schema = sentence_schema(choices, True) if several else span_schema()
            return Request(prompt, most + _NUMBER_TOKENS, schema=schema)
        return Request(prompt, most)


def is_unknown(said: str) -> bool:
    """Whether a reply is "I don't know", as plain text or in the requested JSON."""
    return DONT_KNOW in said or is_refusal(said)


def margins(first: Mapping[str, float]) -> tuple[float, float]:
    """(score, null score) whose difference is the log-odds against beginning "I don't know".

    (PLAIN_MARGIN, 0) where the model gives no probabilities.
    """
    if not first:
        return PLAIN_MARGIN, 0.0
    begins = [
        p for token, p in first.items() if token.strip() and DONT_KNOW.startswith(token.strip())
    ]
    chance = min(max(sum(math.exp(p) for p in begins), _LEAST), 1.0 - _LEAST)
    return math.log1p(-chance), math.log(chance)


def _apart(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without those that overlap an earlier one, which passages with shared text can give."""
    kept: list[Candidate] = []
    for one in candidates:
        if not any(
            one.passage.document == other.passage.document and one.span.overlaps(other.span)
            for other in kept
        ):
            kept.append(one)
    return kept


@dataclass(frozen=True, slots=True)
class GenerativeConfidence:
    """A `Confidence` of `answering`: logistic in the margin over "I don't know"."""

    slope: float
    intercept: float
    answer_bound: float
    perhaps_bound: float

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> list[float]:
        return [
            1.0 / (1.0 + math.exp(-(self.slope * c.margin + self.intercept))) for c in candidates
        ]


# Half at the log-odds of INSISTS; the slope is one, log-odds as they are.
_BOUNDS = shipped_bounds("own_bounds", "generative")
GENERATIVE_CONFIDENCE = GenerativeConfidence(
    1.0, -INSISTS, answer_bound=_BOUNDS.answer, perhaps_bound=_BOUNDS.perhaps
)
