"""An answer in a model's own words: what is supported, what is not and is marked, what is not known."""

from __future__ import annotations

import pytest

from tests.reading.models import Says
from wherein.reading.generative.written_answer import NumberedSource, WrittenAnswer, write_answer

SOURCES = (
    NumberedSource("They rise 16 metres (52 ft) at Burntcoat Head.", "Bay of Fundy > Tides"),
    NumberedSource("Fishing began in 1604.", "Bay of Fundy > People"),
    NumberedSource("The ferry leaves\n at seven.", "Ferries"),
)


def written(said: str, most_words: int = 130) -> WrittenAnswer:
    return write_answer(Says(said), "How high do the tides rise?", SOURCES, most_words)


@pytest.mark.parametrize(
    ("said", "sentences"),
    [
        ("The tides rise 16 metres at Burntcoat Head [1].",
         [("The tides rise 16 metres at Burntcoat Head.", (1,), True)]),
        ("They rise 16 metres. [1] Fishing began in 1604 [2][1].",
         [("They rise 16 metres.", (1,), True), ("Fishing began in 1604.", (2,), True)]),
        ("They rise 17 metres [1].", [("They rise 17 metres.", (1,), False)]),
        ("They rise 16 metres.", [("They rise 16 metres.", (), False)]),
        ("They rise 16 metres [9].", [("They rise 16 metres.", (), False)]),
        ("They rise 16 metres [1][9].", [("They rise 16 metres.", (1,), False)]),
        ("Fishing never began in 1604 [2].", [("Fishing never began in 1604.", (2,), False)]),
        ("[1]", []),
        ("They rise 16 metres [1].\n\nQuestion: And the ferry?\nAnswer: At seven [3].",
         [("They rise 16 metres.", (1,), True)]),
        ("The Bay of Fundy rises 16 metres [1].", [("The Bay of Fundy rises 16 metres.", (1,), True)]),
    ],
)  # fmt: skip
def test_each_sentence_has_its_sources_and_is_marked_without(
    said: str, sentences: list[tuple[str, tuple[int, ...], bool]]
) -> None:
    answer = written(said)
    assert [(one.text, one.sources, one.supported) for one in answer.sentences] == sentences
    assert not answer.unknown


@pytest.mark.parametrize("said", ["I don't know", "I don't know.", " ", "I do not know who."])
def test_what_it_does_not_know_it_says(said: str) -> None:
    answer = written(said)
    assert answer.unknown
    assert answer.sentences == ()


def test_the_sources_are_shown_by_their_numbers_as_far_as_there_is_room() -> None:
    model = Says("I don't know")
    write_answer(model, " How high? ", SOURCES, 130, "2026-11-25")
    (request,) = model.asked
    assert (
        "Bay of Fundy > Tides\n[1] They rise 16 metres (52 ft) at Burntcoat Head.\n"
        "Bay of Fundy > People\n[2] Fishing began in 1604.\nFerries\n[3] The ferry leaves at seven."
    ) in request.prompt
    assert request.prompt.endswith("Today is 2026-11-25.\nQuestion: How high?\nAnswer:")
    assert request.grammar is None
    # Only the first has room: what it says of the second is not to be trusted.
    (one,) = written("Fishing began in 1604 [2].", 5).sentences
    assert (one.sources, one.supported) == ((), False)
