"""The contents of a training set, and what must never be in it: overlap, provenance, twins, negatives."""

from __future__ import annotations

from pathlib import Path

import pytest
from wherein_lab.data.shared_data import shared_folder
from wherein_lab.data.squad_file import read_squad
from wherein_lab.training.examples.data import build, fingerprints, forbidden_fingerprints, load
from wherein_lab.training.examples.negatives import nearest_without_answer, twins
from wherein_lab.training.examples.sources import EVALUATION, TRAINING, Source

from tests.lab.training.squad_text import article, write_squad
from wherein.core.errors import ParseError

SOURCE = Source("towns", "CC0-1.0", "made for this test", held=1)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Six articles to train on; the file that measures shares one paragraph with the second,
    set otherwise, and one long sentence with the third."""
    articles = [article(number) for number in range(6)]
    write_squad(tmp_path / SOURCE.path, articles)
    same = articles[1]["paragraphs"][0]["context"].upper().replace(" ", "  ")
    sentence = articles[2]["paragraphs"][1]["context"].split(". ")[0] + ". Then another matter."
    measured = {"title": "Measured", "paragraphs": [{"context": same, "qas": []}]}
    measured["paragraphs"].append({"context": sentence, "qas": []})  # type: ignore[attr-defined]
    write_squad(tmp_path / "data/measure.json.gz", [measured])
    return tmp_path


def test_no_measured_paragraph_survives(shared: Path, tmp_path: Path) -> None:
    manifest = build(shared, tmp_path / "set", [SOURCE], ["data/measure.json.gz"])
    contexts, examples = load(tmp_path / "set")
    forbidden = forbidden_fingerprints([shared / "data/measure.json.gz"])
    assert manifest["sources"]["towns"]["contexts_removed"] == 2
    assert len(contexts) == 16
    assert all(forbidden.isdisjoint(fingerprints(context.text)) for context in contexts)
    assert len(examples) == 3 * 16


def test_every_example_says_where_it_is_from(shared: Path, tmp_path: Path) -> None:
    build(shared, tmp_path / "set", [SOURCE], ["data/measure.json.gz"])
    contexts, examples = load(tmp_path / "set")
    assert len({example.hash for example in examples}) == len(examples)
    for example in examples:
        assert (example.source, example.licence) == ("towns", "CC0-1.0")
        text = contexts[example.context].text
        if example.start is not None:
            assert text[example.start : example.end] in text
            assert text[example.start : example.end].strip()


def test_the_same_input_gives_the_same_set(shared: Path, tmp_path: Path) -> None:
    one, two = (build(shared, tmp_path / name, [SOURCE], []) for name in ("one", "two"))
    assert one == two


def test_twins_share_the_paragraph_and_negatives_lack_the_answer(
    shared: Path, tmp_path: Path
) -> None:
    build(shared, tmp_path / "set", [SOURCE], [])
    contexts, examples = load(tmp_path / "set")
    for example in examples:
        if example.start is None:
            assert example.twin is not None
            twin = examples[example.twin]
            assert twin.context == example.context
            assert twin.question.startswith("Who built")
        answer = contexts[example.context].text[example.start or 0 : example.end or 0]
        for row in example.negatives:
            assert contexts[row].article == contexts[example.context].article
            assert answer.casefold() not in contexts[row].text.casefold()


def test_held_out_articles_are_written_apart(shared: Path, tmp_path: Path) -> None:
    manifest = build(shared, tmp_path / "set", [SOURCE], [])
    contexts, _ = load(tmp_path / "set")
    held = read_squad(tmp_path / "set" / "held-towns.json.gz")
    assert held.titles == tuple(
        title.replace("_", " ") for title in manifest["sources"]["towns"]["held_titles"]
    )
    assert {context.title for context in contexts if context.held} == set(held.titles)


def test_a_span_that_marks_other_words_is_refused(tmp_path: Path) -> None:
    bad = article(0)
    bad["paragraphs"][0]["qas"][0]["answers"][0]["answer_start"] += 1
    write_squad(tmp_path / SOURCE.path, [bad])
    with pytest.raises(ParseError, match="does not match its position"):
        build(tmp_path, tmp_path / "set", [SOURCE], [])


def test_the_nearest_paragraph_comes_first() -> None:
    paragraphs = ["the clock was built by Ada", "a clock is built of wheels", "rain fell all day"]
    found = nearest_without_answer(paragraphs, [("Who built the clock?", ["Ada"])])
    assert found == [[1]]


def test_a_twin_is_the_question_with_the_rarest_words_in_common() -> None:
    answerable = ["Who built the mill?", "When did the rare auk vanish?"]
    assert twins(["Why did the auk vanish?", "Zebras?"], answerable) == [1, None]


@pytest.mark.soak
def test_the_real_set_holds_nothing_measured(tmp_path: Path) -> None:
    shared = shared_folder()
    if not (shared / TRAINING[0].path).is_file():
        pytest.skip("The training data are not on this machine.")
    build(shared, tmp_path / "set")
    contexts, _ = load(tmp_path / "set")
    forbidden = forbidden_fingerprints(shared / path for path in EVALUATION)
    assert all(forbidden.isdisjoint(fingerprints(context.text)) for context in contexts)
