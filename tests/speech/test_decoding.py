"""The cases of pieces and of greedy decoding, which the browser's twins pass too."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.speech.decoding import decode_greedily
from wherein.speech.vocabulary import SPACE, Vocabulary

FILE = Path(__file__).parents[2] / "contracts" / "speech-decoding.json"
CASES: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
VOCABULARY = Vocabulary(CASES["pieces"])


class Table:
    """A model whose logits follow from the last token alone."""

    def next(self, token: int) -> np.ndarray:
        return np.array(CASES["logits"][str(token)], dtype=np.float32)


class Always:
    def __init__(self, added: dict[str, float]) -> None:
        self._added = {int(token): more for token, more in added.items()}

    def added(self) -> dict[int, float]:
        return self._added

    def took(self, token: int) -> None:
        pass


@pytest.mark.parametrize("case", CASES["text"])
def test_tokens_to_text(case: dict[str, Any]) -> None:
    assert VOCABULARY.text(case["tokens"]) == case["text"]


@pytest.mark.parametrize("case", CASES["tokens"])
def test_text_to_tokens(case: dict[str, Any]) -> None:
    assert VOCABULARY.tokens(case["text"]) == case["tokens"]


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
    decoded = decode_greedily(Table(), 1, 2, case["most"], Always(case["bias"]))
    found = {
        "tokens": list(decoded.tokens),
        "ended": decoded.ended,
        "confidence": round(decoded.confidence, 5),
    }
    if "WHEREIN_UPDATE_CONTRACTS" in os.environ:
        case.update(found)
    assert {key: case[key] for key in found} == found
    assert all(log <= 0 for log in decoded.log_probabilities)
