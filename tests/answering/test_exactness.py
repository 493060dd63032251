"""For every format and script: `text[start:end] == answer`, through the whole engine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.documents.test_every_format import MAKERS, paragraphs
from wherein import Engine, InlineText
from wherein.server.wire.json_form import result_json


def check_answers(found: dict[str, Any], text: str) -> int:
    """Every answer stands in the text where it says, inside its quote; returns how many there were."""
    answers = found["answers"] + found["perhaps"]
    for answer in answers:
        start, end = answer["start"], answer["end"]
        assert text[start:end] == answer["text"] != ""
        assert answer["quote_start"] <= start
        assert end <= answer["quote_start"] + len(answer["quote"])
        assert text[answer["quote_start"] :].startswith(answer["quote"])
    for hit in found["nearest"]:
        assert text[hit["start"] : hit["end"]] == hit["text"]
    return len(answers)


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_answers_stand_where_they_say(kind: str, engine: Engine, tmp_path: Path) -> None:
    name, make = MAKERS[kind]
    path = tmp_path / name
    answered = 0

    @settings(
        max_examples=6,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
    @given(paragraphs(kind))
    def check(made: list[str]) -> None:
        nonlocal answered
        path.write_bytes(make([*made, "The keeper of the key is Ingrid Haugen of Bergen."]))
        document = engine.read(str(path))
        for question in ("Who is the keeper of the key?", "Is Ingrid the keeper?"):
            found = result_json(engine.ask(question, str(path)))
            answered += check_answers(found, document.text)

    check()
    assert answered > 0


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.sampled_from(
            [
                "Ingrid keeps the key.",
                "👩‍🔬 👍🏽 🇳🇴",
                "e\u0301te\u0301",
                "a\u00a0b",
                "שלום",
                "\u200f",
                "\n",
                "\n\n",
                "東京。",
            ]
        ),
        max_size=20,
    )
)
def test_a_text_that_is_given_is_answered_in_its_own_places(
    engine: Engine, pieces: list[str]
) -> None:
    text = " ".join([*pieces, "The key is kept by Ingrid Haugen."])
    assert check_answers(result_json(engine.ask("Who keeps the key?", InlineText(text))), text)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_of_files_are_folded_and_shown_text_is_exact(tmp_path: Path, ends: str) -> None:
    path = tmp_path / "mixed.txt"
    lines = ["Été 👍🏽 first.", "", "The key is kept", "by Ingrid Haugen.", "", "שלום."]
    path.write_bytes(ends.join(lines).encode("utf-8"))

    def wherein(*arguments: str) -> bytes:
        return subprocess.run(
            [sys.executable, "-m", "wherein", *arguments], capture_output=True, check=True
        ).stdout

    text = wherein("show", str(path), "--text").decode("utf-8")
    assert text == "\n".join(lines)
    found = json.loads(wherein("ask", str(path), "Who keeps the key?", "--json"))
    assert check_answers(found, text)


def test_a_file_that_is_only_asked_leaves_no_library_behind(tmp_path: Path) -> None:
    mill = tmp_path / "mill.txt"
    mill.write_text("The mill was built in 1820 by Anna Berg. It burned down in 1902.\n")
    home = tmp_path / "home"
    with Engine.open(home) as engine:
        result = engine.ask("Who built the mill?", mill)
    assert [answer.text for answer in result.answers] == ["Anna Berg"]
    assert not list(tmp_path.rglob("*.sqlite*"))
