"""The generative reader: a language model that may say nothing but what stands in the text.

Another reader chooses the sentences that matter, the model picks words or sentences from them or
says that it doesn't know, and whatever it says is found again in the document or refused. Knows no
model and no server, only the LanguageModel Protocol.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.reading.choices import Choices, around, choose
from wherein.reading.grammar import (
    is_refusal,
    proposal_grammar,
    proposal_schema,
    said_sentences,
    said_span,
    sentence_grammar,
    sentence_schema,
    shown_span,
    span_grammar,
    span_schema,
)
from wherein.reading.language_model import (
    Grounding,
    GroundingNotTaken,
    LanguageModel,
    Reply,
    Request,
)
from wherein.reading.prompts import DONT_KNOW, PROMPTS, YES_NO_TOKENS, Shown
from wherein.reading.reader import Reader, Reading

SAID_UNKNOWN = "The model says that the text does not answer it."
SAID_OTHER = "What the model said does not stand in the text, so it is not shown."
# Room for "[12]" eight times, or for "I don't know".
_NUMBER_TOKENS = 40
# What the proposer's margin counts beside the model's.
PROPOSER_WEIGHT = 0.0
# What a first token counts for that is not among the likeliest ones.
_UNLIKELY = -12.0


@dataclass(frozen=True, slots=True)
class Usage:
    """What a reader has asked of its model so far; `uncounted` replies came without token counts."""

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

    `prompt` is for questions that a few words answer; those that `several` names are answered by
    whole sentences. `most_words` is the size of what it is shown, `most_tokens` of what it says. Of
    the `proposed_passages` likeliest ones a proposer's best `proposals` may be chosen from.
    """

    prompt: str = "words"
    most_words: int = 130
    most_tokens: int = 16
    proposed_passages: int = 8
    proposals: int = 8
    several: Callable[[str], bool] = lambda question: False
    today: Callable[[], str | None] = lambda: None
    grounding: Grounding | None = None


class GenerativeReader:
    """A `Reader`. Its candidates are of any passage it has read, and come with the last batch."""

    def __init__(
        self,
        model: LanguageModel,
        chooser: Reader,
        heads: Callable[[Passage], str],
        manner: Manner | None = None,
        proposer: Reader | None = None,
    ) -> None:
        """`chooser` is a reader whose candidates are whole sentences; `heads` tells a passage's place.

        With a `proposer`, a reader whose candidates are spans, the model may choose one of those
        alone; without, any run of words.
        """
        self._proposer = proposer
        self._model = model
        self._chooser = chooser
        self._heads = heads
        self._manner = manner or Manner()
        self._lock = threading.Lock()
        self._usage = Usage()
        self._untaken: set[Grounding] = set()

    @property
    def name(self) -> str:
        return "generative"

    @property
    def usage(self) -> Usage:
        """What has been asked of the model so far."""
        return self._usage

    def load(self) -> None:
        self._chooser.load()
        self._model.load()

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        if not question.strip() or not passages:
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
        proposals = self._proposed(question, passages)
        first = around(proposals)
        # Before the others, whatever their margins, which are another reader's.
        top = max((c.margin for c in found), default=0.0)
        lift = top + 1.0 - min((c.margin for c in first), default=0.0)
        ranked = [Candidate(c.passage, c.span, c.margin + lift, 0.0) for c in first]
        ranked += [
            c for c in found
            if not any(c.passage is f.passage and c.span.overlaps(f.span) for f in first)
        ]  # fmt: skip
        choices = choose(ranked, self._manner.most_words, self._heads)
        candidates, remark = self.answer(question, choices, proposals)
        yield Reading(held.passages, tuple(candidates), remark)

    def decide(self, question: str, passages: Sequence[Passage]) -> str:
        """ "yes", "no", or what else the model says in one token; not held to the text in any way.

        As in Entity Retrieval: its retrieval-augmented prompt, or the closed-book one where there
        is nothing to read.
        """
        found = [c for reading in self._chooser.read(question, passages) for c in reading.candidates]
        context = choose(found, self._manner.most_words, self._heads).context(numbered=False)
        prompt = PROMPTS["retrieval-augmented" if context else "closed-book"]
        reply = self._model.reply(
            Request(prompt(Shown(context, question.strip())), YES_NO_TOKENS)
        )
        with self._lock:
            self._usage = self._usage.plus(reply)
        return reply.text.strip(" .,\n").casefold()

    def _proposed(self, question: str, passages: Sequence[Passage]) -> list[Candidate]:
        """The proposer's best spans, best first, each words once."""
        if self._proposer is None or self._manner.several(question):
            return []
        likeliest = passages[: self._manner.proposed_passages]
        found = [c for reading in self._proposer.read(question, likeliest) for c in reading.candidates]
        found.sort(key=lambda c: (-c.margin, c.passage.document, c.span))
        best = {shown_span(c).casefold(): c for c in reversed(found)}
        return sorted(best.values(), key=lambda c: -c.margin)[: self._manner.proposals]

    def answer(
        self, question: str, choices: Choices, proposals: Sequence[Candidate] = ()
    ) -> tuple[list[Candidate], str | None]:
        """What the model picks from the choices, best first, or nothing and why.

        With `proposals` only one of these may be picked. Each candidate's score is raised by the
        proposer's margin, weighed.
        """
        if not choices.sentences:
            return [], "There is no sentence to choose from."
        several = self._manner.several(question)
        grounding, reply = self._ask(question, choices, several, proposals)
        lift = 0.0
        if several:
            named = said_sentences(reply.text, choices, True)
            chosen = named or []
            remark = SAID_OTHER if named is None else None if named else SAID_UNKNOWN
        else:
            cut = reply.tokens_out is None or reply.tokens_out >= self._manner.most_tokens
            proposed = [c for c in proposals if shown_span(c) == reply.text.strip()]
            place = proposed[0] if proposed else said_span(reply.text, choices, cut)
            lift = PROPOSER_WEIGHT * proposed[0].margin if proposed else 0.0
            chosen = [place] if place else []
            refused = grounding is not Grounding.SCHEMA and is_refusal(reply.text)
            refused |= DONT_KNOW in reply.text
            remark = None if place else SAID_UNKNOWN if refused else SAID_OTHER
        with self._lock:
            self._usage = replace(
                self._usage.plus(reply),
                refused=self._usage.refused + (remark == SAID_UNKNOWN),
                outside=self._usage.outside + (remark == SAID_OTHER),
            )
        score, null = margins(reply.first, reply.text)
        return [
            Candidate(c.passage, c.span, score + lift - 1e-3 * rank, null)
            for rank, c in enumerate(_apart(chosen))
        ], remark

    def _ask(
        self, question: str, choices: Choices, several: bool, proposals: Sequence[Candidate]
    ) -> tuple[Grounding, Reply]:
        wanted = self._manner.grounding
        ways = (wanted,) if wanted else self._model.groundings
        for grounding in ways:
            if grounding in self._untaken and grounding is not ways[-1]:
                continue
            try:
                return grounding, self._model.reply(
                    self._request(question, choices, several, proposals, grounding)
                )
            except GroundingNotTaken:
                self._untaken.add(grounding)
        # Their last way holds for all; a way that a person demanded may be refused.
        return Grounding.PLAIN, self._model.reply(
            self._request(question, choices, several, proposals, Grounding.PLAIN)
        )

    def _request(
        self,
        question: str,
        choices: Choices,
        several: bool,
        proposals: Sequence[Candidate],
        grounding: Grounding,
    ) -> Request:
        manner = self._manner
        shown = Shown(choices.context(numbered=several), question.strip(), manner.today())
        prompt = PROMPTS["sentences" if several else manner.prompt](shown)
        most = _NUMBER_TOKENS if several else manner.most_tokens
        if grounding is Grounding.GRAMMAR:
            if several:
                return Request(prompt, most, grammar=sentence_grammar(choices, True))
            if proposals:
                return Request(prompt, _NUMBER_TOKENS, grammar=proposal_grammar(proposals))
            return Request(prompt, most, grammar=span_grammar(choices))
        # Braces, quotes and the key's name take their own tokens.
        if grounding is Grounding.SCHEMA:
            span = proposal_schema(proposals) if proposals else span_schema()
            schema = sentence_schema(choices, True) if several else span
            return Request(prompt, most + _NUMBER_TOKENS, schema=schema)
        return Request(prompt, most)


def margins(first: Mapping[str, float], said: str) -> tuple[float, float]:
    """(score, null score): log-probabilities of beginning this answer, and of beginning "I don't know".

    Both 0 where the model tells none.
    """
    if not first:
        return 0.0, 0.0

    def beginning(text: str) -> float:
        fitting = [p for token, p in first.items() if token.strip() and text.startswith(token.strip())]
        return math.log(sum(math.exp(p) for p in fitting)) if fitting else _UNLIKELY

    return beginning(said.strip()), beginning(DONT_KNOW)


def _apart(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Without those that overlap one before them, which passages that share text could give."""
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
    """A `Confidence` of `answering`: logistic in the margin over "I don't know".

    Where a model tells no probabilities every margin is 0 and each answer is as sure as its answers
    are on the whole.
    """

    slope: float
    intercept: float
    bound: float
    weak_bound: float

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> list[float]:
        return [1.0 / (1.0 + math.exp(-(self.slope * c.margin + self.intercept))) for c in candidates]


# Until it is fitted: an answer the model prefers to "I don't know" passes.
GENERATIVE_CONFIDENCE = GenerativeConfidence(0.5, 0.6, bound=0.5, weak_bound=0.25)
