"""The names to expect in a question of a library: of titles first, then in turn of the texts."""

from __future__ import annotations

from collections.abc import Iterator

from wherein.speech.expected import MOST_EXPECTED
from wherein.speech.library_names import MOST_TEXTS, library_names

FERRY = "In Vessby the keeper is Marta Lindqvist. Marta Lindqvist has the key. She met Jonas Ek."
BABBAGE = "In London, Ada Lovelace met Charles Babbage. Later Ada Lovelace wrote to him."


def test_titles_come_first_then_the_texts_in_turn() -> None:
    names = library_names(["The ferry of Halden", "Friends"], [FERRY, BABBAGE])
    assert names[:4] == ["Halden", "Friends", "Marta Lindqvist", "Ada Lovelace"]
    assert {"Lindqvist", "Lovelace", "Charles Babbage", "Jonas Ek"} <= set(names)
    assert len(names) == len(set(names))


def test_a_large_library_is_not_read_to_its_end() -> None:
    read = 0

    def texts() -> Iterator[str]:
        nonlocal read
        while True:
            read += 1
            yield f"In {chr(64 + read % 26)}ville they met Nora A{'b' * read}. " * 2

    names = library_names([], texts())
    assert read == MOST_TEXTS
    assert len(names) <= MOST_EXPECTED
    assert library_names([f"Aabb{'c' * at}" for at in range(MOST_EXPECTED + 9)], [BABBAGE]) == [
        f"Aabb{'c' * at}" for at in range(MOST_EXPECTED)
    ]
    assert library_names([], []) == []
