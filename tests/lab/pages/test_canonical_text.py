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


def test_a_piece_copied_from_a_page_is_found_where_text_is_generated_in_it() -> None:
    page = f"<main>{STORY * 6}<p>There are tickets, alerts,<a href=#n><sup>22</sup></a> and <s>no</s> pages.</main>"
    asked = [
        question("alerts,22 and no pages", context="alerts,22 and no"),
        question("alerts,[22]"),
    ]
    found = reach(asked, {"ferry.html": page.encode()})
    assert (found["accepted"], found["accepted_found"], found["accepted_main"]) == (2, 2, 2)
    assert (found["accepted_over_generated"], found["contexts_found"]) == (1, 1)
    assert found["missing"] == []


def test_a_page_is_equal_or_the_difference_is_named(tmp_path: Path) -> None:
    pages = {f"{name}.html": b"<p>One two.</p><p>Three.</p>" for name in "abcd"}
    shown = [
        read("a.html", "One two.\n\nThree."),
        read("b.html", "One two. Three."),
        read("c.html", "One two."),
        read("d.html", "One two.\n\nThree.\n\nFour."),
    ]
    found = same_as_shown(pages, shown)
    assert found["others"] == [["d.html", ["Four."]]]
    assert {
        key: found[key] for key in ("equal", "white_space", "has_more", "other")
    } == dict.fromkeys(("equal", "white_space", "has_more", "other"), 1)
    assert (found["unreachable"], found["not_shown"], found["shown"]) == (1, 1, 3 + 3 + 2 + 4)
    write_for_browser({"l.html": '<meta charset="latin1"><p>naïve</p>'.encode("latin1")}, tmp_path)
    assert "naïve" in (tmp_path / "l.html").read_text("utf-8")


def test_fields_and_numbers_of_lists_are_measured_apart() -> None:
    page = (
        b"<p>Port</p><ol><li>Bergen<li>Oslo</ol>"
        b"<ol class=comments start=7><li>Anna</ol><ol class=top start=40><li>News</ol>"
    )
    plain = "Port\n\nBergen\nOslo\nAnna\nNews"
    # A sheet that was not saved leaves out the number of "Anna", one that was that of "News".
    numbered = "Port\n\n1. Bergen\n2. Oslo\n7. Anna\nNews"
    row = read("p.html", plain, numbered, numbered.replace("Port", "Port Any port"))
    found = same_as_shown({"p.html": page}, [row])
    assert (found["equal"], found["unreachable"], found["shown"]) == (1, 0, 5)
    assert found["fields"] == 2
    assert found["numbers"] == {"both": 2, "browser": 1, "product": 1}
    bare = same_as_shown({"p.html": page}, [read("p.html", plain)])
    assert (bare["equal"], bare["numbers"]) == (1, {"both": 0, "browser": 0, "product": 3})


def read(file: str, plain: str, without_fields: str = "", text: str = "") -> dict[str, str]:
    """What the browser's tool says of a page; without fields and numbers the three texts are the same."""
    without_fields = without_fields or plain
    return {
        "file": file, "plain": plain, "without_fields": without_fields, "text": text or without_fields
    }  # fmt: skip


def test_every_accepted_piece_of_the_tuning_pages_stands_in_the_canonical_text() -> None:
    try:
        questions = read_questions(shared_path("data/pagequestions/questions.jsonl"), "tune")
        archive = shared_path("data/pagequestions/pages.tar.xz")
    except DataMissing:
        pytest.skip("the tuning pages are not on this machine (../shared/data/pagequestions)")
    found = reach(questions, saved_pages(archive, {question.page for question in questions}))
    assert (found["pages"], found["accepted"], found["accepted_found"]) == (148, 5488, 5488)
    # Copied with a note's mark, which is apart from the words in the text: "alerts,[22] and".
    assert found["accepted_over_generated"] == 1
