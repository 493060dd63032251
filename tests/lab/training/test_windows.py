"""Windows: the answer is where the labels say, pairs stay together, a pool is a pure function."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from wherein_lab.training.examples.data import Example, build, load
from wherein_lab.training.examples.document_questions import SOURCE as DOCUMENTS
from wherein_lab.training.examples.sources import TRAINING, Source
from wherein_lab.training.examples.windows import Feed, Window
from wherein_lab.training.runs.recipe import DecayData, Recipe, Schedule, Windows, read_recipe

from tests.lab.training.squad_text import CLS, SEP, article, tiny_tokenizer, write_squad

RECIPES = Path(__file__).parents[3] / "recipes"

SOURCE = Source("towns", "CC0-1.0", "made for this test", held=1)
RECIPE = Recipe(
    "tiny", 3, None, {"towns": 1.0},
    Schedule(batch_tokens=300, pool_units=8),
    Windows(phases=((0.0, 8, 20), (0.5, 12, 40)), window_tokens=160, pair_tokens=16),
    decay=DecayData((10, 30), negative_share=1.0),
)  # fmt: skip


@pytest.fixture
def feed(tmp_path: Path) -> Feed:
    write_squad(tmp_path / SOURCE.path, [article(number) for number in range(6)])
    build(tmp_path, tmp_path / "set", [SOURCE], [])
    contexts, examples = load(tmp_path / "set")
    texts = [context.text for context in contexts] + [example.question for example in examples]
    return Feed(RECIPE, contexts, examples, tiny_tokenizer([*texts, "Old town"]))


def answer_of(feed: Feed, example: Example) -> str:
    text = feed.contexts[example.context].text
    return text[example.start or 0 : example.end or 0].lower()


def test_labels_mark_the_answer(feed: Feed) -> None:
    random = np.random.default_rng(0)
    marked = 0
    for row, twin in feed.units(0):
        for window, answerable in zip(
            feed.windows((row, twin), random, 8, 20, 0.15),
            [feed.examples[row].start is not None, twin is not None],
            strict=False,
        ):
            if window.start:
                span = [
                    feed.tokenizer.id_to_token(i) or ""
                    for i in window.ids[window.start : window.end + 1]
                ]
                example = feed.examples[row if feed.examples[row].start is not None else twin or 0]
                assert "".join(span).replace("##", "") == answer_of(feed, example).replace(" ", "")
                assert window.first <= window.start <= window.end < len(window.ids) - 1
                marked += 1
            elif answerable and feed.examples[row].start is not None:
                pytest.fail("an answerable question's own window lost its answer")
    assert marked > 20


def test_a_batch_has_the_readers_form(feed: Feed) -> None:
    for batch in feed.batches(0):
        mask = batch.mask if batch.mask is not None else np.ones_like(batch.ids)
        for ids, types, seen, allowed in zip(
            batch.ids, batch.types, mask, batch.allowed, strict=True
        ):
            size = int(seen.sum())
            assert ids[0] == CLS
            assert ids[size - 1] == SEP
            assert not seen[size:].any()
            first_mark = list(ids).index(SEP)
            assert types[: first_mark + 1].sum() == 0
            assert types[first_mark + 1 : size].all()
            assert allowed[0]
            assert not allowed[1 : first_mark + 1].any()
            assert not allowed[size - 1 :].any()
        rows = np.arange(len(batch.ids))
        assert batch.allowed[rows, batch.start].all()
        assert batch.allowed[rows, batch.end].all()


def test_a_pool_is_the_same_whenever_it_is_asked_for(feed: Feed) -> None:
    later = feed.batches(2)
    feed.batches(0)
    for one, other in zip(later, feed.batches(2), strict=True):
        assert np.array_equal(one.ids, other.ids)
        assert np.array_equal(one.start, other.start)


def test_an_epoch_has_every_question_once_and_no_held_one(feed: Feed) -> None:
    seen = [row for unit in feed.units(0) for row in unit if row is not None]
    held = {row for row, e in enumerate(feed.examples) if feed.contexts[e.context].held}
    assert sorted(seen) == sorted(set(range(len(feed.examples))) - held)
    assert feed.units(0) != feed.units(1)


def test_later_phases_are_longer(feed: Feed) -> None:
    assert feed.lengths(0, decaying=False) == (8, 20)
    assert feed.lengths(feed.pools_per_epoch, decaying=False) == (12, 40)
    assert feed.lengths(0, decaying=True) == (10, 30)


@pytest.mark.parametrize(
    "path",
    # The recipe of a bundle has another form; test_accelerator_run.py reads it.
    sorted(p for p in RECIPES.glob("*.toml") if p.stem not in ("accelerator", "kept-weights")),
    ids=lambda path: path.stem,
)
def test_every_recipe_can_be_read(path: Path) -> None:
    recipe = read_recipe(path)
    assert recipe.windows.room >= max(most for _, _, most in recipe.windows.phases)
    assert recipe.sources.keys() <= {source.name for source in (*TRAINING, DOCUMENTS)}
    assert replace(recipe, seed=1) != recipe


def test_a_recipe_names_the_packed_reader_that_it_starts_from() -> None:
    recipe = read_recipe(RECIPES / "large-further.toml")
    assert recipe.packed_base is not None
    assert (recipe.packed_base / "reader.packed.onnx").is_file()
    assert (recipe.schedule.checkpoint_minutes, recipe.schedule.milestone_tokens) == (20, 1_000_000)
    assert read_recipe(RECIPES / "small.toml").packed_base is None


def test_a_decay_branch_sees_pairs_more_often(feed: Feed) -> None:
    def share(decaying: bool) -> float:
        units = feed.units(0, decaying)
        return sum(feed.examples[row].start is None for row, _ in units) / len(units)

    assert share(True) > share(False)
    assert feed.batches(0, decaying=True)[0].ids.shape != (0,)


def test_a_decay_branch_sees_more_near_paragraphs(feed: Feed) -> None:
    """A share of 1 puts one beside each answerable question of a pool that has any."""
    size = RECIPE.schedule.pool_units

    def near(decaying: bool) -> tuple[int, int]:
        rows = [row for row, _ in feed.units(0, decaying)[:size]]
        answerable = [row for row in rows if feed.examples[row].start is not None]
        empty = sum(int((batch.start == 0).sum()) for batch in feed.batches(0, decaying))
        can_have = sum(bool(feed.examples[row].negatives) for row in answerable)
        return empty - (len(rows) - len(answerable)), can_have

    found, possible = near(True)
    assert found == possible > 0
    found, possible = near(False)
    assert found < possible


def test_the_mix_counts_near_misses_over_the_built_windows(feed: Feed) -> None:
    pools = range(feed.pools_per_epoch)
    batches = [batch for pool in pools for batch in feed.batches(pool, decaying=True)]
    mix = feed.mix(pools, decaying=True)
    assert mix.windows == sum(len(batch.ids) for batch in batches)
    assert mix.answered == sum(int((batch.start > 0).sum()) for batch in batches)
    units = feed.units(0, True)[: feed.pools_per_epoch * RECIPE.schedule.pool_units]
    lone = [row for row, _ in units if feed.examples[row].start is not None]
    assert mix.near_misses == sum(bool(feed.examples[row].negatives) for row in lone) > 0
    assert sum(mix.shares().values()) == pytest.approx(1, abs=1e-3)


def test_a_window_shows_the_headings_above_its_own_passage(feed: Feed) -> None:
    contexts = [replace(c, section=("Part", f"Walk {row}")) for row, c in enumerate(feed.contexts)]
    words = (
        [c.text for c in contexts] + [e.question for e in feed.examples] + ["Old town > Part Walk"]
    )
    recipe = replace(RECIPE, windows=replace(RECIPE.windows, prefix_share=1.0, typo_share=0.0))
    headed = Feed(recipe, contexts, feed.examples, tiny_tokenizer([*words, *map(str, range(20))]))
    row = next(row for row, example in enumerate(headed.examples) if example.negatives)
    example = headed.examples[row]
    own, miss = headed.windows((row, None), np.random.default_rng(0), 30, 40, 1.0)

    def above(window: Window) -> str:
        ids = window.ids[window.question : window.first]
        return "".join(headed.tokenizer.id_to_token(piece) or "" for piece in ids).replace("##", "")

    assert above(own).endswith(f"part>walk{example.context}")
    assert miss.near_miss
    assert above(miss) in {
        above(own).replace(f"walk{example.context}", f"walk{other}") for other in example.negatives
    }


def test_another_seed_sees_the_same_units_in_another_order(feed: Feed) -> None:
    other = Feed(
        replace(RECIPE, seed=RECIPE.seed + 1), feed.contexts, feed.examples, feed.tokenizer
    )
    assert feed.units(0, True) != other.units(0, True)
    assert sorted(map(str, feed.units(0, True))) == sorted(map(str, other.units(0, True)))
