"""Completing a question from the turns before it: what is added, and what must stay as typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clock import growth
from wherein.answering.question.followups import _understood
from wherein.questions.followups.followup import complete
from wherein.questions.phrases.followup_pronouns import is_name
from wherein.questions.phrases.followup_terms import (
    QUESTION_FEATURES,
    History,
    candidates,
    question_features,
)
from wherein.questions.phrases.followup_word_features import WORD_FEATURES

LENS = History(
    "Lighthouses", "Lenses", (("Who invented the Fresnel lens?", "Augustin-Jean Fresnel"),)
)
VISITORS = History("Annual Report", "", (("How many visitors came in 2018?", "41,000"),))
LIT = History("", "", (("When was the first of Fresnel's lenses lit?", "July 1823"),))
TIDES = History("Tides", "", (("Where are the largest tides in the world?", "Bay of Fundy"),))
SNETZLER = History("John Snetzler", "Life", (("Where did John Snetzler die?", "Schaffhausen"),))

TREATY = History(
    "New Zealand", "", (("When was the Treaty of Waitangi signed?", "6 February 1840"),)
)
TASMAN = History("New Zealand", "", (("Who discovered New Zealand?", "Abel Tasman"),))
YATES = History("New Zealand", "", (("Where did Elizabeth Yates become mayor?", "Onehunga"),))
CLUB = History("", "", (("Which club did Roberts join in 1997?", ""),))
LEAVE = History("", "", (("How many weeks of paid parental leave do I get?", ""),))
BOOK = History("Free Culture", "", (("Who wrote Free Culture?", "Lawrence Lessig"),))
BANK = History("Annual Report", "", (("Where did Marta Lindqvist work?", "Bank of England"),))
KILN = History(
    "Handbook of the kiln",
    "",
    (
        ("Who built the kiln?", "Douglas Fairweather"),
        ("When did Douglas Fairweather build it?", "1987"),
    ),
)
CURIE = History("Marie Curie", "", (("Who was the husband of Marie Curie?", "Pierre Curie"),))


@pytest.mark.parametrize(
    ("history", "typed", "understood"),
    [
        (TASMAN, "When was he born?", "When was Abel Tasman born?"),
        (YATES, "Why did she resign?", "Why did Elizabeth Yates resign?"),
        (BOOK, "When was he born?", "When was Lawrence Lessig born?"),
        (BANK, "When was she born?", "When was Marta Lindqvist born?"),
        (CURIE, "When did he die?", "When did Pierre Curie die?"),
        (CURIE, "When did she die?", "When did Marie Curie die?"),
        (CLUB, "when?", "When did Roberts join in 1997 (club)?"),
        (TREATY, "who?", "By whom was the Treaty of Waitangi signed?"),
        (LEAVE, "When?", "When do I get (weeks of paid parental leave)?"),
        (LEAVE, "Who is eligible?", "Who is eligible (weeks of paid parental leave)?"),
        (History("", "", (("How high is Mount Cook?", ""),)), "why?", "Why is Mount Cook high?"),
        (History("", "", (("Who lit the lamp?", ""),)), "when?", "When: who lit the lamp?"),
        (LENS, "When did he die?", "When did Augustin-Jean Fresnel die?"),
        (LENS, "How heavy is it?", "How heavy is the Fresnel lens?"),
        (LENS, "why?", "Why did Augustin-Jean Fresnel invent the Fresnel lens?"),
        (LENS, "and in 1822?", "Who invented the Fresnel lens in 1822?"),
        (VISITORS, "and in 2019?", "How many visitors came in 2019?"),
        (VISITORS, "What about 2019?", "How many visitors came in 2019?"),
        (VISITORS, "No, I meant in 2017", "How many visitors came in 2017?"),
        (VISITORS, "and from Germany?", "How many visitors came in 2018 from Germany?"),
        (VISITORS, "Why did they come?", "Why did the visitors come?"),
        (LIT, "Where was it put up?", "Where was the first of Fresnel's lenses put up?"),
        (TIDES, "How high are they?", "How high are the largest tides?"),
        (SNETZLER, "Why?", "Why did John Snetzler die?"),
        (SNETZLER, "When was he born?", "When was John Snetzler born?"),
        (SNETZLER, "Who were his parents?", "Who were John Snetzler's parents?"),
    ],
)
def test_what_the_history_supplies_is_added(history: History, typed: str, understood: str) -> None:
    assert complete(typed, history).understood == understood


@pytest.mark.parametrize(
    ("history", "typed"),
    [
        (History(), "When did he die?"),  # nothing before it
        (LENS, "Wann ist er gestorben?"),
        (LENS, "What is the capital of France?"),
        (VISITORS, "How long does bread dough rise before baking?"),
        (SNETZLER, "How many people live in the city of Toronto today?"),
        (LENS, "When Marie Curie died, who took over her laboratory?"),
        (BOOK, "When was the Treaty of Waitangi signed?"),
        (BOOK, "Is Waitangi a town?"),
        (LEAVE, "What is the capital of France?"),
        (LENS, "?!"),
        (LENS, ""),
    ],
)
def test_what_needs_nothing_stays_as_typed(history: History, typed: str) -> None:
    follow_up = complete(typed, history)
    assert follow_up.understood == follow_up.typed == typed
    assert not follow_up.changed
    assert not follow_up.added


@pytest.mark.parametrize(
    ("history", "typed", "pronoun"),
    [
        (TREATY, "When was she born?", "she"),
        (TREATY, "Who were his parents?", "his"),
        (TASMAN, "When was she born?", ""),  # nothing tells against Abel Tasman
        (History("Free Culture", "", (("What is it about?", "property"),)), "Who is he?", "he"),
        (History("Annual Report", "", (("Who beat him?", "Germany"),)), "Was she there?", "she"),
        (LENS, "When was the lamp lit?", ""),
        (LENS, "no, I meant the other one", "the other one"),
    ],
)
def test_he_and_she_are_no_country_and_no_book(history: History, typed: str, pronoun: str) -> None:
    follow_up = complete(typed, history)
    assert follow_up.unclear == pronoun
    assert not pronoun or follow_up.understood == typed


@pytest.mark.parametrize(
    ("asked", "typed", "understood"),
    [
        ("When does the lease begin?", "And when does it end?", "And when does the lease end?"),
        (
            "How long does a bisque firing take?",
            "How hot does it get?",
            "How hot does the bisque firing get?",
        ),
        ("Where does the ferry come from?", "How big is it?", "How big is the ferry?"),
        ("When was the kiln built?", "When was it moved?", "When was the kiln moved?"),
        ("Where is the old garden?", "How big is it?", "How big is the old garden?"),
        ("Which pump failed?", "When did it fail?", "When did the pump fail?"),
    ],
)
def test_it_is_the_subject_without_its_verb(asked: str, typed: str, understood: str) -> None:
    history = History("Notes on the works", "", ((asked, ""),))
    assert complete(typed, history).understood == understood


def test_the_brackets_of_a_title_are_not_said() -> None:
    hole = History("Hole (band)", "Formation", (("Where was Hole founded?", "in Los Angeles"),))
    understood = complete("When did they break up?", hole).understood
    assert "Hole" in understood
    assert "(band" not in understood


def test_they_are_no_verb() -> None:
    history = History("Notes on the works", "", (("What was the first kiln?", "a clamp"),))
    assert complete("Were they romantic?", history).understood == "Were they romantic?"


def test_they_are_what_was_counted_and_not_the_one_person_of_the_title() -> None:
    history = History(
        "Marie Kessler", "Life", (("How many daughters did Marie Kessler have?", "two"),)
    )
    assert complete("And who were they?", history).understood == "And who were the daughters?"


def test_it_is_no_person() -> None:
    assert complete("And when was it moved?", KILN).understood == "And when was the kiln moved?"
    met = History("Annual Report", "", (("When did Marta Lindqvist work there?", "in 1990"),))
    assert complete("How large is it?", met).understood == "How large is it?"


@pytest.mark.parametrize(
    ("asked", "typed", "understood"),
    [
        ("Who repairs the roof?", "And the windows?", "Who repairs the windows?"),
        ("What is the yearly rent?", "And the deposit?", "What is the deposit?"),
        (
            "How long does a bisque firing take?",
            "And a glaze firing?",
            "How long does a glaze firing take?",
        ),
        (
            "How much notice must the Tenant give?",
            "What about the Landlord?",
            "How much notice must the Landlord give?",
        ),
        (
            "When may the Tenant end the lease?",
            "And the Landlord?",
            "When may the Landlord end the lease?",
        ),
        (
            "Are dogs allowed on the slipway?",
            "And in the boathouse?",
            "Are dogs allowed in the boathouse?",
        ),
        (
            "When does the ferry leave the pier?",
            "And the bus?",
            "And the bus?",
        ),
        ("When was the kiln built?", "By whom?", "By whom was the kiln built?"),
        ("And when was the kiln moved?", "Why?", "Why was the kiln moved?"),
        ("Are dogs allowed in the flat?", "and cats?", "Are cats allowed in the flat?"),
        ("When is the rent due?", "And the deposit?", "When is the deposit due?"),
        ("Is the library open on Sunday?", "And the pool?", "Is the pool open on Sunday?"),
        ("How old is the house?", "And the garage?", "How old is the garage?"),
        ("What is the capital of France?", "And Germany?", "What is the capital of Germany?"),
        ("When did Tom Aske resign?", "What about Rosa?", "When did Rosa resign?"),
        ("When did Tom Aske move?", "And Germany?", "And Germany?"),
        ("Is Leeds larger than York?", "And Hull?", "And Hull?"),
        (
            "How long is the notice period for the tenant in Harbour Street?",
            "and for the landlord?",
            "How long is the notice period for the landlord in Harbour Street?",
        ),
        (
            "How many people live in Oslo in winter?",
            "and in Leeds?",
            "How many people live in Leeds in winter?",
        ),
        ("Who swims in winter?", "and in June?", "Who swims in June?"),
        ("Who swims in Oslo?", "and in June?", "Who swims in Oslo in June?"),
        ("When does the regatta take place?", "How long is it?", "How long is the regatta?"),
        ("When does the regatta take place?", "and if it rains?", "and if it rains?"),
        ("Where is the flat?", "Is it allowed to smoke there?", "Is it allowed to smoke there?"),
        ("Who must sign the form?", "by when?", "By when must some answer sign the form?"),
        (
            "Where was the second ship built?",
            "And the first one?",
            "Where was the first ship built?",
        ),
        ("Where was the first ship built?", "And the second?", "Where was the second ship built?"),
        ("What is the chair's salary?", "what about the clerk's?", "What is the clerk's salary?"),
        ("When is the pool open on Monday?", "and Tuesday?", "When is the pool open on Tuesday?"),
        (
            "What does section 4 say of rent?",
            "And in section 5?",
            "What does section 5 say of rent?",
        ),
        (
            "What do section 4 and section 6 say?",
            "and section 5?",
            "and section 5?",
        ),
        (
            "When does the lease of the shop end?",
            "no, not the shop, the flat",
            "When does the lease of the flat end?",
        ),
        ("How high is the rent?", "in dollars?", "How high is the rent in dollars?"),
        ("How high is the rent?", "on call duty", "on call duty"),
        ("How many species did Ann describe?", "Which ones?", "Which species did Ann describe?"),
        (
            "Which book did Ann write?",
            "How many copies did it sell?",
            "How many copies did the book sell?",
        ),
        ("What does the shop cost?", "The same for the flat?", "What does the flat cost?"),
        (
            "What did the roof cost in 2023?",
            "same question for 2024",
            "What did the roof cost in 2024?",
        ),
    ],
)
def test_a_part_takes_the_place_of_its_like(asked: str, typed: str, understood: str) -> None:
    history = History("Notes on the works", "", ((asked, "some answer"),))
    assert complete(typed, history).understood == understood


@pytest.mark.parametrize(
    ("asked", "answer", "typed", "understood"),
    [
        ("When did Paul Roth die?", "1929", "of what?", "Of what did Paul Roth die?"),
        ("When did Paul Roth die?", "", "In which year?", "In which year did Paul Roth die?"),
        ("When is the pool closed?", "in May", "how long?", "How long is the pool closed?"),
        ("Is the bridge closed?", "yes", "since when?", "Since when is the bridge closed?"),
        (
            "Who services the boiler?",
            "Ann",
            "and how often?",
            "How often does Ann service the boiler?",
        ),
    ],
)
def test_a_question_word_of_several_words_asks_the_last_question(
    asked: str, answer: str, typed: str, understood: str
) -> None:
    history = History("Notes on the works", "", ((asked, answer),))
    assert complete(typed, history).understood == understood


@pytest.mark.parametrize("typed", ["what about it?", "why?", "When did it begin?"])
def test_a_question_in_another_language_names_nothing(typed: str) -> None:
    history = History("Notes on the works", "", (("Ist das Rauchen in Wohnungen erlaubt?", ""),))
    assert complete(typed, history).understood == typed


def test_the_added_words_are_named() -> None:
    assert complete("When did he die?", LENS).added == ("augustin", "jean", "fresnel")


def test_a_question_understood_before_supplies_the_next() -> None:
    history = History("Annual Report", "", (*VISITORS.turns, ("and in 2019?", "38,000")))
    assert (
        complete("why?", _understood(history)).understood == "Why did 38,000 visitors come in 2019?"
    )


def test_two_hundred_turns_cost_next_to_nothing() -> None:
    answer = "The lamp burned oil, and later paraffin, until the station was wired. " * 40

    def work(turns: int) -> None:
        asked = tuple((f"What burned in {1700 + n}?", answer) for n in range(turns))
        complete("What else did it burn?", History("John Snetzler", "", asked))

    work(1)  # loads the weights
    assert growth(work, 20, 200) < 5  # only the last turns are looked at


def test_a_question_never_grows_past_the_longest_that_is_allowed() -> None:
    long = History("", "", (("What did " + "very " * 395 + "tall people eat?", "bread"),))
    assert complete("and in 2019?", long).understood == "and in 2019?"


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("John Snetzler", True),
        ("King Crimson", True),
        ("INXS", True),
        ("Hole (band)", True),
        ("Vogue (Madonna song)", True),
        ("James May", True),
        ("Annual Report (draft)", False),
        ("Annual Report", False),
        ("Lighthouses", False),
        ("Travel and expenses policy", False),
        ("", False),
        ("№ ☃", False),
    ],
)
def test_a_title_that_names_somebody(title: str, named: bool) -> None:
    assert is_name(title) is named


TEXT = st.text(st.sampled_from("he Its the, Why?2019 Wołga\u0301🙂\n\"'-"), max_size=60)


def test_a_turn_of_signs_alone_names_nothing() -> None:
    assert complete("and it?", History("", "", (("?", ""),))).understood


@settings(deadline=None, max_examples=150)
@given(TEXT, TEXT, st.lists(st.tuples(TEXT, TEXT), max_size=4))
def test_whatever_is_said_completion_keeps_a_question(
    typed: str, title: str, turns: list[tuple[str, str]]
) -> None:
    follow_up = complete(typed, History(title, "", tuple(turns)))
    assert follow_up.typed == " ".join(typed.split())
    assert follow_up.changed == bool(follow_up.added)


@given(TEXT, st.lists(st.tuples(TEXT, TEXT), max_size=4))
def test_features_have_the_length_of_their_names(typed: str, turns: list[tuple[str, str]]) -> None:
    history = History("A Title", "", tuple(turns))
    assert len(question_features(typed, history)) == len(QUESTION_FEATURES)
    words, rows = candidates(typed, history)
    assert len(words) == len(rows)
    assert all(len(row) == len(WORD_FEATURES) for row in rows)


def test_a_question_that_names_what_it_is_about_takes_nothing_from_a_refused_one() -> None:
    refused = History("", "", (("What is the salary of the president of Peru?", ""),))
    question = "Where are the largest tides in the world?"
    assert complete(question, refused).understood == question


@pytest.mark.parametrize(
    ("asked", "answer", "typed", "understood"),
    [
        ("Is there a gym?", "Yes, in the basement", "when is it open?", "when is the gym open?"),
        ("How much is the fee?", "320", "is it okay to cook outside?", None),
        ("How much is the fee?", "320", "how long does it take to get a permit?", None),
        ("How much is the fee?", "320", "what must guests do if they lose their key?", None),
        ("How much is the fee?", "320", "quiet hours", None),
        ("Which club runs the pool?", "Otter Club", "are they insured?", "are Otter Club insured?"),
        ("Who built the weir?", "Thomas Hale", "how deep is it?", "how deep is the weir?"),
        ("Is storm damage covered?", "Yes", "and flooding?", "Is flooding covered?"),
        ("What time is breakfast?", "7", "and dinner", "What time is dinner?"),
        ("Is there a pool?", "Yes", "heated?", "Is the pool heated?"),
        ("Where can I park?", "behind it", "where exactly?", "Where exactly can I park?"),
        ("Are pets allowed?", "Yes", "ok great, how many?", "How many pets are allowed?"),
    ],
)
def test_the_title_is_no_antecedent_unless_it_was_asked_about(
    asked: str, answer: str, typed: str, understood: str | None
) -> None:
    history = History("Grand Hotel Mirova", "", ((asked, answer),))
    assert complete(typed, history).understood == (understood or typed)


@pytest.mark.parametrize(
    ("typed", "asks"),
    [
        ("thx that's all for today", False),
        ("You're really good at this!", False),
        ("goodbye and have a nice day", False),
        ("hmm okay, I understand", False),
        ("great, and the deposit?", True),
        ("ok so when does it open?", True),
        ("good anchorage for storms", True),
    ],
)
def test_praise_and_goodbye_are_told_from_questions(typed: str, asks: bool) -> None:
    assert complete(typed, History()).is_question is asks
