"""What stands under the term of a question is found: under a heading, beside an option, behind a label, in a definition."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clock import growth
from wherein.answering.engine import Engine
from wherein.core.document import BlockKind, Document
from wherein.documents.building.canonical import CanonicalText
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.reading.terms.asked_term import asked_term
from wherein.reading.terms.name_words import match, words_of
from wherein.reading.terms.named_term import named_terms
from wherein.reading.terms.term_probability import probability

OPTIONS = """<title>lamp</title><h1>lamp</h1><p>Switches the lamps of a house.</p><h2>Options</h2><dl>
<dt>--abort</dt><dd>Give up the running change and switch every lamp back. Nothing is kept.</dd>
<dt>-d</dt><dt>--dim=&lt;level&gt;</dt><dd>Set the lamp to a level between 0 and 100. The default is 80.</dd>
<dt>-s</dt><dd>Switch without a word.</dd></dl>
<h2>How to replace a bulb</h2><ol><li>Switch the lamp off.</li><li>Turn the bulb to the left.</li><li>Put in the new one.</li></ol>
<h2>Chunk size</h2><p>We have chosen 64 lamps, which is much larger than usual.</p>"""
MANUAL = """LAMPD(8)

OPTIONS
       socket The name of the file to write. Default: /run/lampd.sock
              It is made at the start.

       loglevel
              verbosity of the log: quiet or loud. Default: quiet

       --slurp/-u:

           Read all lamps at once.
"""
LEASE = """The house is let by Ida Falk, hereinafter called the “Landlord”, under the harbour maintenance charge (HMC).

“Premises” means the cellar and the first floor.

Quiet enjoyment. The tenant may use the house without being disturbed.
"""


def best(question: str, written: str, name: str) -> str:
    document = parse(Source(written.encode(), name, name))
    found = max(named_terms(question, document), key=probability, default=None)
    return " ".join(found.span.of(document.text).split()) if found is not None else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does --abort do?", "Give up the running change and switch every lamp back."),
        ("how do I abort a change?", "--abort"),
        ("meaning of -s", "Switch without a word."),
        ("dim", "Set the lamp to a level between 0 and 100."),
        ("default dim level", "The default is 80."),
        ("Chunk Size", "We have chosen 64 lamps, which is much larger than usual."),
        (
            "How do I replace a bulb?",
            "1. Switch the lamp off. 2. Turn the bulb to the left. 3. Put in the new one.",
        ),
    ],
)
def test_options_and_headings_of_a_web_page(question: str, answer: str) -> None:
    assert best(question, OPTIONS, "lamp.html") == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what does loglevel do", "verbosity of the log: quiet or loud."),
        ("socket", "The name of the file to write."),
        ("default loglevel", "Default: quiet"),
        ("what does --slurp do", "Read all lamps at once."),
        ("meaning of -u", "Read all lamps at once."),
    ],
)
def test_the_indented_lines_of_a_manual(question: str, answer: str) -> None:
    assert best(question, MANUAL, "lampd.8.txt") == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what does Premises mean", "“Premises” means the cellar and the first floor."),
        ("What does HMC stand for?", "harbour maintenance charge"),
        ("what is quiet enjoyment", "The tenant may use the house without being disturbed."),
    ],
)
def test_the_definitions_of_a_contract(question: str, answer: str) -> None:
    assert best(question, LEASE, "lease.txt") == answer


def test_a_heading_without_text_and_a_term_of_one_letter_have_no_answer() -> None:
    bare = "<h1>A</h1><h2>Lamps</h2><h2>Bulbs</h2>"
    assert best("what is a lamp", bare, "bare.html") == ""
    assert best("what is x", "<h1>Letters</h1><p>Nothing here.</p>", "letters.html") == ""
    assert asked_term("what is it?") is None


def test_a_sentence_that_only_repeats_the_question_is_passed_over() -> None:
    page = "<h2>What is a thunk?</h2><p>A thunk is what we call a thunk. It holds a recipe for a number.</p>"
    assert best("What is a thunk?", page, "thunk.html") == "It holds a recipe for a number."


def test_a_reference_is_followed_once_and_a_circle_ends() -> None:
    page = (
        "<h2>Moth lamp</h2><p>See work lamp.</p><h2>Work lamp</h2><p>A light for small tasks.</p>"
    )
    circle = "<h2>Moth lamp</h2><p>See work lamp.</p><h2>Work lamp</h2><p>See moth lamp.</p>"
    assert best("what is a moth lamp", page, "p.html") == "A light for small tasks."
    assert best("what is a moth lamp", circle, "c.html") == "See work lamp."


@pytest.mark.parametrize(
    ("asked", "name", "is_named"),
    [
        ("aborting", "abort", True),
        ("--dry-run", "dry-run", True),
        ("dry run", "--dry-run", True),
        ("proxy timeout", "ProxyTimeout", True),
        ("ProxyTimeout", "ProxyBadHeader", False),
        ("-s", "-S", False),
        ("-s", "s", False),
        ("max_lamps", "max_lamps", True),
    ],
)
def test_a_word_is_compared_with_a_name(asked: str, name: str, is_named: bool) -> None:
    words = words_of(name)
    assert all(match(word, words) for word in words_of(asked).words) is is_named


@pytest.mark.parametrize(
    "body", [lambda n: f"A thing that shines, of kind {n}.", lambda n: f"See lamp term {n + 1}."],
    ids=["sentences", "references in a circle"],
)  # fmt: skip
def test_time_grows_with_a_glossary(body: Callable[[int], str]) -> None:
    def glossary(count: int) -> Document:
        out = CanonicalText()
        for n in range(count):
            out.add(BlockKind.HEADING, f"Lamp term {n}", level=2)
            out.add(BlockKind.PARAGRAPH, body(n))
        return Document("d", "/d", "D", "text", out.text, "0", blocks=out.blocks)

    made = {count: glossary(count) for count in (400, 3200)}
    assert named_terms("what is a lamp term", made[400])
    # Eight times the terms take eight times the processor time; quadratic work would take sixty-four.
    assert growth(lambda n: named_terms("what is a lamp term", made[n]), 400, 3200) < 24


def test_time_grows_with_the_lines_of_one_block() -> None:
    def look(count: int) -> None:
        text = "\n".join(f"lamp\t {n}\n\t\tshines" for n in range(count))
        named_terms("what is a lamp", Document("d", "/d", "D", "text", text, "0"))

    assert growth(look, 500, 4000) < 24


def test_what_stands_under_an_option_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "lamp.html"
    path.write_text(OPTIONS, "utf-8")
    with Engine.open(tmp_path / "home") as engine:
        abort = engine.ask("What does --abort do?", path)
        steps = engine.ask("How do I replace a bulb?", path)
        yes_no = engine.ask("Does --abort keep anything?", path)
    first = abort.answers[0]
    assert first.text == "Give up the running change and switch every lamp back."
    assert (first.found_by, first.row) == ("terms", "--abort")
    assert [answer.text for answer in steps.answers] == [
        "1. Switch the lamp off.",
        "2. Turn the bulb to the left.",
        "3. Put in the new one.",
    ]
    assert all(step.name != "terms" for step in yes_no.steps)
