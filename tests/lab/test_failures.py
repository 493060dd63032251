"""Each kind of failure follows from the answer, whether it was shown, and the expected one."""

from __future__ import annotations

import pytest
from wherein_lab.data.squad_file import SquadFile, SquadQuestion
from wherein_lab.reading.failures import Failure, kind, markdown
from wherein_lab.reading.reading import Judged

TEXT = "The mill was built by Ada of York in 1832."
FILE = SquadFile(("Mill",), ((TEXT,),), (), "0" * 64)

CASES = [
    # said, shown, golds, kind
    ("Ada of York", True, ("Ada of York",), None),
    ("Ada of York", True, (), Failure.INVENTED),
    ("Ada of York", False, (), None),
    ("Ada of York", False, ("Ada of York",), Failure.WITHHELD),
    ("1832", False, ("Ada of York",), Failure.MISSED),
    ("1832", True, ("Ada of York",), Failure.ELSEWHERE),
    ("mill", True, ("mill was built by Ada of York",), Failure.TOO_SHORT),
    ("mill was built by Ada of York", True, ("Ada",), Failure.TOO_LONG),
]


def judged(said: str, shown: bool, golds: tuple[str, ...]) -> Judged:
    return Judged(SquadQuestion("q", "Who built the mill?", golds, 0, 0, (), ""), said, 0.5, shown)


@pytest.mark.parametrize(("said", "shown", "golds", "expected"), CASES)
def test_kinds(said: str, shown: bool, golds: tuple[str, ...], expected: Failure | None) -> None:
    assert kind(judged(said, shown, golds)) is expected


def test_every_kind_has_its_section_and_examples_their_place() -> None:
    text = markdown([judged(*case[:3]) for case in CASES], FILE, seed=0)
    for failure in Failure:
        assert f"### {failure.value}" in text
    assert "**1832**" in text
