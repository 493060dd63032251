"""Which addresses are one page, which questions are the same, and which are worded alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.memory.policies.page_url import LONGEST_URL, TRACKING, canonical_url
from wherein.questions.normalisation import question_key
from wherein.questions.words.word_key import word_key

CONTRACTS = Path(__file__).parents[2] / "contracts"
URLS = json.loads((CONTRACTS / "urls.json").read_text("utf-8"))
QUESTIONS = json.loads((CONTRACTS / "questions.json").read_text("utf-8"))
WORD_KEYS = json.loads(Path(__file__).with_name("word-keys.json").read_text("utf-8"))


@pytest.mark.parametrize("case", URLS["cases"], ids=lambda case: case["url"][:60])
def test_urls(case: dict[str, str | None]) -> None:
    url = case["url"]
    assert url is not None
    assert canonical_url(url) == case["canonical"], case["why"]


@pytest.mark.parametrize("case", QUESTIONS["cases"], ids=lambda case: case["question"][:60])
def test_questions(case: dict[str, str]) -> None:
    assert question_key(case["question"]) == case["key"], case["why"]


def test_the_contract_names_the_tracking_parameters() -> None:
    assert URLS["tracking"] == sorted(TRACKING)
    assert URLS["longest"] == LONGEST_URL


def test_a_url_of_a_hundred_thousand_characters_names_no_page() -> None:
    assert canonical_url("https://example.org/" + "a" * 100_000) is None


urls = st.builds(
    "{}://{}{}{}".format,
    st.sampled_from(["http", "HTTPS", "https"]),
    st.sampled_from(["example.org", "EXAMPLE.org.", "example.org:443", "münchen.de", "[::1]:80"]),
    st.text("/.a%2Fé ?&=#:~", max_size=20).map(lambda path: "/" + path),
    st.sampled_from(["", "?utm_source=x", "?a=1&gclid=2", "#top"]),
)


@given(urls)
def test_what_is_canonical_stays_so(url: str) -> None:
    canonical = canonical_url(url)
    if canonical is not None:
        assert canonical_url(canonical) == canonical
        assert "#" not in canonical
        assert canonical.isascii()


@given(st.text(max_size=80))
def test_any_text_is_a_url_or_none(url: str) -> None:
    canonical_url(url)


@pytest.mark.parametrize("case", WORD_KEYS["cases"], ids=lambda case: case["question"][:60])
def test_word_keys(case: dict[str, str]) -> None:
    assert word_key(case["question"]) == case["key"], case["why"]


@given(st.text(max_size=80))
def test_a_word_key_is_its_own_key(question: str) -> None:
    key = word_key(question)
    assert word_key(key) == key
    assert key == " ".join(key.split())


@given(st.text(st.characters(categories=["L", "N", "Z"]), max_size=60))
def test_white_space_and_marks_make_no_difference_to_the_words(question: str) -> None:
    assert word_key(f"  {question} ?!… ") == word_key(question)
