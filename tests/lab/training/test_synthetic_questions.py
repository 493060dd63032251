"""Questions made of openings: what is marked, what is left out, which openings are left alone."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from wherein_lab.training.examples.data import build, load
from wherein_lab.training.examples.sources import Form, Source
from wherein_lab.training.examples.synthetic_questions import MOST_OF_A_RELATION, made_articles

from wherein.core.errors import DataMissing


def opening(title: str, text: str, words: int = 45) -> dict[str, Any]:
    """Filled up to so many words, as the openings that nobody asks about were cut."""
    filling = ["Nothing", "more", "is", "told", "here", "of", "it"]
    lacking = words - len(text.split())
    return {"title": title, "text": " ".join([text, *(filling * 20)[:lacking]])}


def asked(*openings: dict[str, Any]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for article in made_articles(openings):
        for paragraph in article["paragraphs"]:
            for one in paragraph["qas"]:
                for answer in one["answers"]:
                    end = answer["answer_start"] + len(answer["text"])
                    assert paragraph["context"][answer["answer_start"] : end] == answer["text"]
                found[one["question"]] = one["answers"][0]["text"] if one["answers"] else None
    return found


@pytest.mark.parametrize(
    ("title", "text", "answers"),
    [
        (
            "Ada Vance",
            "Ada Vance (3 May 1901 – 9 June 1980) was a Scottish painter and poet. She was born in Perth,"
            " Scotland, attended the Glasgow School of Art and died in Rome.",
            {"3 May 1901", "9 June 1980", "painter and poet", "Perth, Scotland", "Rome"},
        ),
        (
            "The Glass Hill (novel)",
            "The Glass Hill is a 1962 novel by Brazilian author Rui P. Costa. It won a prize.",
            {"Rui P. Costa"},
        ),
        (
            "Low Tide",
            "Low Tide is a 1999 film directed by Ann Lee and Bo Ek.",
            {"Ann Lee and Bo Ek"},
        ),
        (
            "Oak Hollow",
            "Oak Hollow is a village in Pike County, Ohio, the United States.",
            {"Pike County, Ohio", "United States"},
        ),
    ],
)
def test_what_an_opening_says_is_asked_and_marked(title: str, text: str, answers: set[str]) -> None:
    found = {answer for answer in asked(opening(title, text)).values() if answer}
    assert answers <= found
    assert "Brazilian" not in found


def test_brackets_of_a_title_are_not_asked_for() -> None:
    every = asked(opening("Low Tide (film)", "Low Tide is a 1999 film directed by Ann Lee."))
    assert every
    assert all("(film)" not in question for question in every)


def test_what_is_not_said_is_asked_only_where_nothing_betrays_it() -> None:
    people = [
        opening(f"Ann {letter}. Lee", f"Ann {letter}. Lee (born 4 July 1951) is a dancer. {rest}")
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for rest in ("She lives in Oslo.",)
    ]
    left_out = [question for question, answer in asked(*people).items() if answer is None]
    assert any(question.startswith(("Where did", "When did")) for question in left_out)
    report = [{**one, "text": one["text"].replace("lives in", "died near")} for one in people]
    assert not [q for q, a in asked(*report).items() if a is None and " die" in q]


def test_openings_that_a_set_may_ask_about_are_left_alone() -> None:
    text = "Ada Vance (3 May 1901 – 9 June 1980) was a Scottish painter."
    assert asked(opening("Ada Vance", text, words=45))
    for words in (44, 60, 90, 110, 150):
        assert not asked(opening("Ada Vance", text, words=words))


def test_no_relation_outweighs_the_others() -> None:
    people = [
        opening(f"Ann{n} Lee", f"Ann{n} Lee (born 4 July 1951) is.") for n in range(MOST_OF_A_RELATION + 50)
    ]  # fmt: skip
    born = [question for question, answer in asked(*people).items() if answer == "4 July 1951"]
    assert len(born) == MOST_OF_A_RELATION


def test_a_set_says_which_questions_were_made(tmp_path: Path) -> None:
    source = Source("made", "CC BY-SA 3.0", "openings", held=0, form=Form.OPENINGS)
    with pytest.raises(DataMissing):
        build(tmp_path, tmp_path / "set", [source], [])
    folder = tmp_path / source.path
    folder.mkdir(parents=True)
    line = json.dumps(opening("Low Tide", "Low Tide is a 1999 film directed by Ann Lee."))
    (folder / "kb_openings-0.jsonl.gz").write_bytes(gzip.compress(line.encode()))
    manifest = build(tmp_path, tmp_path / "set", [source], [])
    assert manifest["sources"]["made"]["made"] is True
    assert [example.source for example in load(tmp_path / "set")[1]] == ["made"]
