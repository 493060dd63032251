"""Which names the first sentence of an article gives it beside its title."""

from __future__ import annotations

import pytest

from wherein.knowledge.names import names_of_lead, names_of_title


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("Aberdeen, also known as Granite City, is a port in Scotland.", ["granite city "]),
        ("Aberdeen is a port known as the Granite City, for its stone.", ["granite city "]),
        ("Aberdeen is a port called Furry Boots and more.", ["furry boots "]),
        ("Aberdeen is a port known as ABZ.", ["abz "]),
        ("Aberdeen is a port, known as the granite city of the north.", []),
        ("Aberdeen is a port known as Ab.", []),
    ],
)
def test_a_name_after_known_as_begins_with_a_capital(sentence: str, names: list[str]) -> None:
    assert list(names_of_lead("Aberdeen", sentence)) == ["aberdeen ", *names]


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("John Ronald Tolkien", ["john ronald tolkien ", "john tolkien "]),
        ("The Old Curiosity Shop", ["the old curiosity shop ", "old curiosity shop "]),
        ("Aberdeen, South Dakota", ["aberdeen south dakota ", "aberdeen "]),
        ("John Tolkien", ["john tolkien "]),
    ],
)
def test_names_that_follow_from_a_title(title: str, names: list[str]) -> None:
    assert [name for name, _ in names_of_title(title)] == names
