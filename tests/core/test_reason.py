"""Why something can't be read is said in wherein's own words."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from wherein.core.text.reason import reason_of

SRC = Path(__file__).parents[2] / "src/wherein"
HELD = re.compile(r"\(\{error(?:![rs])?\}\)")
OURS = {"server/wire/wire.py"}
"""Values of `core` say there what is wrong with them."""


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        (lambda: json.loads('{"a": 1,\n b}'), "it is not JSON at line 2, column 2"),
        (lambda: tomllib.loads("a = 1\nb = ]"), "it is not TOML at line 2, column 5"),
        (lambda: tomllib.loads("a = "), "it is not TOML at end of document"),
        (lambda: b"\xff".decode("utf-8"), "it is not in UTF-8"),
        (lambda: dict[str, str]()["name"], "'name' is missing"),
        (lambda: Path("/nonexistent").read_text(), "No such file or directory"),
        (lambda: int("many"), "it has another form"),
    ],
)
def test_each_kind_has_its_clause(fails: Callable[[], object], said: str) -> None:
    with pytest.raises((ValueError, KeyError, OSError)) as caught:
        fails()
    assert reason_of(caught.value) == said


def test_no_sentence_holds_an_exception() -> None:
    """`({error})` in a message would show the words of whatever was raised."""
    found = {
        str(file.relative_to(SRC))
        for file in SRC.rglob("*.py")
        if HELD.search(file.read_text("utf-8"))
    }
    assert found <= OURS, found - OURS
