"""The main text of a page is asked first, and the text beside it where the main text does not answer."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from wherein import Engine
from wherein.answering.attempts.beside_main import (
    BESIDE_MAIN,
    asks_of_page,
    by_likeliness,
    prior,
)
from wherein.answering.grading.retrieval_discount import RetrievalDiscount
from wherein.answering.options import Options
from wherein.core.answer import Candidate, Outcome, Result
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.server.wire.json_form import result_json

STORY = (
    "The lighthouse at Hest was built of granite, which ships brought from the islands over two"
    " summers, and the work was led by an engineer from the coast, who had built four others."
    " The lamp burned oil at first, and was lit every evening at dusk, winter and summer."
)
PAGE = f"""<title>The light at Hest</title>
<nav><ul><li><a href=/>Home</a></li><li><a href=/boats>Boats</a></li></ul></nav>
<article><h1>The light at Hest</h1>
<p>{STORY}</p><p>The tower is thirty-one metres high, and its foot is eight metres wide.</p>
<p>{STORY.replace("granite", "stone")}</p></article>
<div id="comments"><h3>Comments</h3><p>The keeper at that time was Ingrid Haugen, my grandmother.</p></div>
<footer>Call the harbour office at 555 0134.</footer>"""
KEEPER = "Who was the keeper at that time?"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "hest.html"
    path.write_text(PAGE, "utf-8")
    return path


def names(result: Result) -> list[str]:
    return [step.name for step in result.steps]


def test_what_the_main_text_answers_is_not_looked_for_beside_it(engine: Engine, page: Path) -> None:
    result = engine.ask("How high is the tower?", page)
    assert "thirty-one metres" in result.answers[0].text
    assert result.answers[0].main
    assert BESIDE_MAIN not in names(result)


def test_a_comment_answers_where_the_main_text_does_not_with_a_note(
    engine: Engine, page: Path
) -> None:
    result = engine.ask(KEEPER, page)
    answer = result.answers[0]
    assert answer.text == "Ingrid Haugen"
    assert not answer.main
    assert answer.section[-1] == "Comments"
    step = next(step for step in result.steps if step.name == BESIDE_MAIN)
    assert step.outcome is Outcome.ANSWERED
    assert any("Found beside the main text" in note for note in result.notes)
    row = result_json(result)
    assert row["answers"][0]["main"] is False
    document = engine.read(str(page))
    assert answer.span.of(document.text) == answer.text


def test_how_much_was_read_is_of_the_main_text(engine: Engine, page: Path) -> None:
    result = engine.ask(KEEPER, page)
    document = engine.read(str(page))
    assert (result.read.words, result.read.fraction) == (document.words, 1.0)
    assert document.words_beside_main > 0


def test_what_no_part_of_the_page_says_is_refused_after_both_were_read(
    engine: Engine, page: Path
) -> None:
    result = engine.ask("Which university did the engineer's brother attend?", page)
    assert not result.answers
    assert BESIDE_MAIN in names(result)
    assert not any("Found beside the main text" in note for note in result.notes)


def test_points_of_a_page_are_of_its_main_text(engine: Engine, page: Path) -> None:
    result = engine.ask("What are the main points?", page)
    assert result.answers
    assert all(answer.main for answer in result.answers)
    assert all(suggested.answer.main for suggested in engine.suggested(engine.read(str(page))))


def test_a_library_searches_beside_main_texts_last(
    engine: Engine, page: Path, tmp_path: Path
) -> None:
    (tmp_path / "other.md").write_text(
        "# Boats\n\nThe ferry to Bergen costs 240 kroner.\n", "utf-8"
    )
    engine.add(page, tmp_path / "other.md")
    found = engine.ask("How much does the ferry to Bergen cost?")
    assert found.answers[0].text == "240 kroner"
    assert BESIDE_MAIN not in names(found)
    keeper = engine.ask(KEEPER, options=Options(memory=False))
    assert keeper.answers[0].text == "Ingrid Haugen"
    assert not keeper.answers[0].main
    hits = engine.search("harbour office")
    assert hits[-1].passage.text.endswith("Call the harbour office at 555 0134.")
    assert not hits[-1].passage.main


def test_a_question_to_named_documents_reads_beside_the_main_text_of_these_alone(
    engine: Engine, page: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.md"
    other.write_text("# Boats\n\nThe ferry to Bergen costs 240 kroner.\n", "utf-8")
    engine.add(page, other)

    def asked(name: str) -> list[str]:
        result = engine.ask(KEEPER, options=Options(within=(name,), memory=False))
        return [answer.text for answer in result.answers]

    assert asked("hest.html") == ["Ingrid Haugen"]
    assert asked("other.md") == []


def test_a_library_answer_from_beside_the_main_text_is_remembered_as_such(
    engine: Engine, page: Path
) -> None:
    engine.add(page)
    identity = engine.documents()[0].document
    first = engine.ask(KEEPER, identity)
    again = engine.ask(KEEPER, identity)
    assert again.answers[0].found_by == "memory"
    assert (again.answers[0].span, again.answers[0].main) == (first.answers[0].span, False)
    assert any("Found beside the main text" in note for note in again.notes)


def test_a_page_kept_by_an_earlier_version_is_read_again_when_it_is_added(
    engine: Engine, page: Path
) -> None:
    engine.add(page)
    assert engine.add(page).unchanged
    with sqlite3.connect(engine.home.library) as library:
        library.execute("UPDATE documents SET outdated = 1")
    assert engine.add(page).added
    assert engine.add(page).unchanged


def test_an_index_beside_the_main_text_follows_the_library(engine: Engine, page: Path) -> None:
    engine.add(page)
    assert engine.search("harbour office")
    engine.remove(engine.documents()[0].document)
    assert not engine.search("harbour office")


CASES = json.loads((Path(__file__).parents[2] / "contracts/beside-main.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["order"])
def test_captions_comments_and_bylines_are_read_before_menus(case: dict[str, Any]) -> None:
    passages = [
        Passage("d", number, Span(0, len(text)), text, (), main)
        for number, (text, main) in enumerate(case["passages"])
    ]
    assert [passage.index for passage in by_likeliness(passages)] == case["order"]


@pytest.mark.parametrize(("question", "asks"), CASES["asks_of_page"])
def test_it_is_told_what_a_page_says_of_itself(question: str, asks: bool) -> None:
    assert asks_of_page(question) is asks


def test_a_name_in_the_story_does_not_keep_the_byline_from_being_read(
    engine: Engine, tmp_path: Path
) -> None:
    path = tmp_path / "mole.html"
    path.write_text(
        f"""<title>The mole at Hest</title>
<div class="byline">By Ingrid Haugen, staff reporter. Published 4 May 2019.</div>
<article><h1>The mole at Hest</h1><p>{STORY}</p>
<p>"Nobody wrote this story down," said Karl Moe, a retired fisherman who wrote about the mole for years.</p>
<p>{STORY.replace("granite", "stone")}</p></article>""",
        "utf-8",
    )
    document = engine.read(str(path))
    assert document.words_beside_main > 0
    result = engine.ask("Who wrote this article?", path)
    assert BESIDE_MAIN in names(result)
    shown = [answer.text for answer in result.answers]
    assert shown[0] == "Ingrid Haugen", shown


def test_an_editor_in_the_footer_is_not_who_wrote_the_article(
    engine: Engine, tmp_path: Path
) -> None:
    path = tmp_path / "mole.html"
    path.write_text(
        f"""<title>The mole at Hest</title><article><h1>The mole at Hest</h1>
<p class="byline">By Ingrid Haugen | Photographs by Per Dahl</p><p>{STORY}</p><p>{STORY.replace("granite", "stone")}</p></article>
<footer>The Hest Courier, 5 Quay Street. Editor: Karl Moe</footer>""",
        "utf-8",
    )
    assert engine.ask("Who wrote this article?", path).answers[0].text == "Ingrid Haugen"
    assert engine.ask("Who is the editor?", path).answers[0].text == "Karl Moe"


def test_an_answer_beside_the_main_text_is_worth_less() -> None:
    there = Passage("d", 0, Span(0, 1), "x", (), False)
    discount = RetrievalDiscount([there], 1.0, prior=prior(KEEPER))
    for sure, worth in CASES["worth"]:
        found = discount.probabilities([Candidate(there, Span(0, 1), 0.0, 0.0)], [sure])
        assert found == pytest.approx([worth], abs=1e-6)
        assert worth <= max(sure, 1e-4)


def test_what_a_page_says_of_itself_is_worth_as_much_beside_the_main_text() -> None:
    there = Passage("d", 0, Span(0, 1), "x", (), False)
    discount = RetrievalDiscount([there], 1.0, prior=prior("Who wrote this story?"))
    assert discount.probabilities([Candidate(there, Span(0, 1), 0.0, 0.0)], [0.5]) == [0.5]
