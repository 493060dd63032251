"""Every sentence of the MemoryStore Protocol, over every store there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.memory.makers import asking, stored
from wherein.memory.store.postgres.memory import PostgresMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import Feedback, MemoryStore, PageKey, Standing, Verdict
from wherein.postgres.address import StoreAddress

STORES: dict[str, Callable[[pytest.FixtureRequest, Path], MemoryStore]] = {
    "sqlite": lambda request, folder: SqliteMemory(folder / "memory.sqlite"),
    "postgres": lambda request, folder: PostgresMemory(
        StoreAddress.parse(request.getfixturevalue("store_url"))
    ),
}
DAY = 86_400.0
HOME = PageKey("https://example.org/")


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[MemoryStore]:
    made = STORES[request.param](request, tmp_path)
    yield made
    made.close()


def verdict(
    kind: Verdict, answer: str = "1889", question: str = "When was it finished?"
) -> Feedback:
    context = "It was finished in 1889."
    start = context.index(answer) if answer else None
    return Feedback(HOME, "A page", question, kind, context, answer, start, 1_000_100.0)


def test_an_empty_store(store: MemoryStore) -> None:
    assert store.questions.with_key(HOME, "who") is None
    assert store.questions.with_ids([1, 2]) == []
    assert store.questions.of_page(HOME, 10) == []
    assert store.questions.pages_with("", 10) == []
    assert list(store.exchange.held()) == []
    assert list(store.feedback.given()) == []
    assert store.removal.wipe().questions == 0
    assert store.removal.wipes == 0
    stats = store.stats()
    assert (stats.questions, stats.oldest, stats.newest) == (0, None, None)


def test_what_is_remembered_is_found_by_page_and_key(store: MemoryStore) -> None:
    kept = store.writer.remember(asking())
    found = store.questions.with_key(HOME, "when was it finished")
    assert found == kept
    assert found is not None
    assert found.answers[0] == replace(stored(), id=found.answers[0].id)
    assert found.answers[0].id > 0
    assert (
        store.questions.with_key(PageKey("https://example.org/other"), "when was it finished")
        is None
    )
    assert store.questions.with_key(HOME, "when was it") is None


def test_asking_again_counts_and_replaces_answers(store: MemoryStore) -> None:
    first = store.writer.remember(asking())
    again = store.writer.remember(asking(when=1_000_050.0, answers=(stored("finished"),)))
    assert (again.id, again.uses, again.askers) == (first.id, 2, 1)
    assert [answer.text for answer in again.answers] == ["finished"]
    assert (again.first_asked, again.last_asked) == (1_000_000.0, 1_000_050.0)


def test_a_clock_going_backwards_takes_nothing_back(store: MemoryStore) -> None:
    store.writer.remember(asking(when=2_000_000.0))
    again = store.writer.remember(asking(when=1_000_000.0))
    assert (again.first_asked, again.last_asked, again.uses) == (2_000_000.0, 2_000_000.0, 2)
    store.writer.count_uses({again.id: 3}, 500.0)
    found = store.questions.with_ids([again.id])[0]
    assert (found.last_asked, found.uses) == (2_000_000.0, 5)
    assert found.score >= again.score


def test_uses_of_what_is_gone_are_passed_over(store: MemoryStore) -> None:
    kept = store.writer.remember(asking())
    store.writer.count_uses({kept.id: 1, kept.id + 99: 4}, 1_000_001.0)
    assert store.questions.with_ids([kept.id])[0].uses == 2


def test_different_askers_are_counted_once_each(store: MemoryStore) -> None:
    for asker in ("ann", "bob", "ann"):
        kept = store.writer.remember(asking(asker=asker))
    assert (kept.uses, kept.askers) == (3, 2)
    other = store.writer.remember(asking("who paid for it", asker="eve"))
    assert store.questions.asked_among([other.id, kept.id, 99], "bob") == {kept.id}
    assert store.questions.asked_among([other.id, kept.id], "zoe") == frozenset()


def test_one_asker_s_share_is_listed_and_forgotten(store: MemoryStore) -> None:
    for asker in ("ann", "bob"):
        store.writer.remember(asking(asker=asker))
    alone = store.writer.remember(asking("who paid for it", asker="ann"))
    store.feedback.judge(replace(verdict(Verdict.RIGHT), asker="ann"), "when was it finished", None)
    store.feedback.judge(replace(verdict(Verdict.RIGHT), asker="bob"), "when was it finished", None)
    assert [held.question.key for held in store.exchange.held("bob")] == ["when was it finished"]
    assert len(list(store.exchange.held("ann"))) == 2
    assert [said.asker for said in store.feedback.given("ann")] == ["ann"]
    gone = store.removal.forget("ann")
    assert (gone.questions, gone.feedback) == (1, 1)
    assert store.questions.with_ids([alone.id]) == []
    (left,) = store.exchange.held()
    assert (left.asker_names, left.question.askers) == (("bob",), 1)
    assert list(store.exchange.held("ann")) == []
    assert store.removal.wipes == 1


def test_the_newest_marked_places_are_listed_first(store: MemoryStore) -> None:
    for said, asker in ((Verdict.SPAN, "ann"), (Verdict.RIGHT, "ann"), (Verdict.SPAN, "bob")):
        store.feedback.judge(replace(verdict(said), asker=asker), "when was it finished", None)
    assert [one.asker for one in store.feedback.marked(5)] == ["bob", "ann"]
    assert [one.asker for one in store.feedback.marked(1)] == ["bob"]


def test_questions_come_in_the_order_asked_for(store: MemoryStore) -> None:
    ids = [store.writer.remember(asking(key)).id for key in ("a b", "c d", "e f")]
    wanted = [ids[2], 10_000, ids[0]]
    assert [question.id for question in store.questions.with_ids(wanted)] == [ids[2], ids[0]]


def test_use_and_recency_order_a_page(store: MemoryStore) -> None:
    now = 400 * DAY
    for _ in range(4):
        store.writer.remember(asking("asked often long ago", when=now - 120 * DAY))
    store.writer.remember(asking("asked once today", when=now))
    for _ in range(2):
        store.writer.remember(asking("asked twice a week ago", when=now - 7 * DAY))
    store.writer.remember(asking("elsewhere", page="https://example.org/b", when=now))
    keys = [question.key for question in store.questions.of_page(HOME, 10)]
    assert keys == ["asked twice a week ago", "asked once today", "asked often long ago"]
    assert len(store.questions.of_page(HOME, 2)) == 2
    assert store.questions.of_page(HOME, 0) == []


def test_pages_are_found_by_the_first_digits_of_their_hash(store: MemoryStore) -> None:
    addresses = [f"https://example.org/{number}" for number in range(40)]
    for address in addresses:
        store.writer.remember(asking(page=address))
    wanted = PageKey(addresses[7])
    for digits in (0, 1, 5, 64):
        found = {page.key.text for page in store.questions.pages_with(wanted.hash[:digits], 100)}
        expected = {a for a in addresses if PageKey(a).hash.startswith(wanted.hash[:digits])}
        assert found == expected
    assert store.questions.pages_with(wanted.hash[:4].upper(), 100)[0].key == wanted
    assert store.questions.pages_with("zz", 100) == []
    assert len(store.questions.pages_with("", 3)) == 3
    assert store.questions.page_count() == 40


def test_standings_are_marked_and_wrong_is_final(store: MemoryStore) -> None:
    kept = store.writer.remember(asking())
    answer = kept.answers[0].id
    for standing in (Standing.STALE, Standing.CURRENT, Standing.WRONG, Standing.CURRENT):
        store.writer.mark({answer: standing})
    assert store.questions.with_ids([kept.id])[0].answers[0].standing is Standing.WRONG


def test_a_wrong_answer_is_barred_at_once_and_does_not_come_back(store: MemoryStore) -> None:
    kept = store.writer.remember(asking())
    store.feedback.judge(verdict(Verdict.WRONG), kept.key, None)
    assert not any(a.servable for a in store.questions.with_ids([kept.id])[0].answers)
    again = store.writer.remember(
        asking(answers=(replace(stored(), block="edited"), stored("finished")))
    )
    assert [a.text for a in again.answers if a.servable] == ["finished"]
    assert [f.verdict for f in store.feedback.given()] == [Verdict.WRONG]


def test_a_right_answer_is_kept_when_asked_again(store: MemoryStore) -> None:
    kept = store.writer.remember(asking())
    store.feedback.judge(verdict(Verdict.RIGHT), kept.key, None)
    again = store.writer.remember(asking(answers=(stored("finished"),)))
    assert [(a.text, a.standing) for a in again.answers] == [
        ("1889", Standing.CONFIRMED),
        ("finished", Standing.CURRENT),
    ]


def test_a_right_answer_that_is_found_again_stays_one(store: MemoryStore) -> None:
    kept = store.writer.remember(asking())
    store.feedback.judge(verdict(Verdict.RIGHT), kept.key, None)
    found = replace(stored(), confidence=0.95, model="large@1")
    again = store.writer.remember(asking(answers=(found,)))
    assert [(a.text, a.standing, a.confidence, a.model) for a in again.answers] == [
        ("1889", Standing.CONFIRMED, 0.95, "large@1")
    ]


def test_a_right_answer_that_is_not_stored_has_the_question_read_again(store: MemoryStore) -> None:
    """A perhaps is not stored: what is would be served before it."""
    kept = store.writer.remember(asking())
    store.feedback.judge(verdict(Verdict.RIGHT, "finished"), kept.key, None)
    assert [a for a in store.questions.with_ids([kept.id])[0].answers if a.servable] == []
    assert [f.verdict for f in store.feedback.given()] == [Verdict.RIGHT]


def test_the_right_span_replaces_all_others(store: MemoryStore) -> None:
    kept = store.writer.remember(asking())
    right = replace(stored("finished"), standing=Standing.CONFIRMED, found_by="person")
    store.feedback.judge(verdict(Verdict.SPAN, "finished"), kept.key, right)
    answers = store.questions.with_ids([kept.id])[0].answers
    assert [(a.text, a.standing) for a in answers if a.servable] == [
        ("finished", Standing.CONFIRMED)
    ]


def test_the_right_span_makes_a_question_and_other_verdicts_do_not(store: MemoryStore) -> None:
    store.feedback.judge(verdict(Verdict.WRONG), "when was it finished", None)
    store.feedback.judge(verdict(Verdict.RIGHT), "when was it finished", None)
    assert store.questions.with_key(HOME, "when was it finished") is None
    store.feedback.judge(verdict(Verdict.SPAN), "when was it finished", stored())
    found = store.questions.with_key(HOME, "when was it finished")
    assert found is not None
    assert found.answers[0].text == "1889"


def test_not_here_bars_every_answer(store: MemoryStore) -> None:
    kept = store.writer.remember(asking(answers=(stored(), stored("finished"))))
    store.feedback.judge(verdict(Verdict.NOT_HERE, ""), kept.key, None)
    assert not any(a.servable for a in store.questions.with_ids([kept.id])[0].answers)


def test_export_and_restore_give_back_everything(store: MemoryStore, tmp_path: Path) -> None:
    for asker in ("ann", "bob"):
        store.writer.remember(asking(asker=asker))
    store.writer.remember(asking("who built it", page="https://example.org/b"))
    store.feedback.judge(verdict(Verdict.WRONG), "when was it finished", None)
    held, feedback = list(store.exchange.held()), list(store.feedback.given())
    with SqliteMemory(tmp_path / "other.sqlite") as other:
        assert other.exchange.restore(held, feedback) == (2, 1)
        assert other.exchange.restore(held, feedback) == (0, 0)
        assert list(other.feedback.given()) == feedback
        for one, copy in zip(held, other.exchange.held(), strict=True):
            assert set(copy.asker_names) == set(one.asker_names)
            answers = tuple(replace(a, id=0) for a in copy.question.answers)
            assert answers == tuple(replace(a, id=0) for a in one.question.answers)
            assert replace(copy.question, id=0, answers=()) == replace(
                one.question, id=0, answers=()
            )


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        ({}, set()),
        ({"page": HOME}, {"elsewhere"}),
        ({"since": 2_000.0}, {"early"}),
        ({"before": 2_000.0}, {"late", "elsewhere"}),
        ({"page": HOME, "since": 2_000.0}, {"early", "elsewhere"}),
        ({"page": PageKey("https://unknown.org/")}, {"early", "late", "elsewhere"}),
    ],
)
def test_wiping(store: MemoryStore, condition: dict[str, object], left: set[str]) -> None:
    store.writer.remember(asking("early", when=1_000.0))
    store.writer.remember(asking("late", when=2_000.0))
    store.writer.remember(asking("elsewhere", page="https://example.org/b", when=3_000.0))
    wipes = store.removal.wipes
    wiped = store.removal.wipe(**condition)  # type: ignore[arg-type]
    assert {one.question.key for one in store.exchange.held()} == left
    assert wiped.questions == 3 - len(left)
    assert (store.removal.wipes > wipes) == (wiped.questions > 0)


def test_an_id_is_never_used_twice(store: MemoryStore) -> None:
    old = store.writer.remember(asking()).id
    store.removal.wipe()
    assert store.writer.remember(asking()).id > old


def test_vectors_follow_their_questions(store: MemoryStore) -> None:
    ids = [store.writer.remember(asking(key)).id for key in ("a b", "c d", "e f")]
    missing = store.vectors.missing("small", 2)
    assert [identity for identity, _ in missing] == ids[:2]
    vectors = np.eye(3, 8, dtype=np.float32)
    codes = np.arange(6, dtype=np.uint8).reshape(3, 2)
    store.vectors.put("small", [*ids[:2], 999], vectors, codes)
    assert [identity for identity, _ in store.vectors.missing("small", 9)] == ids[2:]
    assert len(store.vectors.missing("another", 9)) == 3
    ((found_ids, found_codes),) = store.vectors.binary_codes("small", 0)
    assert found_ids.tolist() == ids[:2]
    assert found_codes.tolist() == codes[:2].tolist()
    assert list(store.vectors.binary_codes("small", ids[1])) == []
    there, half = store.vectors.of("small", [ids[1], 999])
    assert (there.tolist(), half.tolist()) == ([ids[1]], [vectors[1].tolist()])
    store.removal.wipe()
    assert list(store.vectors.binary_codes("small", 0)) == []
    assert len(store.vectors.of("small", ids)[0]) == 0


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "a\0b", "'); DROP TABLE pages;--", "😀é\u202e"]
)
def test_hostile_text_comes_back_as_it_was(store: MemoryStore, text: str) -> None:
    answer = stored(text, f"It says {text} here.")
    kept = store.writer.remember(
        asking(text, page=f"https://example.org/{len(text)}", answers=(answer,))
    )
    found = store.questions.with_key(kept.page.key, text)
    assert found is not None
    assert found.answers[0].text == text
