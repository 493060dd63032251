"""Errors in spoken questions: words, and the names of the page, with and without it. Knows no bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wherein.speech.hearing.guards import not_to_be_trusted, not_worth_hearing
from wherein.speech.hearing.hearing import hear
from wherein.speech.hearing.mending import OFFERED, SURE, likelihood, mended
from wherein.speech.recogniser import Recogniser, Samples
from wherein_lab.metrics.uncertainty import wilson
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.speech.recordings.clips import Page, recording
from wherein_lab.speech.recordings.noise import LEVELS
from wherein_lab.speech.recordings.questions import CONTROL, TUNING, Spoken
from wherein_lab.speech.recordings.silence import nothing_said
from wherein_lab.speech.tried import Tried
from wherein_lab.speech.word_errors import Errors, names_right, total, word_errors, words_of

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class HeardTwice:
    """Two transcriptions of one recording: without the page's names and with them. `meant` is what "Did you mean" offers."""

    row: Spoken
    said: str
    without: str
    with_names: str
    meant: str | None

    @property
    def is_wrong(self) -> bool:
        """Whether a name was put in that was not said."""
        return _put_in(self.without, self.with_names, self.said)

    @property
    def offers_wrong(self) -> bool:
        return self.meant is not None and _put_in(self.without, self.meant, self.said)


def _put_in(before: str, after: str, said: str) -> bool:
    if before == after:
        return False
    new = set(words_of(after)) - set(words_of(before))
    return not new or not new <= set(words_of(said))


def hear_all(
    recogniser: Recogniser,
    rows: Sequence[Spoken],
    questions: Mapping[str, PageQuestion],
    pages: Mapping[str, Page],
    on_progress: OnProgress = lambda done, of: None,
) -> list[HeardTwice]:
    """Recognise each recording twice. Guards are left out: every recording is a question."""
    heard: list[HeardTwice] = []
    for at, row in enumerate(rows):
        samples = recording(row, questions)
        plain = recogniser.recognise(samples)
        named = recogniser.recognise(samples, pages[row.beside or row.page].names)
        heard.append(
            HeardTwice(row, questions[row.id].question, plain.text, named.text, named.meant)
        )
        on_progress(at + 1, len(rows))
    return heard


def with_bounds(tried: Sequence[Tried]) -> list[HeardTwice]:
    """The texts that the recogniser gives for what it tried, with the product's rule of when a name is put in."""
    heard = []
    for one in tried:
        likely = [(likelihood(mend, one.heard, given), mend) for mend, given in one.mends]
        put = mended(one.heard, likely, SURE, OFFERED)
        heard.append(HeardTwice(one.row, one.said, one.heard, put.text, put.meant))
    return heard


def figures(heard: Sequence[HeardTwice]) -> dict[str, Any]:
    """The figures of one half: over all its questions, by noise and by voice, and over its controls."""
    controls = [one for one in heard if one.row.half.endswith(CONTROL)]
    asked = [one for one in heard if not one.row.half.endswith(CONTROL)]
    voices = sorted({one.row.voice for one in asked})
    wrong = sum(one.is_wrong for one in controls)
    return {
        "questions": len({one.row.id for one in asked}),
        "pages": len({one.row.page for one in asked}),
        "all": _rates(asked),
        "by_noise": {
            noise: _rates([one for one in asked if one.row.noise == noise]) for noise in LEVELS
        },
        "by_voice": {
            voice: _rates([one for one in asked if one.row.voice == voice]) for voice in voices
        },
        "clean_by_voice": {
            voice: _rates(
                [one for one in asked if one.row.voice == voice and one.row.noise == "clean"]
            )
            for voice in voices
        },
        "controls": {
            "n": len(controls),
            "wrong": wrong,
            "interval": wilson(wrong, len(controls)),
            "offered_wrong": sum(one.offers_wrong for one in controls),
            "examples": [[one.without, one.with_names] for one in controls if one.is_wrong][:10],
        },
    }


def _rates(some: Sequence[HeardTwice]) -> dict[str, Any]:
    names = sum(len(one.row.names) for one in some)
    without = names - sum(names_right(one.row.names, one.without) for one in some)
    with_names = names - sum(names_right(one.row.names, one.with_names) for one in some)
    offered = names - sum(names_right(one.row.names, one.meant or one.with_names) for one in some)
    apart = total(word_errors(one.said, one.without, one.row.names) for one in some)
    then = total(word_errors(one.said, one.with_names, one.row.names) for one in some)
    return {
        "clips": len(some),
        "names": names,
        "name_errors_without": _share(without, names),
        "name_errors_with": _share(with_names, names),
        "name_errors_with_offered": _share(offered, names),
        "fewer": round(1 - with_names / without, 4) if without else None,
        "fewer_with_offered": round(1 - offered / without, 4) if without else None,
        "word_errors_without": round(apart.rate, 4),
        "word_errors_with": round(then.rate, 4),
        "put_in_wrongly": sum(one.is_wrong for one in some),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def of_nothing(
    recogniser: Recogniser, names: Sequence[str], each: int, seed: int
) -> dict[str, Any]:
    """How many sounds without speech are taken for a question, by their kind."""
    taken: dict[str, int] = {}
    count = 0
    for kind, samples in nothing_said(each, seed):
        taken[kind] = taken.get(kind, 0) + (hear(recogniser, samples, names).unheard is None)
        count += 1
    return {"sounds": count, "taken": sum(taken.values()), "by_kind": taken}


def let_through(
    recogniser: Recogniser,
    heard: Sequence[HeardTwice],
    questions: Mapping[str, PageQuestion],
    pages: Mapping[str, Page],
) -> int:
    """How many of the controls with a wrong name the guards take for a question, so that a person sees them."""
    return sum(
        hear(recogniser, recording(one.row, questions), pages[one.row.beside].names).unheard is None
        for one in heard
        if one.row.half.endswith(CONTROL) and one.is_wrong
    )


def of_recordings(recogniser: Recogniser, clips: Sequence[tuple[str, Samples]]) -> dict[str, Any]:
    """Word errors in recordings with their words; those the guards refuse are counted as heard all the same."""
    errors: list[Errors] = []
    wrong: list[tuple[int, str, str]] = []
    refused = 0
    for said, samples in clips:
        heard = recogniser.recognise(samples)
        refused += not_worth_hearing(samples) is not None or not_to_be_trusted(heard) is not None
        errors.append(word_errors(said, heard.text))
        if errors[-1].errors:
            wrong.append((errors[-1].errors, said, heard.text))
    return {
        "recordings": len(clips),
        "words": total(errors).words,
        "word_errors": round(total(errors).rate, 4),
        "without_an_error": sum(one.errors == 0 for one in errors),
        "refused": refused,
        "wrong": [[count, said, heard] for count, said, heard in sorted(wrong, reverse=True)],
    }


def halves(rows: Sequence[Spoken]) -> tuple[list[Spoken], list[Spoken]]:
    """The recordings of the tuning half, and those of the test half."""
    tuning = [row for row in rows if row.half.startswith(TUNING)]
    return tuning, [row for row in rows if not row.half.startswith(TUNING)]
