"""Near misses are passages of the question's own page without an answer, and a stopped run goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from wherein_lab.registry.readers import open_reader
from wherein_lab.training.examples.data import Context, Example, build, load
from wherein_lab.training.examples.near_misses import KEPT, mine, read_mined
from wherein_lab.training.examples.sources import Source

from tests.lab.training.squad_text import article, write_squad

SOURCE = Source("towns", "CC0-1.0", "made for this test", held=1)


@pytest.fixture
def made(tmp_path: Path) -> tuple[list[Context], list[Example]]:
    write_squad(tmp_path / SOURCE.path, [article(number, 4) for number in range(3)])
    build(tmp_path, tmp_path / "set", [SOURCE], [])
    return load(tmp_path / "set")


def test_near_misses_are_of_the_same_page_and_hold_no_answer(
    made: tuple[list[Context], list[Example]], tmp_path: Path
) -> None:
    contexts, examples = made
    path = tmp_path / "misses.jsonl"
    count = mine(open_reader("sentence"), contexts, examples, path, 600)
    mined = read_mined(path)
    assert len(mined) == count > 0
    by_hash = {context.hash: context for context in contexts}
    asked = {example.hash: example for example in examples}
    assert any(one.misses for one in mined)
    for one in mined:
        example = asked[one.question]
        own = contexts[example.context]
        assert not own.held
        assert example.start is not None
        answer = own.text[example.start : example.end]
        assert len(one.misses) <= KEPT
        for context, _ in one.misses:
            assert by_hash[context].article == own.article
            assert answer not in by_hash[context].text
        assert [margin for _, margin in one.misses] == sorted(
            (m for _, m in one.misses), reverse=True
        )


def test_a_stopped_run_goes_on_with_what_is_left(
    made: tuple[list[Context], list[Example]], tmp_path: Path
) -> None:
    contexts, examples = made
    whole, path = tmp_path / "whole.jsonl", tmp_path / "misses.jsonl"
    mine(open_reader("sentence"), contexts, examples, whole, 600)
    lines = whole.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:2]) + lines[2][:20])  # killed while it wrote the third
    assert mine(open_reader("sentence"), contexts, examples, path, 0) == 2
    assert mine(open_reader("sentence"), contexts, examples, path, 600) == len(lines)
    assert {one.question for one in read_mined(path)} == {one.question for one in read_mined(whole)}
