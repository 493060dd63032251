"""The measurements of the same question: pairs that are asked for real, and pages that are saved a little later."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from wherein_lab.memory.same_question import (
    a_little_later,
    measure_pairs,
    measure_revisits,
    read_pairs,
)

from wherein import Engine
from wherein.core.errors import DataMissing, UsageError

TEXT = "The ice saw was invented in 1820. The ice saw was banned in 1910. It is in a museum."


def test_pairs_are_asked_one_after_the_other(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    asked = "In what year was the ice saw invented?"
    rows = [
        {"tag": "verb", "text": TEXT, "first": asked, "second": "In what year was the ice saw banned?", "second_has": "1910"},
        {"tag": "same", "text": TEXT, "first": asked, "second": "in what year was the ice saw invented", "second_has": "1820"},
        {"tag": "wrongly labelled", "text": TEXT, "first": asked, "second": asked, "second_has": "1910"},
    ]  # fmt: skip
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    figures = measure_pairs(engine, read_pairs(file))
    assert (figures.n, figures.served, figures.wrong) == (3, 2, 1)
    assert figures.first_served == figures.first_answered == 3
    assert figures.served_tags == ("same", "wrongly labelled")


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataMissing, match="not on this machine"):
        read_pairs(tmp_path / "none.jsonl")
    (tmp_path / "pairs.jsonl").write_text('{"text": "a", "first": "b"}\n')
    with pytest.raises(UsageError, match="Line 1"):
        read_pairs(tmp_path / "pairs.jsonl")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<p>12 comments</p>", "<p>13 comments</p>"),
        ("<p>1,299 shares and 9 likes</p>", "<p>1,300 shares and 10 likes</p>"),
        ("<p>3 hours ago</p>", "<p>4 hours ago</p>"),
        ('<b class="like-count"> 7 </b>', '<b class="like-count"> 8 </b>'),
        ("<b> 7 </b>", "<b> 7 </b>"),
        ("<script>var a = '3 comments'</script>", "<script>var a = '3 comments'</script>"),
        ("<p>In 1910 it was banned.</p>", "<p>In 1910 it was banned.</p>"),
    ],
)
def test_a_page_saved_later_has_higher_counters(before: str, after: str) -> None:
    assert a_little_later(before.encode()).decode() == after


def test_pages_are_served_where_the_counter_is_beside_the_main_text() -> None:
    main = "".join(f"<p>{TEXT} This is paragraph {number}.</p>" for number in range(8))
    aside = f"<main>{main}</main><aside><ul><li>3 comments</li><li>Log in</li></ul></aside>"
    pages = [
        ("aside", f"<html><body>{aside}</body></html>"),
        ("inside", f"<html><body><main>{main}<p>It has 3 comments.</p></main></body></html>"),
        ("still", f"<html><body><main>{main}</main></body></html>"),
    ]
    figures = measure_revisits([(name, page.encode()) for name, page in pages])
    assert (figures.pages, figures.changed, figures.served) == (3, 2, 1)
    assert figures.read_again == ("inside",)
