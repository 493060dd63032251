"""What privacy rules keep out of the memory, and that wiped data are gone from the file, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.core.document import Document
from wherein.encoding.static import StaticEncoder
from wherein.memory.policies.privacy import (
    NotKept,
    PrivacyRules,
    has_personal_data,
    page_key,
    question_refusal,
    url_key,
)
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import PageKey, StoredQuestion, Verdict
from wherein.questions.words.dictionary import english

MODELS = Path(__file__).parents[2] / "models"
PAGE = document(*PARAGRAPHS)
SECRET = "zanzibarplum"


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("reset/eyJhbGciOiJIUzI1NiJ9PATHSEKRIT", False),
        ("v/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N", False),
        ("invite/4f1c2a9b8d7e6f5a4b3c2d1e", False),
        ("doc/3f2504e0-4f89-11d3-9a0c-0305e82c3301/edit", False),
        ("share/vffixK9DIy3A-XSD8kPq2LwZ", False),
        ("news/2024/the-10-best-lighthouses-of-the-northern-coast-in-2024", True),
        ("wiki/List_of_lighthouses_in_the_United_Kingdom_before_1900", True),
        ("wiki/Donaudampfschifffahrtsgesellschaft", True),
    ],
)
def test_an_address_that_lets_in_who_has_it_is_not_kept(path: str, kept: bool) -> None:
    key = url_key(f"https://example.org/{path}")
    assert isinstance(key, PageKey) if kept else key is NotKept.SECRET


@pytest.mark.parametrize(
    "text",
    [
        "Is ann.lee@example.org still valid?",
        "Why does ann (at) example (dot) org bounce?",
        "Who has +41 44 668 18 00?",
        "Is (212) 555-0123 open?",
        "Call 212-555-0123?",
        "Call 555-0123 today?",
        "Wem gehört 044 668 18 00?",
        "Is 4111 1111 1111 1111 blocked?",
        "Is card 5500-0000-0000-0004 mine?",
        "What is 078-05-1120?",
        "Is QQ 12 34 56 C valid?",
        "Is CH93 0076 2011 6238 5295 7 mine?",
        "Is 756.9217.0769.85 right?",
        "Is 1234 5678 9012 an Aadhaar number?",
        "Is 850101-1234 taken?",
        "Whose is 123456789?",
        "Is ABCPD1234E registered?",
        "هل ٠٤٤٦٦٨١٨٠٠ صحيح؟",
    ],
)
def test_personal_data_is_seen(text: str) -> None:
    assert has_personal_data(text)


@pytest.mark.parametrize(
    "text",
    [
        "What happened between 1990 and 1995?",
        "What was 1990-1995 like?",
        "Is 2026-05-31 a Sunday?",
        "How is 1,000,000 written?",
        "Is pi 3.14159265?",
        "Who won 3-2?",
        "What is 50% of $1,200.50?",
        "Is version 10.0.19045 out?",
        "How do I fix error 0x80070005?",
        "Is ISO 9001 needed?",
        "At 10:30 or 14:45?",
        "Is the B12 in 500 mg?",
        "What is section 12(3)?",
        "Is @home a word?",
    ],
)
def test_ordinary_numbers_are_not(text: str) -> None:
    assert not has_personal_data(text)


@given(st.text(max_size=60))
def test_any_text_can_be_looked_at(text: str) -> None:
    has_personal_data(text)
    question_refusal(text, "", english())


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("How tall is the Eiffel Tower?", None),
        ("Who was Gustave Eiffel?", None),
        ("who was gustave eiffel?", None),
        ("What did Ferdinand Krzeszowski say?", NotKept.NAME),
        ("what did krzeszowski say?", NotKept.NAME),
        ("Is Anna Smith in debt?", NotKept.NAME),
        ("What Is The Tallest Tower In The City?", None),
        ("Does it support USB and PDF?", None),
        ("What's in it, and isn't it heavy?", None),
        ("日本の首都はどこですか？", None),
        ("Сколько это стоит?", NotKept.NAME),
    ],
)
def test_names_are_kept_only_when_the_page_has_them(question: str, refused: NotKept | None) -> None:
    assert question_refusal(question, PAGE.text, english()) == refused


@pytest.mark.parametrize(
    ("url", "rules", "expected"),
    [
        ("https://example.org/a#b", PrivacyRules(), "https://example.org/a"),
        ("https://example.org/a?b=1", PrivacyRules(), NotKept.QUERY),
        ("https://example.org/a?utm_source=1", PrivacyRules(), "https://example.org/a"),
        ("https://example.org/a?b=1", PrivacyRules(query_sites=("example.org",)), "https://example.org/a?b=1"),
        ("https://www.example.org/?b", PrivacyRules(query_sites=("*",)), "https://www.example.org/?b"),
        ("https://badexample.org/?b", PrivacyRules(query_sites=("example.org",)), NotKept.QUERY),
        ("https://example.org/", PrivacyRules(sites=("wiki.org",)), NotKept.SITE),
        ("https://en.wiki.org/", PrivacyRules(sites=("wiki.org",)), "https://en.wiki.org/"),
        ("file:///home/ann/diary.html", PrivacyRules(), NotKept.FILE),
        ("FILE:///C:/x", PrivacyRules(), NotKept.FILE),
        ("https://ann:pw@example.org/", PrivacyRules(), NotKept.NO_ADDRESS),
        ("https://mail.example.org/inbox", PrivacyRules(), NotKept.SIGNED_IN),
        ("https://example.org/my-account/orders", PrivacyRules(), NotKept.SIGNED_IN),
        ("https://example.org/checkout", PrivacyRules(), NotKept.SIGNED_IN),
        ("https://example.org/accounting", PrivacyRules(), "https://example.org/accounting"),
        ("about:blank", PrivacyRules(), NotKept.NO_ADDRESS),
        ("https://example.org/" + "a" * 100_000, PrivacyRules(), NotKept.NO_ADDRESS),
    ],
)  # fmt: skip
def test_which_pages_are_remembered(url: str, rules: PrivacyRules, expected: object) -> None:
    key = url_key(url, rules)
    assert (key.text if isinstance(key, PageKey) else key) == expected
    assert page_key(document(*PARAGRAPHS, url=url), rules) == key


def test_a_file_goes_by_its_id_which_hides_its_path() -> None:
    page = document(*PARAGRAPHS, url="/home/ann/secret-plan.txt")
    key = page_key(page)
    assert isinstance(key, PageKey)
    assert key.text == f"document:{page.id}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def encoder() -> StaticEncoder:
    return StaticEncoder.load(MODELS / "static", MODELS / "wordpiece" / "tokenizer.json")


@pytest.fixture
def memory(folder: Path, encoder: StaticEncoder) -> Iterator[QuestionMemory]:
    with SqliteMemory(folder / "memory.sqlite") as store:
        yield QuestionMemory(store, encoder=lambda: encoder, clock=lambda: 1_000_000.0)


def holds(folder: Path, secret: str) -> list[str]:
    """The files below a folder in which the secret stands, in any letter case or encoding."""
    needles = [variant.encode(encoding) for variant in {secret, secret.upper(), secret.title()}
               for encoding in ("utf-8", "utf-16-le")]  # fmt: skip
    return [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and any(needle in path.read_bytes() for needle in needles)
    ]


def secret_page(**changes: str) -> Document:
    return document(
        f"The word of the day is {SECRET}, which nobody else may ever read.", *PARAGRAPHS, **changes
    )


@pytest.mark.parametrize(
    ("question", "page", "private"),
    [
        (f"What is {SECRET}?", secret_page(), True),
        (f"What is {SECRET}?", secret_page(url=f"file:///home/{SECRET}.html"), False),
        (f"What is {SECRET}?", secret_page(url=f"https://example.org/?token={SECRET}"), False),
        (f"What is {SECRET}?", secret_page(url=f"https://mail.example.org/{SECRET}"), False),
        (f"What is {SECRET}?", secret_page(url=""), False),
        (f"Is {SECRET}@example.org the word?", secret_page(), False),
        (f"Is {SECRET} at 212-555-0123?", secret_page(), False),
        (f"Did {SECRET.title()} write it?", PAGE, False),
        (f"What is {SECRET}?", document(f"The word is {SECRET}.", "Log out", *PARAGRAPHS), False),
    ],
)
def test_a_planted_secret_is_in_no_file(
    memory: QuestionMemory, folder: Path, question: str, page: Document, private: bool
) -> None:
    given = [answer(page, "1889")]
    kept = memory.answers.remember(question, page, given, model="m", private=private)
    assert isinstance(kept, NotKept)
    memory.answers.revalidate(question, page)
    memory.verdicts.judge(
        question, PAGE, Verdict.WRONG, answer(PAGE, "1889").span
    ) if "@" in question else None
    memory.others.similar("What is the word?")
    memory.uses.flush()
    assert holds(folder, SECRET) == []


@pytest.mark.parametrize("how", ["everything", "page", "since", "retention"])
def test_what_is_wiped_leaves_no_byte(memory: QuestionMemory, folder: Path, how: str) -> None:
    page = secret_page(url=f"https://example.org/{SECRET}", title=SECRET)
    for number in range(50):
        kept = memory.answers.remember(
            f"What is {SECRET} number {number}?",
            page,
            [answer(page, SECRET)],
            model="m",
            asker=SECRET,
        )
        assert isinstance(kept, StoredQuestion)
    memory.verdicts.judge(
        f"What is {SECRET} number 1?", page, Verdict.RIGHT, answer(page, SECRET).span
    )
    memory.others.similar(f"What is {SECRET}?")
    assert holds(folder, SECRET) != []
    if how == "page":
        memory.store.removal.wipe(page=PageKey(f"https://example.org/{SECRET}"))
    elif how == "since":
        memory.store.removal.wipe(since=0.0)
    elif how == "retention":
        rules = PrivacyRules(retention_days=1)
        QuestionMemory(memory.store, rules=rules, clock=lambda: 2_000_000.0).forget_old()
    else:
        memory.store.removal.wipe()
    assert memory.store.stats().questions == 0
    assert holds(folder, SECRET) == []


def test_nothing_old_is_forgotten_without_a_limit(memory: QuestionMemory) -> None:
    memory.answers.remember("How tall is it?", PAGE, [answer(PAGE, "330 metres")], model="m")
    later = QuestionMemory(memory.store, clock=lambda: 9e9)
    assert later.forget_old().questions == 0
    assert (
        QuestionMemory(memory.store, rules=PrivacyRules(retention_days=30), clock=lambda: 0.0)
        .forget_old()
        .questions
        == 0
    )


def test_others_see_a_question_after_enough_have_asked_it(
    memory: QuestionMemory, encoder: StaticEncoder
) -> None:
    shared = QuestionMemory(
        memory.store,
        rules=PrivacyRules(shared=True, askers=3),
        encoder=lambda: encoder,
        clock=lambda: 1_000_000.0,
    )
    key = page_key(PAGE)
    assert isinstance(key, PageKey)
    question = "How tall is the tower?"

    def seen_by(asker: str) -> tuple[bool, bool, bool, bool]:
        return (
            bool(shared.answers.revalidate(question, PAGE, asker=asker).answers),
            bool(shared.others.popular(key, asker=asker)),
            bool(shared.others.similar(question, asker=asker)),
            bool(
                [c for c in shared.typing.complete("how", PAGE, asker=asker) if c.source == "asked"]
            ),
        )

    for number, asker in enumerate(["ann", "bob", "ann", "cid"]):
        shared.answers.remember(
            question, PAGE, [answer(PAGE, "330 metres")], model="m", asker=asker
        )
        assert seen_by(asker) == (True,) * 4
        assert seen_by("eve") == ((True,) * 4 if number == 3 else (False,) * 4)


def test_a_look_up_by_hash_shows_no_address(memory: QuestionMemory) -> None:
    memory.answers.remember("How tall is it?", PAGE, [answer(PAGE, "330 metres")], model="m")
    key = page_key(PAGE)
    assert isinstance(key, PageKey)
    found = memory.others.pages_like(key.hash[:5])
    assert [page.key for page in found] == [key]
    assert memory.others.pages_like("f" * 5 if not key.hash.startswith("f") else "0" * 5) == []
    with pytest.raises(ValueError, match="hexadecimal"):
        memory.others.pages_like("xyz")
    with pytest.raises(ValueError, match="hexadecimal"):
        memory.others.pages_like("a")
