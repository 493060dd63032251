"""Tagged texts are read as they are meant, and the measures count what they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from wherein_lab.answering.multi_sentence import NONE, WHOLE, read_tagged, score, tagged_texts

from wherein.core.errors import DataMissing, UsageError
from wherein.core.span import Span
from wherein.questions.topic_request import requested_topic

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "questions" / "several"
TEXT = """? bees | Tell me about bees
# Bees
bees!,+ | Bees fly.
bees | They hum.
- | It rains.

bees! | Bees sting.
"""


def test_tags_facts_and_scores(tmp_path: Path) -> None:
    (tmp_path / "1-b.txt").write_text(TEXT)
    tagged = read_tagged(tmp_path / "1-b.txt")
    text = tagged.document.text
    assert text == "Bees\n\nBees fly. They hum. It rains.\n\nBees sting."
    assert [s.of(text) for s in tagged.about("bees")] == ["Bees fly.", "They hum.", "Bees sting."]
    assert [s.of(text) for s in tagged.facts("bees")] == ["Bees fly.", "Bees sting."]
    assert [s.of(text) for s in tagged.facts(WHOLE)] == ["Bees fly."]
    given = [tagged.sentences[at][0] for at in (0, 1, 2)]
    scored = score(tagged, "bees", given)
    assert (scored.coverage, scored.given) == (0.5, 3)
    assert scored.on_topic == pytest.approx(2 / 3)
    assert score(tagged, "bees", []).coverage == 0.0
    assert score(tagged, NONE, [Span(0, 4)]).on_topic == 0.0


def test_a_line_without_a_bar_is_named(tmp_path: Path) -> None:
    (tmp_path / "1-b.txt").write_text("# Bees\nBees fly.\n")
    with pytest.raises(UsageError, match="Line 2 of"):
        read_tagged(tmp_path / "1-b.txt")
    with pytest.raises(DataMissing):
        tagged_texts(tmp_path / "none", fitted=True)


def test_every_question_of_the_set_asks_for_several_things_of_its_text() -> None:
    texts = [*tagged_texts(FOLDER, fitted=True), *tagged_texts(FOLDER, fitted=False)]
    assert len(texts) == 8
    for tagged in texts:
        for topic, question in tagged.questions:
            asked = requested_topic(question)
            assert asked is not None, question
            assert (asked == "") == (topic == WHOLE)
            assert (len(tagged.facts(topic)) >= 3) == (topic != NONE), (tagged.document.id, topic)
