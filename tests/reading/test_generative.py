"""A language model's reply is an answer only where the text contains it, for every form of the prompt."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reading.models import Says, endpoint, streams, whole
from tests.texts import documents
from wherein import Engine
from wherein.answering.options import Options
from wherein.core.answer import Candidate, Outcome
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.home.generative_settings import EndpointSettings, GenerativeSettings
from wherein.passages.sentences import sentence_spans
from wherein.passages.split import split
from wherein.reading.calibration import text_of
from wherein.reading.generative.choices import Choices, choose, headed
from wherein.reading.generative.endpoint import Endpoint
from wherein.reading.generative.gate import Gate
from wherein.reading.generative.generative import (
    GENERATIVE_CONFIDENCE,
    NOT_ASKED,
    PLAIN_MARGIN,
    SAID_OTHER,
    SAID_UNKNOWN,
    GenerativeReader,
    Manner,
    margins,
)
from wherein.reading.generative.grammar import (
    is_refusal,
    said_sentences,
    said_span,
    sentence_grammar,
    span_grammar,
)
from wherein.reading.generative.language_model import Grounding, LanguageModel
from wherein.reading.generative.prompts import DONT_KNOW, PROMPTS, Shown
from wherein.reading.reader import Reading

TEXT = (
    "The bay has the largest tides. They rise 16 metres (52 ft) at Burntcoat Head.\n\n"
    "“Fishing” began in 1604. It's said that U.S. boats came\nlater."
)


def passage(text: str = TEXT, document: str = "d") -> Passage:
    return Passage(document, 0, Span(0, len(text)), text, ("Tides",))


def choices(*texts: str, most_words: int = 500) -> Choices:
    found = [
        Candidate(p, span, float(-at), 0.0)
        for p in [passage(text, f"d{number}") for number, text in enumerate(texts or (TEXT,))]
        for at, span in enumerate(sentence_spans(p.text))
    ]
    return choose(found, most_words, headed(lambda d: "Fundy", lambda d: "2021-05-03T10:00"))


class Sentences:
    """A chooser: every sentence, in order."""

    name = "sentences"

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for p in passages:
            spans = sentence_spans(p.text)
            found = [
                Candidate(p, s.shifted(p.span.start), -float(n), 0.0) for n, s in enumerate(spans)
            ]
            yield Reading((p,), tuple(found))


def reader(model: LanguageModel, **manner: object) -> GenerativeReader:
    heads = headed(lambda d: "Fundy", lambda d: None)
    return GenerativeReader(model, Sentences(), heads, Manner(**manner))  # type: ignore[arg-type]


class Sure:
    """A reader whose one candidate, the first word, has a margin of its own."""

    name = "sure"

    def __init__(self, *margins: float) -> None:
        self._margins = margins

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for p, margin in zip(passages, self._margins, strict=False):
            yield Reading((p,), (Candidate(p, Span(0, 3), margin, 0.0),))


@pytest.mark.parametrize(
    ("best", "asked", "sure"),
    [((4.29,), 0, 0.0), ((-9.0, 4.3), 1, 0.5), ((9.0,), 1, 0.77), ((), 0, 0.0)],
)
def test_a_gate_decides_whether_and_the_model_what(
    best: tuple[float, ...], asked: int, sure: float
) -> None:
    model = Says("16 metres", first={"I": -0.01})  # of itself it would say that it doesn't know
    gated = GenerativeReader(
        model, Sentences(), headed(lambda d: "", lambda d: None), gate=Gate(Sure(*best))
    )
    passages = [passage(document=name) for name in ("d", "e")]
    readings = list(gated.read("How far do they rise?", passages))
    assert [p for reading in readings for p in reading.passages] == passages
    found = [c for reading in readings for c in reading.candidates]
    if not asked:
        assert (found, readings[-1].remark, model.asked) == ([], NOT_ASKED, [])
        return
    assert DONT_KNOW not in str(model.asked[0].grammar)
    assert len(model.asked) == 1
    (one,) = found
    assert text_of(one) == "16 metres"
    assert GENERATIVE_CONFIDENCE.probabilities("", [one], 1)[0] == pytest.approx(sure, abs=0.01)


def test_a_gate_is_for_questions_that_a_few_words_answer() -> None:
    model = Says("[2]")
    manner = Manner(several=lambda question: True)
    gated = GenerativeReader(
        model, Sentences(), headed(lambda d: "", lambda d: None), manner, Gate(Sure(-9.0))
    )
    (reading,) = gated.read("Why do they rise?", [passage()])
    assert [text_of(c) for c in reading.candidates] == [
        "They rise 16 metres (52 ft) at Burntcoat Head."
    ]


# --- the grammars, walked as a sampler would


def walk(grammar: str, draw: random.Random) -> str:
    """A random sentence of a grammar in the part of GBNF that is used here."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.strip().splitlines())

    def of(body: str) -> str:
        out = ""
        alternative = draw.choice(_alternatives(body))
        for token in re.finditer(
            r'"(?:\\.|[^"\\])*"|\((?P<group>.*)\)\?|(?P<name>[\w-]+)(?P<times>\{1,(\d+)\})?',
            alternative,
        ):
            if token["group"] is not None:
                out += of(token["group"]) if draw.random() < 0.7 else ""
            elif token["name"]:
                times = draw.randint(1, int(token[4])) if token["times"] else 1
                out += "".join(of(rules[token["name"]]) for _ in range(times))
            else:
                out += (
                    re.sub(r"\\U([0-9A-F]{8})", lambda m: chr(int(m[1], 16)), token[0][1:-1])
                    .replace('\\"', '"')
                    .replace("\\\\", "\\")
                )
        return out

    return of(rules["root"])


def _alternatives(body: str) -> list[str]:
    if body.startswith(("(", '"')) and " | " not in body:
        return [body]
    return re.findall(r'(?:"(?:\\.|[^"\\])*"|[^|"])+', body)


@settings(max_examples=60, deadline=None)
@given(documents(), st.integers(0, 1000))
def test_whatever_the_span_grammar_allows_stands_in_the_text(document: Document, seed: int) -> None:
    found = [
        Candidate(p, s.shifted(p.span.start), 0.0, 0.0)
        for p in split(document) for s in sentence_spans(p.text)
    ]  # fmt: skip
    if not found:
        return
    shown = choose(found, 60, lambda p: "")
    said = walk(span_grammar(shown), random.Random(seed))
    place = said_span(said, shown, cut=False)
    if is_refusal(said) or not re.search(r"[^\W_]", said):
        return
    assert place is not None, said
    assert place.passage.span.contains(place.span)
    spaceless = "".join(place.span.of(document.text).split()).casefold()
    assert spaceless == "".join(said.split()).rstrip(".,;:!?").casefold()


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_sentence_grammar_allows_is_a_sentence_or_a_refusal(seed: int) -> None:
    shown = choices()
    said = walk(sentence_grammar(shown, several=True), random.Random(seed))
    named = said_sentences(said, shown, several=True)
    assert named is not None
    assert (named == []) == (said == DONT_KNOW)


# --- reading back what was said


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("16 metres (52 ft)", "16 metres (52 ft)"),
        ("  burntcoat head. ", "Burntcoat Head"),
        ('"16 metres"', "16 metres"),
        ("\"Fishing\" began in 1604", "“Fishing” began in 1604"),
        ("boats came later", "boats came\nlater"),
        ("U.S. boats", "U.S. boats"),
        ('{"answer": "1604"}', "1604"),
        ('```json\n{"answer": "1604"}\n```', "1604"),
        ("17 metres", None),
        ("160", None),
        ("metres at", None),
        ("Head. “Fishing”", None),
        ("I don't know", None),
        ("I don’t know.", None),
        ("i do not know", None),
        ('{"answer": "I don\'t know"}', None),
        ('{"answer": 1604}', None),
        ('{"answer": ["1604"]}', None),
        ("", None), ("...", None), ("{", None), ("\x00\ufffd", None),
    ],
)  # fmt: skip
def test_what_was_said_is_found_or_is_nothing(said: str, found: str | None) -> None:
    place = said_span(said, choices(), cut=False)
    assert (place.span.of(TEXT) if place else None) == found


def test_a_reply_that_was_cut_loses_its_last_word() -> None:
    place = said_span("16 metres (52 ft) at Burntc", choices(), cut=True)
    assert place
    assert place.span.of(TEXT) == "16 metres (52 ft) at"
    assert said_span("16 metres (52 ft) at Burntc", choices(), cut=False) is None


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("[2][1]", [2, 1]), ("[1] [1]", [1]), ("1, 2", [1, 2]), ('{"sentences": [3]}', [3]),
        ('{"sentences": []}', []), ("I don't know", []), ("[9]", None), ("[0]", None), ("the second", None),
        ('{"sentences": ["1"]}', None), ('{"sentences": [true]}', None), ('{"sentences": 1}', None), ("[2] [77]", None),
    ],
)  # fmt: skip
def test_numbers_are_those_of_sentences_or_nonsense(said: str, numbers: list[int] | None) -> None:
    shown = choices()
    named = said_sentences(said, shown, several=True)
    wanted = None if numbers is None else [shown.sentences[n - 1].span for n in numbers]
    assert (None if named is None else [c.span for c in named]) == wanted


# --- what is shown


def test_the_sentences_that_matter_in_the_texts_order_under_their_heads() -> None:
    found = [
        Candidate(passage(), s, m, 0.0)
        for s, m in zip(sentence_spans(TEXT), (0.0, 3.0, 2.0, 1.0), strict=True)
    ]
    shown = choose(found, 12, headed(lambda d: "Fundy", lambda d: "2021-05-03T10:00"))
    assert (
        shown.context(numbered=False)
        == "Fundy > Tides (2021-05-03)\nThey rise 16 metres (52 ft) at Burntcoat Head."
    )
    assert [c.rank for c in choose(found, 500, lambda p: "").sentences] == [3, 0, 1, 2]
    assert "[3] “Fishing” began in 1604." in choose(found, 500, lambda p: "").context(numbered=True)


def test_of_equal_words_the_sentence_that_matters_most_is_marked() -> None:
    text = "In 1604 it began. Nothing else. It ended in 1604 again."
    found = [
        Candidate(passage(text), s, m, 0.0)
        for s, m in zip(sentence_spans(text), (0.0, 1.0, 2.0), strict=True)
    ]
    place = said_span("1604", choose(found, 500, lambda p: ""), cut=False)
    assert place
    assert place.span.start == text.rindex("1604")


@pytest.mark.parametrize("name", PROMPTS)
def test_the_text_stands_before_the_question_and_the_date_where_known(name: str) -> None:
    prompt = PROMPTS[name](Shown("CONTEXT", "QUESTION?", "2026-11-22"))
    assert "2026-11-22" in prompt
    assert name == "closed-book" or prompt.index("CONTEXT") < prompt.index("QUESTION?")
    assert "Today" not in PROMPTS[name](Shown("CONTEXT", "QUESTION?"))


def test_the_papers_prompts_word_for_word() -> None:
    shown = Shown("C", "Q?")
    assert PROMPTS["kar"](shown).startswith(
        "Answer the question based on the context below, and if the question can't be answered based on"
        ' the context, say "I don\'t know"'
    )
    assert PROMPTS["closed-book"](shown).startswith("Answer these questions:")
    assert PROMPTS["retrieval-augmented"](shown).startswith(
        "Based on these texts, answer these questions:"
    )


# --- the reader


def answers(
    generative: GenerativeReader, question: str = "How high?"
) -> tuple[list[str], str | None]:
    *_, last = generative.read(question, [passage()])
    return [c.span.of(TEXT) for c in last.candidates], last.remark


def test_a_span_a_refusal_and_what_is_not_there() -> None:
    generative = reader(Says("16 metres", "I don't know", "Seventeen metres"))
    assert answers(generative) == (["16 metres"], None)
    assert answers(generative) == ([], SAID_UNKNOWN)
    assert answers(generative) == ([], SAID_OTHER)
    used = generative.usage
    assert (used.calls, used.refused, used.outside) == (3, 1, 1)
    assert (used.tokens_in, used.tokens_out, used.tokens_cached) == (300, 9, 60)


def test_a_question_for_several_things_is_answered_by_sentences() -> None:
    generative = reader(Says("[3][1]"), several=lambda question: True)
    assert answers(generative) == (
        ["“Fishing” began in 1604.", "The bay has the largest tides."],
        None,
    )
    assert (
        reader(Says("[7]"), several=lambda question: True).answer("q", choices())[1] == SAID_OTHER
    )


def test_the_next_way_is_tried_when_one_is_not_taken_and_then_kept() -> None:
    model = Says("1604", groundings=tuple(Grounding), refuses=[Grounding.GRAMMAR, Grounding.SCHEMA])
    generative = reader(model)
    assert answers(generative) == (["1604"], None)
    assert answers(generative) == (["1604"], None)
    kinds = ["grammar" if r.grammar else "schema" if r.schema else "plain" for r in model.asked]
    assert kinds == ["grammar", "schema", "plain", "plain"]


def test_the_margin_is_the_odds_against_not_knowing() -> None:
    score, null = margins({"16": -0.2, "I": -2.0, " The": -3.0})
    chance = math.exp(-2.0)
    assert score - null == pytest.approx(math.log((1 - chance) / chance))
    assert margins({}) == (PLAIN_MARGIN, 0.0)
    assert margins({"16": -0.1})[1] < -10


def test_one_that_would_rather_answer_is_asked_again_without_the_way_out() -> None:
    model = Says("I don't know", "16 metres", first={"It": -0.3, "I": -3.5})
    assert answers(reader(model)) == (["16 metres"], None)
    first, second = model.asked
    assert DONT_KNOW in (first.grammar or "")
    assert DONT_KNOW not in (second.grammar or "")
    assert first.prompt == second.prompt
    doubtful = Says("I don't know", "16 metres", first={"It": -0.3, "I": -1.5})
    assert answers(reader(doubtful)) == ([], SAID_UNKNOWN)
    assert len(doubtful.asked) == 1


@pytest.mark.parametrize(
    ("behave", "said"),
    [
        (streams('{"answer": ', '"16 metres"}'), ["16 metres"]),
        (whole("Seventeen, I am sure"), []),
        (streams("Sure! It is 16 metres."), []),
        (streams("16 metres."), ["16 metres"]),
        (streams('{"answer": "I don\'t know"}'), []),
    ],
)  # fmt: skip
def test_an_endpoint_that_lies_about_its_form_is_never_believed(
    behave: object, said: list[str]
) -> None:
    with endpoint(behave) as there:  # type: ignore[arg-type]
        generative = reader(Endpoint(EndpointSettings("m", there.url, retries=0, seconds=5)))
        found, remark = answers(generative)
    assert found == said
    assert (remark is None) == bool(said)
    assert generative.usage.calls == 1


# --- in the cascade


def engine_with(home: str, tmp_path: object, url: str, more: str = "") -> Engine:
    from pathlib import Path

    Path(home).mkdir(parents=True, exist_ok=True)
    Path(home, "config.toml").write_text(
        f'[generative]\nmodel = "m"\nurl = "{url}"\nretries = 0\nseconds = 5\n{more}'
    )
    return Engine.open(home)


PAGE = Document("p", "p", "Fundy", "text", TEXT, "h")
# Nothing in the text answers it, so the readers before refuse.
ASKED = "Which painter lived beside the cathedral of Antwerp?"


def outcome(engine: Engine) -> tuple[Outcome, str | None, list[str]]:
    result = engine.ask(ASKED, PAGE, Options(memory=False))
    (step,) = [s for s in result.steps if s.name == "generative"]
    return step.outcome, step.reason, [a.text for a in result.answers]


def test_the_cascade_asks_it_last_but_one_and_reports_the_outcome(
    home: object, tmp_path: object
) -> None:
    with (
        endpoint(streams('{"answer": "Burntcoat Head"}')) as there,
        engine_with(str(home), tmp_path, there.url) as engine,
    ):
        assert outcome(engine) == (Outcome.ANSWERED, None, ["Burntcoat Head"])
        prompt = there.bodies[0]["messages"][0]["content"]
        assert prompt.index("Burntcoat") < prompt.index(ASKED)
        assert re.search(r"Today is \d{4}-\d\d-\d\d\.", prompt)
    with (
        endpoint(streams("I don't know")) as there,
        engine_with(str(home), tmp_path, there.url) as engine,
    ):
        assert outcome(engine) == (Outcome.REFUSED, SAID_UNKNOWN, [])
    with engine_with(str(home), tmp_path, "http://127.0.0.1:9/v1") as engine:
        found, reason, said = outcome(engine)
        assert (found, said) == (Outcome.SKIPPED, [])
        assert "127.0.0.1:9" in (reason or "")


def test_gated_it_is_not_asked_what_the_small_reader_finds_no_answer_to(
    home: object, tmp_path: object
) -> None:
    with (
        endpoint(streams('{"answer": "Burntcoat Head"}')) as there,
        engine_with(str(home), tmp_path, there.url, "gated = true") as engine,
    ):
        assert outcome(engine) == (Outcome.REFUSED, NOT_ASKED, [])
        assert not there.bodies


def test_no_model_is_asked_unless_the_settings_name_one(engine: Engine) -> None:
    assert "generative" not in [step.name for step in engine.ask(ASKED, PAGE).steps]


@pytest.mark.parametrize(
    "table",
    ['generative = 3', '[generative]', '[generative]\nmodel = ""', '[generative]\nmodel = "m"\nseconds = "x"',
     '[generative]\nmodel = "m"\ncolour = "red"', '[generative]\nmodel = "m"\nretries = 1.5', '[generative]\nmodel = "m"\nseconds = -1'],
)  # fmt: skip
def test_settings_that_mean_nothing(table: str, engine: Engine) -> None:
    from wherein.core.errors import UsageError

    engine.home.folder.mkdir(parents=True)
    engine.home.config.write_text(table)
    with pytest.raises(UsageError, match=r"generative|model"):
        Engine.open(engine.home.folder)


def test_settings_are_read() -> None:
    table = {"model": "m", "url": "http://x/v1", "seconds": 5, "price_in": 1, "grammar": True}
    read = GenerativeSettings.of(json.loads(json.dumps(table)), "here")
    assert (read.seconds, read.price_in, read.grammar, read.retries) == (5, 1, True, 3)
