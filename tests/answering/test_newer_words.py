"""What the newest version of a document says in place of an older one's answer comes before it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from wherein import Engine, Options
from wherein.answering.grading.grades import highest_likely
from wherein.answering.question.newer_words import newer_words
from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.places.placed_answer import placed_answer
from wherein.documents.source import Source
from wherein.memory.store.store import Verdict
from wherein.passages.sentences import sentence_around


def document(text: str) -> Document:
    return parse(Source(text.encode(), "rules.md", "rules.md", None, None))


def marked(old: Document, words: str, confidence: float = 0.95) -> Answer:
    start = old.text.index(words)
    span = Span(start, start + len(words))
    quote = sentence_around(old.text, span)
    return placed_answer(old, (), span, quote, confidence, "small")


OLD = "# Rules\n\nBonfires are allowed in March and October. Water is turned on in April. The key costs £30 a year.\n"


@pytest.mark.parametrize(
    ("question", "said", "before", "after", "expected"),
    [
        ("When are bonfires allowed?", "March and October", "in March and October", "never", "never"),
        ("When is water turned on?", "April", "in April", "in May", "May"),
        ("What does the key cost?", "£30", "£30", "£45", "£45"),
        ("What does the key cost?", "£30 a year", "£30 a year", "£4.50 for each month", "£4.50 for each month"),
    ],
)  # fmt: skip
def test_what_stands_in_its_place_is_marked(
    question: str, said: str, before: str, after: str, expected: str
) -> None:
    new = document(
        "# Rules\n\nA paragraph more.\n\n" + OLD.replace(before, after).partition("\n\n")[2]
    )
    found = newer_words(question, marked(document(OLD), said), new)
    assert found is not None
    assert (found.text, found.document) == (expected, new.id)
    assert found.span.of(new.text) == expected
    assert found.quote == found.quote_span.of(new.text)
    assert found.confidence == pytest.approx(highest_likely())


@pytest.mark.parametrize(
    ("old", "said", "new"),
    [
        # It still stands there, once or beside another.
        ("The fee for adults is 10 crowns.", "10 crowns", "The fee for adults is 10 crowns."),
        ("The fee for adults is 10 crowns.", "10 crowns", "The fee for adults is 10 crowns. The fee for guests is 12 crowns."),
        # Another thing's sentence.
        ("The fee for adults is 10 crowns.", "10 crowns", "The fee for children is 5 crowns."),
        # Gone, or with nothing in its place.
        ("The fee for adults is 10 crowns.", "10 crowns", "Entry is free on Sundays."),
        ("The fee for adults is 10 crowns.", "10 crowns", "The fee for adults is."),
        # Two sentences could be meant.
        ("The fee for adults is 10 crowns.", "10 crowns", "The fee for adults is 12 crowns. The fee for adults is 14 crowns."),
        # Too little around it to be known again.
        ("Fee: 10 crowns.", "10 crowns", "Fee: 12 crowns."),
    ],
)  # fmt: skip
def test_what_is_no_newer_form_of_the_sentence_is_left(old: str, said: str, new: str) -> None:
    asked = "What is the fee for adults?"
    assert newer_words(asked, marked(document(old), said), document(new)) is None


def test_whatever_was_edited_the_place_is_the_newer_text_s_own() -> None:
    draw = random.Random(7)
    words = "boat key harbour fee member rope tide ladder night guest winter quay".split()
    for _ in range(300):
        sentence = [draw.choice(words) for _ in range(draw.randint(4, 14))]
        at = draw.randrange(len(sentence))
        old = document(" ".join([*sentence[:at], "thirty", *sentence[at + 1 :]]).capitalize() + ".")
        edited = [draw.choice(words) if draw.random() < 0.2 else word for word in sentence]
        new = document("Another line.\n\n" + " ".join(edited).capitalize() + ".")
        answer = marked(old, "Thirty" if at == 0 else "thirty")
        found = newer_words("How many?", answer, new)
        if found is not None:
            assert found.text == found.span.of(new.text)
            assert found.quote_span.contains(found.span)
            assert found.text.casefold() != "thirty"


def test_the_library_says_first_what_holds_now(engine: Engine, tmp_path: Path) -> None:
    head = "---\ntitle: Allotment rules\ndate: {}\n---\n\n# Allotment rules\n\n"
    text = OLD.partition("\n\n")[2]
    (tmp_path / "rules-2017.md").write_text(head.format("2017-02-20") + text, "utf-8")
    newer = text.replace("in March and October", "never").replace("April", "May")
    (tmp_path / "rules-2023.md").write_text(head.format("2023-03-30") + newer, "utf-8")
    engine.add(tmp_path)
    (only,) = engine.ask("When are bonfires allowed?", options=Options(limit=1)).answers
    assert "never" in only.text
    for question, now in (("When are bonfires allowed?", "never"), ("In which month is water turned on?", "May")):  # fmt: skip
        result = engine.ask(question)
        assert now in result.answers[0].text
        assert result.answers[0].date == "2023-03-30"
        older = [answer for answer in result.answers if answer.date == "2017-02-20"]
        assert not older or any("the newer comes first" in note for note in result.notes)


def test_a_place_that_was_judged_wrong_does_not_come_back(engine: Engine, tmp_path: Path) -> None:
    text = "The deposit for a key is {} crowns, paid in the office.\n"
    for year, crowns in (("2023", "30"), ("2025", "45")):
        head = f"---\ntitle: Keys\ndate: {year}-01-01\n---\n\n"
        (tmp_path / f"keys-{year}.md").write_text(head + text.format(crowns), "utf-8")
    engine.add(tmp_path)
    question = "How much is the deposit?"
    first = engine.ask(question).answers[0]
    assert "45" in first.text
    kept = engine.document(str(tmp_path / "keys-2025.md"))
    assert engine.questions.judge_kept(question, kept, Verdict.WRONG, first.span) is None
    assert all("45" not in answer.text for answer in engine.ask(question).answers)
