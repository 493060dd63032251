"""Figures of the documentation are those of the result files, and where they say how good it is none was typed."""

from __future__ import annotations

import re

import pytest

from tools.documentation.figures import MARKED, ROOT, filled, marked_pages, unmarked

PAPER = ROOT / "docs" / "paper.md"
TEXT = PAPER.read_text("utf-8")


def test_each_figure_is_that_of_its_result() -> None:
    assert len(MARKED.findall(TEXT)) > 40
    assert PAPER in marked_pages()
    for page in marked_pages():
        text = page.read_text("utf-8")
        assert filled(text) == text, f"{page.name}: python -m tools.documentation.figures"


def test_no_result_was_typed() -> None:
    (results,) = re.findall(r"^## Results\n(.*?)^## ", TEXT, re.M | re.S)
    quality = (ROOT / "docs" / "quality.md").read_text("utf-8")
    (what_it_is_not,) = re.findall(r"^## What it is not\n(.*?)^## ", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)  # fmt: skip
    for text in (results, quality, what_it_is_not):
        typed = re.sub(r"\bF1\b|BM25|nDCG@5|SQuAD [12]\.\d|24 that are read|10,000 tokens|MiniLM-L6-v2|`[^`]*`", "", MARKED.sub("", text))  # fmt: skip
        assert re.findall(r"\d[\d.,]*", typed) == []


def test_what_it_can_not_do_stands_before_every_figure() -> None:
    quality = (ROOT / "docs" / "quality.md").read_text("utf-8")
    assert re.findall(r"^## (.+)", quality, re.M)[:1] == ["What it can't do"]
    assert "table page-latency" in quality  # a peer stands beside


def test_a_mark_that_leads_to_no_figure_is_an_error() -> None:
    for mark in ("reading-squad1 no_such %", "reading-squad1 f1 x"):
        with pytest.raises(KeyError, match="reading-squad1"):
            filled(f"<!--= {mark} -->1<!--/-->")
    with pytest.raises(FileNotFoundError):
        filled("<!--= no-such-result f1 % -->1<!--/-->")


def test_a_wrong_figure_is_written_again_and_the_site_has_no_marks() -> None:
    text = "F1 <!--= reading-squad1 has_answer_f1 % -->99.9<!--/--> of n."
    assert unmarked(filled(text)) == "F1 83.7 of n."
    assert "<!--" not in unmarked(TEXT)
