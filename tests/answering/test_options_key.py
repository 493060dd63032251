"""Every option and setting that may change an answer makes another key."""

from __future__ import annotations

from dataclasses import fields

import pytest

from wherein.answering.options import Options
from wherein.answering.remembering.options_key import options_key
from wherein.core.span import Span
from wherein.core.turn import Turn
from wherein.home.folder import Settings
from wherein.memory.store.store import Feedback, PageKey, Verdict

CHANGED = {
    "limit": 1,
    "reader": "sentence",
    "since": "2020",
    "until": "2021",
    "whole": True,
    "caution": "high",
    "turns": (Turn("Who is it?", "Ada", document="d", span=Span(0, 3)),),
    "within": ("folder",),
    "judged": (
        Feedback(
            PageKey("document:d"), "", "Who is it?", Verdict.WRONG, "Ada", "Ada", 0, given=1.0
        ),
    ),
}
CHANGES_NOTHING = {"asker", "owner", "memory", "as_typed"}
"""Who asks, whether it is remembered, and how the question, which has a key of its own, was completed."""


def key(options: Options = Options(), settings: Settings = Settings()) -> str:  # noqa: B008
    return options_key(options, settings, ("small@1", "sentence@1"), ())


def test_every_option_is_in_the_key_or_changes_nothing() -> None:
    assert {one.name for one in fields(Options)} == CHANGED.keys() | CHANGES_NOTHING


@pytest.mark.parametrize("name", CHANGED)
def test_an_option_makes_another_key(name: str) -> None:
    assert key(Options(**{name: CHANGED[name]})) != key()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "settings",
    [
        Settings(reader="large"),
        Settings(caution="low"),
        Settings(retriever="bm25"),
        Settings(encoder="minilm-l6"),
    ],
)
def test_a_setting_makes_another_key(settings: Settings) -> None:
    assert key(settings=settings) != key()


def test_the_same_options_in_other_words_have_one_key() -> None:
    assert key(Options(caution="normal", reader="small", limit=3)) == key()
    assert key(Options(asker="ann", memory=False)) == key()


def test_models_and_bases_make_another_key() -> None:
    plain = Options(), Settings()
    keys = {
        options_key(*plain, ("small@1",), ()),
        options_key(*plain, ("small@2",), ()),
        options_key(*plain, ("small@1", "large@1"), ()),
        options_key(*plain, ("small@1",), (("wiki", 1, 2),)),
        options_key(*plain, ("small@1",), (("wiki", 1, 3),)),
    }
    assert len(keys) == 5
