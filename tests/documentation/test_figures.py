"""The paper's figures are those of the result files, and none of its results was typed."""

from __future__ import annotations

import re

import pytest

from tools.documentation.figures import MARKED, PAPER, filled, unmarked

TEXT = PAPER.read_text("utf-8")


def test_each_figure_is_that_of_its_result() -> None:
    assert len(MARKED.findall(TEXT)) > 40
    assert filled(TEXT) == TEXT, "python -m tools.documentation.figures"


def test_no_result_was_typed() -> None:
    (results,) = re.findall(r"^## Results\n(.*?)^## ", TEXT, re.M | re.S)
    typed = re.sub(r"\bF1\b|nDCG@5|SQuAD [12]\.\d|24 that are read|10,000 tokens|`[^`]*`", "", MARKED.sub("", results))  # fmt: skip
    assert re.findall(r"\d[\d.,]*", typed) == []


def test_a_mark_that_leads_to_no_figure_is_an_error() -> None:
    for mark in ("reading-squad1 no_such %", "reading-squad1 f1 x"):
        with pytest.raises(KeyError, match="reading-squad1"):
            filled(f"<!--= {mark} -->1<!--/-->")
    with pytest.raises(FileNotFoundError):
        filled("<!--= no-such-result f1 % -->1<!--/-->")


def test_a_wrong_figure_is_written_again_and_the_site_has_no_marks() -> None:
    text = "F1 <!--= reading-squad1 has_answer_f1 % -->99.9<!--/--> of n."
    assert unmarked(filled(text)) == "F1 85.1 of n."
    assert "<!--" not in unmarked(TEXT)
