"""The order in which answers are sought, cheapest first. Knows Protocols only, no implementation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wherein.answering.chosen_from_many import Chosen
from wherein.answering.confidence import Confidence
from wherein.answering.contradiction import differences, newer_first
from wherein.answering.escalation import pointed
from wherein.answering.events import Found
from wherein.answering.place import AnswerPlacer
from wherein.answering.question import checked_question, is_yes_no
from wherein.answering.several import topic_asked_for
from wherein.core.answer import Answer, Candidate, Outcome, Read, Result, Step
from wherein.core.document import Document
from wherein.core.errors import AssetError, ExtraMissing, LanguageModelError, LibraryError
from wherein.core.passage import Hit, Passage
from wherein.core.word_count import word_count
from wherein.reading.reader import Reader
from wherein.reading.selector import Selector
from wherein.retrieval.retriever import Retriever

# A page is read to its end; of a library, the passages most likely to hold the answer.
LIBRARY_PASSAGES = 24
NEAREST = 3
# How many are shown when nobody says: answers, or sentences of a question that asks for several things.
ANSWERS, SENTENCES = 3, 8
# Candidates further down never reach the answers, and calibration looks at the best few alone.
_KEPT_CANDIDATES = 50


@dataclass(frozen=True, slots=True)
class Stage:
    """A reader with its calibration: one step of the cascade.

    `model` names exactly what reads, so that an answer of another model is known as such.
    `rereads`, when it is not 0, says that this reader is a judge of few passages: it is asked where
    the stage before refused or its best answer has a confidence below `hand_over`, reads at most so
    many passages that the stage before and the retriever point to, and what it says stands.
    `reads_english` says that the reader was trained on English alone, which a result on another
    language tells.
    """

    reader: Reader
    confidence: Confidence
    model: str = ""
    reads_english: bool = True
    rereads: int = 0
    hand_over: float = 0.0


@dataclass(frozen=True, slots=True)
class Recollection:
    """Answers of an earlier question that stand in the text still; `reason` says whose, or why none."""

    answers: tuple[Answer, ...]
    reason: str | None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a question is asked.

    `passages` are all there are when everything is to be read (a page), None when only the
    retriever's choice is (a library). `words` counts all words in scope. `within` limits the
    retriever to some documents; None is all. `named` are documents that the question itself names.
    `credit` says of a document where it is from and under
    which licence, which a result tells beside its answers. `notes` are told in every result.
    """

    retriever: Retriever
    document: Callable[[str], Document]
    words: int
    passages: Sequence[Passage] | None = None
    within: frozenset[str] | None = None
    named: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    credit: Callable[[str], str | None] | None = None


class Cascade:
    """Asks stage after stage until one answers."""

    def __init__(
        self,
        stages: Sequence[Stage],
        clock: Callable[[], float] = time.perf_counter,
        selector: Selector | None = None,
    ) -> None:
        """`selector` answers what asks for several things; without one the readers alone do."""
        self._stages = tuple(stages)
        self._selector = selector
        self._clock = clock

    def ask(
        self,
        question: str,
        scope: Scope | Callable[[], Scope],
        limit: int | None = None,
        recall: Callable[[str], Recollection] | None = None,
    ) -> Iterator[Found | Result]:
        """`Found` whenever the answers or the share read changed, then the `Result`, last.

        `recall` looks a question up among those answered before; None where nothing is remembered.
        A `scope` that has to be put together first is only when something is to be read. A question
        that asks for several things is answered by whole sentences in reading order. Raises
        UsageError for a question that is blank or too long.
        """
        question = checked_question(question)
        began = self._clock()
        steps: list[Step] = []
        notes: list[str] = []
        if recall is not None:
            recalled, step = self._recall(question, recall)
            steps.append(step)
            if recalled:
                yield Result(
                    question=question,
                    answers=recalled[: limit or ANSWERS],
                    less_likely=(),
                    answered=True,
                    nearest=(),
                    titles={},
                    read=Read(0.0, 0),
                    steps=tuple(steps),
                    milliseconds=_ms(self._clock() - began),
                )
                return
        topic = topic_asked_for(question) if self._selector is not None else None
        if not isinstance(scope, Scope):
            scope = scope()
        order, nearest, step = self._retrieve(topic or question, scope)
        steps.append(step)
        placer = AnswerPlacer(scope.document)
        chosen = Chosen(order, _share(order, scope), scope.named)
        # "Was kostet…" begins with an English auxiliary and is German.
        english = not order or scope.document(order[0].document).language in (None, "en")
        evidence = english and is_yes_no(question)
        found = best = Found((), (), Read(0.0 if scope.words else 1.0, 0))
        candidates: list[Candidate] = []
        several = False
        if topic is not None and self._selector is not None and english:
            best, step = self._several(topic, self._selector, order, scope, placer, limit)
            steps.append(step)
            several = bool(best.answers)
            if several:
                yield best
        for stage in self._stages:
            if not order:
                steps.append(
                    Step(stage.reader.name, Outcome.SKIPPED, 0.0, "There is nothing to read.")
                )
                continue
            judges = stage.rereads > 0 and not several
            if best.answers and not (judges and best.answers[0].confidence < stage.hand_over):
                break
            started = self._clock()
            reason = None
            passages = pointed(candidates, order, stage.rereads) if judges else order
            whole = scope.passages is not None and not judges
            try:
                for state in self._read(
                    question, passages, scope, whole, stage, placer, chosen,
                    limit or ANSWERS, evidence, best.read,
                ):
                    found, candidates = state
                    yield found if found.answers or not (best.answers or best.less_likely) else best
            except (AssetError, ExtraMissing, LanguageModelError) as error:
                outcome, reason = Outcome.SKIPPED, str(error)
            else:
                outcome = Outcome.ANSWERED if found.answers else Outcome.REFUSED
                reason = _reason(stage, found)
                if judges and best.answers and not found.answers:
                    best = Found((), best.answers, best.read)
                    yield best
                notes.extend(_notes(stage, scope.document(order[0].document)))
            steps.append(Step(stage.reader.name, outcome, _ms(self._clock() - started), reason))
            # A later stage that does not answer either leaves the first one's doubtful answers.
            if found.answers or not best.less_likely:
                best = found
        if scope.credit is not None:
            shown = best.answers or best.less_likely
            notes.extend(said for a in shown if (said := scope.credit(a.document)) is not None)
        titles = {
            hit.passage.document: scope.document(hit.passage.document).title for hit in nearest
        }
        yield Result(
            question=question,
            answers=best.answers,
            less_likely=best.less_likely,
            answered=bool(best.answers),
            nearest=tuple(nearest),
            titles=titles,
            read=best.read,
            steps=tuple(steps),
            milliseconds=_ms(self._clock() - began),
            notes=tuple(dict.fromkeys([*differences(best.answers), *notes, *scope.notes])),
            several=several,
        )

    def _recall(
        self, question: str, recall: Callable[[str], Recollection]
    ) -> tuple[tuple[Answer, ...], Step]:
        """What was answered before, and the step that says how it went; a memory that fails is skipped."""
        started = self._clock()
        answers: tuple[Answer, ...] = ()
        try:
            found = recall(question)
            outcome = Outcome.ANSWERED if found.answers else Outcome.REFUSED
            answers, reason = found.answers, found.reason
        except LibraryError as error:
            outcome, reason = Outcome.SKIPPED, str(error)
        return answers, Step("memory", outcome, _ms(self._clock() - started), reason)

    def _retrieve(self, question: str, scope: Scope) -> tuple[list[Passage], list[Hit], Step]:
        """Passages in the order to read them, the nearest ones, and the step that says how it went."""
        started = self._clock()
        every = scope.passages
        limit = LIBRARY_PASSAGES if every is None else len(every)
        hits = scope.retriever.search(question, limit, scope.within) if limit else []
        order = [hit.passage for hit in hits]
        if every is not None:
            seen = {(passage.document, passage.index) for passage in order}
            order += [p for p in every if (p.document, p.index) not in seen]
        outcome, reason = Outcome.ANSWERED, None
        if not hits:
            outcome = Outcome.REFUSED
            reason = (
                "No passage shares a word with the question." if order else "There is no text here."
            )
        step = Step(scope.retriever.name, outcome, _ms(self._clock() - started), reason)
        return order, hits[:NEAREST], step

    def _several(
        self,
        topic: str,
        selector: Selector,
        order: Sequence[Passage],
        scope: Scope,
        placer: AnswerPlacer,
        limit: int | None,
    ) -> tuple[Found, Step]:
        """The sentences on a topic (empty: the main points), and the step that says how it went."""
        started = self._clock()
        nothing = Found((), (), Read(0.0 if scope.words else 1.0, 0))
        if not topic and scope.passages is None:
            reason = "Name one document to sum up."
            return nothing, Step(selector.name, Outcome.SKIPPED, 0.0, reason)
        try:
            chosen = selector.select(topic, order, limit or SENTENCES)
        except AssetError as error:
            return nothing, Step(selector.name, Outcome.SKIPPED, 0.0, str(error))
        words = sum(len(passage.text.split()) for passage in order)
        whole = scope.passages is not None or not scope.words
        read = Read(1.0 if whole else min(1.0, words / scope.words), words)
        answers = tuple(
            placer.sentence(one.passage, one.span, one.probability, selector.name) for one in chosen
        )
        took = _ms(self._clock() - started)
        if answers:
            return Found(answers, (), read), Step(selector.name, Outcome.ANSWERED, took)
        reason = f"No sentence is about {topic}." if topic else "There are no sentences."
        return nothing, Step(selector.name, Outcome.REFUSED, took, reason)

    def _read(
        self,
        question: str,
        order: Sequence[Passage],
        scope: Scope,
        whole: bool,
        stage: Stage,
        placer: AnswerPlacer,
        chosen: Chosen,
        limit: int,
        evidence: bool,
        before: Read,
    ) -> Iterator[tuple[Found, list[Candidate]]]:
        """Every new state of what was found, with the candidates it rests on, best first; `whole`
        says that `order` is all there is to read."""
        candidates: list[Candidate] = []
        words = passages_read = 0
        last: Found | None = None
        for reading in stage.reader.read(question, order):
            words += sum(word_count(passage.text) for passage in reading.passages)
            passages_read += len(reading.passages)
            candidates = sorted(
                [*candidates, *reading.candidates],
                key=lambda c: (-c.margin, c.passage.document, c.span),
            )[:_KEPT_CANDIDATES]
            alone = stage.confidence.probabilities(question, candidates, passages_read)
            sure = chosen.probabilities(candidates, alone)
            strong: list[Answer] = []
            weak: list[Answer] = []
            for answer in placer.place(
                candidates, sure, stage.reader.name, evidence, question
            ):
                if answer.confidence < stage.confidence.weak_bound:
                    break  # the rest are less likely still, and placing an answer costs time
                (strong if answer.confidence >= stage.confidence.bound else weak).append(answer)
            done = whole and passages_read == len(order)
            fraction = 1.0 if done else min(1.0, words / scope.words) if scope.words else 1.0
            read = max(before, Read(fraction, words), key=lambda r: r.words)
            strong, weak = newer_first(strong, weak)
            found = Found(tuple(strong[:limit]), tuple(weak[:limit]), read, reading.remark)
            if found != last:
                last = found
                yield found, candidates


def _share(order: Sequence[Passage], scope: Scope) -> float:
    """The words of the passages to be read, of all words in scope."""
    if scope.passages is not None or not scope.words:
        return 1.0
    return min(1.0, sum(word_count(passage.text) for passage in order) / scope.words)


def _reason(stage: Stage, found: Found) -> str | None:
    """Why a stage refused, or what it says of how it answered."""
    if found.answers:
        return found.remark
    if not found.less_likely:
        return found.remark or "It found no answer worth showing."
    best = max(answer.confidence for answer in found.less_likely)
    return f"Its best answer has confidence {best:.2f}, below {stage.confidence.bound:.2f}."


def _notes(stage: Stage, document: Document) -> list[str]:
    if not stage.reads_english or document.language in (None, "en"):
        return []
    return [
        f"The text is in another language ({document.language}); the reader learned English, so take"
        " its confidence with care."
    ]


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
