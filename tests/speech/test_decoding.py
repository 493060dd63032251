"""The cases of pieces and of greedy decoding, which the browser's twins pass too."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.speech.hearing.decoding import decode_greedily
from wherein.speech.hearing.mending import Mend
from wherein.speech.hearing.name_search import NameTrie, search_names
from wherein.speech.hearing.rescoring import Rescored
from wherein.speech.hearing.vocabulary import SPACE, Vocabulary

FILE = Path(__file__).parents[2] / "contracts" / "speech-decoding.json"
CASES: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
VOCABULARY = Vocabulary(CASES["pieces"])


class Table:
    """A model whose logits follow from the last token alone."""

    def next(self, token: int) -> np.ndarray:
        return np.array(
            CASES["logits"].get(str(token), [0.0] * len(CASES["pieces"])), dtype=np.float32
        )

    def all(self, tokens: Sequence[int]) -> np.ndarray:
        return np.stack([self.next(token) for token in tokens])

    def fork(self) -> Table:
        return Table()


@pytest.mark.parametrize("case", CASES["text"])
def test_tokens_to_text(case: dict[str, Any]) -> None:
    assert VOCABULARY.text(case["tokens"]) == case["text"]


@pytest.mark.parametrize("case", CASES["tokens"])
def test_text_to_tokens(case: dict[str, Any]) -> None:
    assert VOCABULARY.tokens(case["text"]) == case["tokens"]


@pytest.mark.parametrize("case", CASES["rarity"])
def test_how_rare_a_text_is(case: dict[str, Any]) -> None:
    whole = Vocabulary(["<unused>"] * 259 + CASES["pieces"])
    assert round(whole.rarity(case["text"]), 5) == case["rarity"]


@given(st.text("abcdé ", max_size=20).filter(lambda text: not text.startswith(" ")))
def test_text_comes_back(text: str) -> None:
    assert VOCABULARY.text(VOCABULARY.tokens(text)) == text


def test_a_word_begins_with_a_space() -> None:
    assert VOCABULARY.begins_word(11)
    assert not VOCABULARY.begins_word(8)
    assert not VOCABULARY.begins_word(99)
    assert CASES["pieces"][11].startswith(SPACE)


def test_another_script_is_refused() -> None:
    with pytest.raises(ValueError, match="no vocabulary"):
        Vocabulary.of_script("const vocabulary = 1;")
    packed = 'x\nconst llama_vocab_base64 = "PHVuaz4KPHM+";\n'
    assert Vocabulary.of_script(packed).text([0, 1]) == ""


@pytest.mark.parametrize("case", CASES["decoding"])
def test_decoding(case: dict[str, Any]) -> None:
    decoded = decode_greedily(Table(), 1, 2, case["most"])
    found = {
        "tokens": list(decoded.tokens),
        "ended": decoded.ended,
        "confidence": round(decoded.confidence, 5),
    }
    assert {key: case[key] for key in found} == found
    assert all(log <= 0 for log in decoded.log_probabilities)
    assert len(decoded.trail) == len(decoded.tokens) + decoded.ended


@pytest.mark.parametrize("case", CASES["names"])
def test_names_along_a_trie(case: dict[str, Any]) -> None:
    decoded = decode_greedily(Table(), 1, 2, case["most"])
    starts = [at for at, token in enumerate(decoded.tokens) if VOCABULARY.begins_word(token)]
    found = search_names(decoded, starts, NameTrie(case["names"]), 2)
    rows = [[one.start, one.end, one.name, round(one.log_probability, 5)] for one in found]
    assert rows == case["found"]


@pytest.mark.parametrize("case", CASES["rescoring"]["mends"], ids=lambda case: str(case["mend"]))
def test_what_the_model_says_of_a_mend(case: dict[str, Any]) -> None:
    rescored = Rescored(CASES["rescoring"]["text"], decode_greedily(Table(), 1, 2, 9), VOCABULARY)
    mend = Mend(*case["mend"])
    evidence = rescored.evidence(mend)
    assert rescored.is_open(mend) is case["open"]
    assert [evidence.loss, evidence.doubt] == pytest.approx([case["loss"], case["doubt"]], abs=1e-4)


def test_the_places_of_names() -> None:
    case = CASES["rescoring"]
    rescored = Rescored(case["text"], decode_greedily(Table(), 1, 2, 9), VOCABULARY)
    trie = NameTrie([VOCABULARY.tokens(name) for name in case["names"]])
    assert [list(one) for one in rescored.found(case["names"], trie)] == case["found"]


def test_a_trie_of_no_tokens_names_nothing() -> None:
    trie = NameTrie([[], [4, 5], [4, 5], [4]])
    assert trie.name is None
    assert trie.after[4].name == 3
    assert trie.after[4].after[5].name == 1
