"""What several attempts say together: the surer wins, nothing is shown twice, and the order of equal attempts is no matter."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from wherein.answering.attempts.further_attempt import Joins
from wherein.answering.attempts.merging import Attempted, merged, shown_so_far
from wherein.answering.grading.grades import highest_likely, in_words
from wherein.answering.stages.progress import Progress
from wherein.core.answer import Answer, Coverage, Result
from wherein.core.span import Span

LIMIT = 3
PERHAPS = 0.2


def answer(document: str, start: int, confidence: float) -> Answer:
    span = Span(start, start + 4)
    return Answer("text", document, document, span, f"text {start}", span, (), confidence, "fake")


def result(
    answers: Sequence[Answer], perhaps: Sequence[Answer] = (), question: str = "q"
) -> Result:
    read = Coverage(0.5, 10)
    return Result(question, tuple(answers), tuple(perhaps), bool(answers), (), {}, read, (), 1.0)


@st.composite
def results(draw: st.DrawFn) -> Result:
    """The result of an attempt: at most three answers in order, or at most three perhaps, of a few places."""
    places = draw(
        st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3)), max_size=3, unique=True)
    )
    confidences = st.floats(0.3, 0.99, allow_nan=False)
    found = [answer(document, 10 * at, draw(confidences)) for document, at in places]
    found.sort(key=lambda one: -one.confidence)
    if draw(st.booleans()):
        return result(found)
    weak = [answer(one.document, one.span.start, PERHAPS * one.confidence) for one in found]
    return result((), weak)


JOINS = st.sampled_from(Joins)
ATTEMPTS = st.lists(st.builds(Attempted, results(), JOINS), min_size=1, max_size=4)


def places(answers: Sequence[Answer]) -> list[tuple[str, Span]]:
    return [(one.document, one.span) for one in answers]


def best(of: Result) -> float:
    return of.answers[0].confidence if of.answers else 0.0


@given(ATTEMPTS)
def test_nothing_is_shown_twice_and_answers_are_surest_first(attempts: list[Attempted]) -> None:
    together = merged(attempts, LIMIT)
    for shown in (together.answers, together.perhaps):
        assert len(set(places(shown))) == len(shown)
        assert list(shown) == sorted(shown, key=lambda one: -one.confidence)
    assert together.answered == bool(together.answers)
    assert not (together.answers and attempts[-1].joins is Joins.BESIDE and together.perhaps)


@given(ATTEMPTS)
def test_the_surest_answer_of_all_attempts_is_the_first(attempts: list[Attempted]) -> None:
    most = highest_likely()
    sure = [best(attempts[0].result)]
    for one in attempts[1:]:
        found = best(one.result)
        sure.append(min(found, most) if one.joins is Joins.AS_REPAIR else found)
    assert best(merged(attempts, LIMIT)) == max(sure)


@given(st.lists(results(), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_attempts_at_other_places_is_no_matter(
    found: list[Result], random: object
) -> None:
    distinct = [
        result(
            [
                answer(f"d{number}", one.span.start, one.confidence - number / 1e4)
                for one in each.answers
            ]
        )
        for number, each in enumerate(found)
    ]
    shuffled = list(distinct)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = (
        merged([Attempted(each) for each in order], LIMIT) for order in (distinct, shuffled)
    )
    assert one.answers == other.answers
    assert (one.answered, one.read) == (other.answered, other.read)


@given(ATTEMPTS, results())
def test_the_answers_shown_on_the_way_are_those_of_the_result(
    attempts: list[Attempted], last: Result
) -> None:
    for joins in Joins:
        so_far = merged(attempts, LIMIT)
        progress = Progress(last.answers, last.perhaps, last.read)
        shown = shown_so_far(progress, so_far, joins, LIMIT)
        assert shown.answers == merged([*attempts, Attempted(last, joins)], LIMIT).answers


def test_a_repair_is_at_most_likely_and_named_only_where_it_answers() -> None:
    typed, meant = result([], question="typd"), result([answer("a", 0, 0.99)], question="typed")
    together = merged([Attempted(typed), Attempted(meant, Joins.AS_REPAIR)], LIMIT)
    assert (together.question, together.meant) == ("typd", "typed")
    assert in_words(together.answers[0].confidence) == "likely"
    nothing = result([], question="typed")
    assert merged([Attempted(typed), Attempted(nothing, Joins.AS_REPAIR)], LIMIT).meant is None
    assert merged([Attempted(typed), Attempted(nothing, Joins.AS_RIVAL)], LIMIT).meant == "typed"


def test_what_is_read_beside_the_main_text_leaves_the_share_read() -> None:
    main, rest = result([]), result([answer("a", 0, 0.5)])
    assert merged([Attempted(main), Attempted(rest, Joins.BESIDE_MAIN)], LIMIT).read == main.read
    assert merged([Attempted(main), Attempted(rest, Joins.BESIDE)], LIMIT).read.words == 20
