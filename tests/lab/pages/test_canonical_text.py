"""What canonical texts hold is counted piece by piece, and compared with what a browser shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from wherein_lab.data.shared_data import shared_path
from wherein_lab.pages.canonical_text import reach, same_as_shown, write_for_browser
from wherein_lab.pages.questions import PageQuestion, read_questions, saved_pages

from wherein.core.errors import DataMissing

STORY = "<p>The ferry to Bergen leaves at 7:45 every Monday, winter and summer, and the trip costs 240 kroner.</p>"
PAGE = f"<nav><a>Timetables</a></nav><main>{STORY * 6}</main>".encode()


def question(*accepted: str, context: str = "") -> PageQuestion:
    return PageQuestion("q", "ferry.html", "plain", "?", accepted, context)


def test_accepted_pieces_are_looked_for_in_all_that_shows_and_in_the_main_text() -> None:
    asked = [
        question("240 kroner", context="trip costs 240 kroner"),
        question("Timetables", "a boat"),
    ]
    found = reach(asked, {"ferry.html": PAGE})
    assert (found["accepted"], found["accepted_found"], found["accepted_main"]) == (3, 2, 1)
    assert (found["contexts"], found["contexts_found"]) == (1, 1)
    assert found["missing"] == [["q", "a boat"]]
    assert found["words_beside_main"] == 1


def test_a_page_is_equal_or_the_difference_is_named(tmp_path: Path) -> None:
    pages = {f"{name}.html": b"<p>One two.</p><p>Three.</p>" for name in "abcd"}
    shown = [
        {"file": "a.html", "text": "One two.\n\nThree."},
        {"file": "b.html", "text": "One two. Three."},
        {"file": "c.html", "text": "One two."},
        {"file": "d.html", "text": "One two.\n\nThree.\n\nFour."},
    ]
    found = same_as_shown(pages, shown)
    assert found["others"] == [["d.html", ["Four."]]]
    assert {
        key: found[key] for key in ("equal", "white_space", "has_more", "other")
    } == dict.fromkeys(("equal", "white_space", "has_more", "other"), 1)
    assert (found["unreachable"], found["shown"]) == (1, 3 + 3 + 2 + 4)
    write_for_browser({"l.html": '<meta charset="latin1"><p>naïve</p>'.encode("latin1")}, tmp_path)
    assert "naïve" in (tmp_path / "l.html").read_text("utf-8")


def test_every_accepted_piece_of_the_tuning_pages_stands_in_the_canonical_text() -> None:
    try:
        questions = read_questions(shared_path("data/pagequestions/questions.jsonl"), "tune")
        archive = shared_path("data/pagequestions/pages.tar.xz")
    except DataMissing:
        pytest.skip("the tuning pages are not on this machine (../shared/data/pagequestions)")
    found = reach(questions, saved_pages(archive, {question.page for question in questions}))
    # The one piece was taken over a note's mark, which is apart from the words now: "alerts,[22] and".
    assert found["missing"] == [
        ["test-pages--google-sre-book-1-05", "tickets, email alerts,22 and pages"]
    ]
    assert (found["pages"], found["accepted"], found["accepted_found"]) == (148, 5488, 5487)
