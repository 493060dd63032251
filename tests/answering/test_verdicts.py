"""A place that a person judged wrong is no answer to that question again, and one that they marked comes first."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from wherein import Engine, InlineText, Options, Result
from wherein.answering.library.notices import LEFT_OUT
from wherein.cli.judging import place_of_words
from wherein.cli.main import invoke
from wherein.core.turn import Turn
from wherein.memory.store.store import Verdict
from wherein.server.app import create_app

RENT = "The rent of the flat is $450 a month, to be paid on the first day of the month."
DEPOSIT = "The deposit of the flat is $900. The deposit of the garage is $120."
OFFICE = "The landlord is Ada Holm, and her office is open from nine to five."
TEXT = f"{RENT}\n\n{DEPOSIT}\n\n{OFFICE}\n"
ASKED = "How much is the deposit?"
OTHERWISE = ("how much was the deposit", "How much, is a deposit?", "HOW MUCH IS THE DEPOSIT")
Judge = Callable[..., None]


@pytest.fixture
def lease(tmp_path: Path, engine: Engine) -> Path:
    path = tmp_path / "lease.txt"
    path.write_text(TEXT, "utf-8")
    engine.add(path)
    return path


@pytest.fixture
def judge(engine: Engine, lease: Path) -> Judge:
    def judged(verdict: Verdict | None, words: str | None, question: str = ASKED) -> None:
        document = engine.document(str(lease))
        span = None if words is None else place_of_words(document, words)
        assert engine.questions.judge_kept(question, document, verdict, span) is None

    return judged


def shown(result: Result) -> list[str]:
    return [answer.text for answer in (*result.answers, *result.perhaps)]


def test_a_place_judged_wrong_is_no_answer_again_and_the_next_candidate_moves_up(
    engine: Engine, lease: Path, judge: Judge
) -> None:
    assert engine.ask(ASKED, lease).answers[0].text == "$900"
    judge(Verdict.WRONG, "$900")
    for question in (ASKED, ASKED, *OTHERWISE):
        for scope in (lease, None, lease.parent):
            result = engine.ask(question, scope)
            assert not any("$900" in text for text in shown(result)), (question, scope)
            assert "$120" in shown(result)
            assert LEFT_OUT in result.notes
            assert result.steps[-1].name == "verdicts"


@pytest.mark.parametrize(
    "other",
    ["How much is my deposit?", "What is the deposit?", "How much is the flat's deposit?"],
    ids=["a pronoun", "another question word", "another word"],
)
def test_it_stays_an_answer_to_every_other_question(
    engine: Engine, lease: Path, judge: Judge, other: str
) -> None:
    judge(Verdict.WRONG, "$900")
    assert engine.ask(other, lease).answers[0].text.startswith("$900")


def test_an_overlapping_span_is_the_same_place(engine: Engine, lease: Path, judge: Judge) -> None:
    judge(Verdict.WRONG, "The deposit of the flat is $900")
    assert not any("$900" in text for text in shown(engine.ask(ASKED, lease)))


def test_where_nothing_else_answers_the_reason_is_given(
    engine: Engine, lease: Path, judge: Judge
) -> None:
    question = "Who is the landlord?"
    assert engine.ask(question, lease).answers[0].text == "Ada Holm"
    judge(Verdict.WRONG, "Ada Holm", question)
    result = engine.ask(question, lease, Options(memory=False))
    assert not any("Ada Holm" in text for text in shown(result))
    assert LEFT_OUT in result.notes


def test_a_verdict_moves_with_its_block_and_ends_with_it(
    engine: Engine, lease: Path, judge: Judge
) -> None:
    judge(Verdict.WRONG, "$900")
    lease.write_text(f"A line above.\n\n{OFFICE}\n\n{DEPOSIT}\n\n{RENT}\n", "utf-8")
    engine.add(lease)
    assert not any("$900" in text for text in shown(engine.ask(ASKED, lease)))
    lease.write_text(TEXT.replace("of the flat is $900", "of the whole flat is $900"), "utf-8")
    engine.add(lease)
    assert engine.ask(ASKED, lease).answers[0].text == "$900"


def test_the_marked_place_comes_first_at_once_however_the_question_is_worded(
    engine: Engine, lease: Path, judge: Judge
) -> None:
    judge(Verdict.WRONG, "$900")
    judge(Verdict.SPAN, "$450")
    for question in (ASKED, *OTHERWISE):
        for scope in (lease, None, lease.parent):
            result = engine.ask(question, scope)
            assert [(a.text, a.found_by) for a in result.answers] == [("$450", "person")]
            assert result.answers[0].quote == RENT
    assert engine.ask("How much is my deposit?", lease).answers[0].found_by != "person"
    of_bob = engine.ask(ASKED, lease, Options(asker="bob"))
    assert "$900" not in shown(of_bob)
    assert of_bob.answers[0].found_by == "person"  # a browser that is paired with this machine
    lease.write_text(TEXT.replace("$450 a month", "$450 a week"), "utf-8")
    engine.add(lease)
    assert not [a for a in engine.ask(ASKED, lease).answers if a.found_by == "person"]


def test_a_later_place_that_is_called_right_comes_first(
    engine: Engine, lease: Path, judge: Judge
) -> None:
    first, *others = shown(engine.ask(ASKED, lease))
    assert (first, "$120" in others) == ("$900", True)
    judge(Verdict.RIGHT, "$120")
    for question in (ASKED, *OTHERWISE):
        for scope in (lease, None):
            result = engine.ask(question, scope)
            assert result.answers[0].text == "$120", (question, scope)


def test_at_the_terminal_what_was_marked_in_a_browser_counts(
    engine: Engine, lease: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = engine.document(str(lease))
    place = place_of_words(document, "$450")
    assert engine.questions.judge(ASKED, document, Verdict.SPAN, place, asker="ann") is None
    assert invoke(["ask", str(lease), ASKED]) == 0
    assert "marked by" in capsys.readouterr().out
    assert invoke(["memory", "judge", "undo", str(lease), ASKED]) == 0
    assert engine.questions.stats().feedback == 0  # a paired browser is the same person's


def test_what_was_marked_in_the_app_counts_for_a_paired_browser_and_the_other_way_round(
    engine: Engine, lease: Path
) -> None:
    document = engine.document(str(lease))

    def first(asker: str) -> str:
        return engine.ask(ASKED, lease, Options(asker=asker)).answers[0].text

    def judged(verdict: Verdict | None, words: str, asker: str) -> None:
        place = place_of_words(document, words)
        assert engine.questions.judge(ASKED, document, verdict, place, asker=asker) is None

    judged(Verdict.SPAN, "$450", "")
    assert [first(""), first("ann")] == ["$450", "$450"]
    judged(Verdict.WRONG, "$450", "ann")
    assert "$450" not in (first(""), first("ann"))
    judged(Verdict.SPAN, "$120", "ann")
    assert [first(""), first("ann")] == ["$120", "$120"]
    assert first("bob") != "$120"
    judged(None, "$120", "")
    assert "$120" not in (first(""), first("ann"))


def test_asked_in_other_words_a_marked_place_that_is_shown_is_named(
    engine: Engine, lease: Path, judge: Judge
) -> None:
    judge(Verdict.SPAN, "$900")
    note = f"You marked “$900” as the answer to “{ASKED}”."
    otherwise = "What deposit has to be paid for the flat?"
    for scope in (lease, None):
        assert note in engine.ask(otherwise, scope).notes
        assert note not in engine.ask(ASKED, scope).notes
        assert note not in engine.ask("Who is the landlord?", scope).notes


def test_a_document_without_the_answer_is_refused_until_it_changes(
    engine: Engine, lease: Path, judge: Judge
) -> None:
    judge(Verdict.NOT_HERE, None)
    for question in (ASKED, *OTHERWISE):
        result = engine.ask(question, lease)
        assert shown(result) == []
        assert LEFT_OUT in result.notes
    lease.write_text(f"{TEXT}\nPets are welcome.\n", "utf-8")
    engine.add(lease)
    assert engine.ask(ASKED, lease).answers


@pytest.mark.parametrize("verdict", [Verdict.WRONG, Verdict.SPAN, Verdict.NOT_HERE])
@pytest.mark.parametrize("by_place", [True, False])
def test_a_verdict_that_is_taken_back_leaves_nothing(
    engine: Engine, lease: Path, judge: Judge, verdict: Verdict, by_place: bool
) -> None:
    before = engine.ask(ASKED, lease)
    words = {Verdict.WRONG: "$900", Verdict.SPAN: "$450"}.get(verdict)
    judge(verdict, words)
    engine.ask(ASKED, lease)
    judge(None, words if by_place else None, "how much is a deposit")
    assert engine.questions.stats().feedback == 0
    after = engine.ask(ASKED, lease)
    assert shown(after) == shown(before)
    assert LEFT_OUT not in after.notes


def test_what_was_typed_and_what_was_understood_count(engine: Engine, lease: Path) -> None:
    document = engine.document(str(lease))
    span = place_of_words(document, "$900")
    understood = "How much is the deposit of the flat?"
    engine.questions.judge(understood, document, Verdict.WRONG, span, typed="And the deposit?")
    for question in (understood, "and a deposit"):
        assert not any("$900" in text for text in shown(engine.ask(question, lease))), question
    # Typed alike in another conversation, it is another question.
    turns = (Turn("How much is the rent of the garage?", "$120", "lease"),)
    completed = engine.understand("And the deposit?", turns).understood
    if completed != "And the deposit?":
        result = engine.ask("And the deposit?", lease, Options(turns=turns))
        assert LEFT_OUT not in result.notes


@pytest.mark.parametrize(
    "question", ["How much is the deposit in July?", "How much is the deposit of 212-555-0123?"]
)
def test_of_a_question_that_may_not_be_kept_only_a_hash_is(
    engine: Engine, lease: Path, judge: Judge, home: Path, question: str
) -> None:
    judge(Verdict.WRONG, "$900", question)
    for words in (question, question.replace("is the", "was a").rstrip("?")):
        assert not any("$900" in text for text in shown(engine.ask(words, lease)))
    assert engine.ask(ASKED, lease).answers[0].text == "$900"
    judge(Verdict.SPAN, "$450", question)
    assert engine.ask(question, lease).answers[0].text == "$450"
    exported = "".join(engine.questions.export())
    assert "July" not in exported
    assert "212-555" not in exported
    assert engine.questions.verdicts()["data"] == []
    judge(None, None, question)
    assert engine.questions.stats().feedback == 0


def test_the_evidence_judged_wrong_is_left_out(engine: Engine, lease: Path, judge: Judge) -> None:
    question = "Is the office open from nine to five?"
    assert engine.ask(question, lease).answers[0].quote == OFFICE
    judge(Verdict.WRONG, OFFICE, question)
    assert not any("office" in text for text in shown(engine.ask(question, lease)))


@pytest.fixture
def client(engine: Engine) -> TestClient:
    made = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1")
    made.headers["Authorization"] = "Bearer t"
    return made


def texts(client: TestClient, body: Mapping[str, object]) -> list[str]:
    reply = client.post("/v1/ask", json=body).json()
    return [answer["text"] for answer in (*reply["answers"], *reply["perhaps"])]


@pytest.mark.parametrize("memory", ["on", "off"])
def test_over_http_with_a_page(client: TestClient, memory: str) -> None:
    page = {"text": TEXT, "url": "https://flat.example/lease", "title": "Lease"}
    asked = {**page, "question": ASKED, "memory": memory}
    first = client.post("/v1/ask", json=asked).json()["answers"][0]
    place = {"start": first["start"], "end": first["end"]}
    said = {**page, **place, "question": ASKED, "verdict": "wrong"}
    assert client.post("/v1/feedback", json=said).json() == {"kept": True}
    for question in (ASKED, *OTHERWISE):
        assert not any("$900" in text for text in texts(client, {**asked, "question": question}))
    right = {"start": TEXT.index("$450"), "end": TEXT.index("$450") + 4}
    client.post("/v1/feedback", json={**said, **right, "verdict": "span"})
    reply = client.post("/v1/ask", json={**asked, "question": OTHERWISE[0]}).json()
    assert [(a["text"], a["found_by"]) for a in reply["answers"]] == [("$450", "person")]
    taken_back = {"question": OTHERWISE[1], "verdict": "withdrawn"}
    assert client.post("/v1/feedback", json=taken_back).json() == {"kept": True}
    assert texts(client, asked)[0] == "$900"


def test_in_chat_programs(client: TestClient, lease: Path, judge: Judge) -> None:
    def said() -> str:
        body = {"model": "wherein", "messages": [{"role": "user", "content": ASKED}]}
        choice = client.post("/v1/chat/completions", json=body).json()["choices"][0]
        return str(choice["message"]["content"])

    assert said().startswith("$900")
    judge(Verdict.WRONG, "$900")
    assert not said().startswith("$900")
    judge(Verdict.SPAN, "$450")
    assert said().startswith("$450")


def test_without_a_memory_it_is_said_that_nothing_is_kept(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("memory = false")
    page = {"text": TEXT, "url": "https://flat.example/lease"}
    start = TEXT.index("$900")
    body = {**page, "question": ASKED, "verdict": "wrong", "start": start, "end": start + 4}
    with Engine.open(home) as engine:
        client = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1")
        client.headers["Authorization"] = "Bearer t"
        reply = client.post("/v1/feedback", json=body).json()
    assert reply == {"kept": False, "reason": "Not kept: the memory is switched off."}
    assert not (home / "memory.sqlite").exists()


def test_on_the_command_line(
    lease: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def run(*arguments: str) -> str:
        invoke(list(arguments))
        return capsys.readouterr().out

    judge = ("memory", "judge")
    assert run(*judge, "wrong", str(lease), ASKED).startswith("“$900” is no longer shown")
    out = run("ask", str(lease), OTHERWISE[0])
    assert ">$120<" in out
    assert ">$900<" not in out
    assert LEFT_OUT in out
    assert run(*judge, "here", str(lease), ASKED, "--words", "$450").startswith("“$450” is the")
    assert "marked by you" in run("ask", OTHERWISE[0])
    assert run(*judge, "undo", ASKED).startswith("The verdicts on this question")
    assert ">$900<" in run("ask", str(lease), ASKED)
    other = tmp_path / "other.txt"
    other.write_text(TEXT.replace("$", "€"), "utf-8")
    assert invoke([*judge, "absent", str(other), ASKED]) == 1
    assert capsys.readouterr().out == "Not kept: the document is not in the library.\n"
    assert json.loads(run(*judge, "absent", str(lease), ASKED, "--json"))["kept"] is True


@pytest.mark.parametrize("is_kept", [True, False])
def test_in_a_conversation_in_the_terminal(
    lease: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_kept: bool,
) -> None:
    source = lease
    if not is_kept:
        source = tmp_path / "only-asked.txt"
        source.write_text(TEXT, "utf-8")

    def chat(*lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        invoke(["chat", str(source)])
        said = capsys.readouterr()
        errors.append(said.out + said.err)
        return said.out

    errors: list[str] = []
    out = chat(ASKED, "/wrong 1", OTHERWISE[0], "/here 1 $450", ASKED, "/undo", ASKED)
    one, two, three, four = out.split("[1]")[1:]
    assert "$900" in one.splitlines()[0]
    assert "“$900” is no longer shown as an answer to this question." in one
    assert ("in this conversation only: the document is not in the library" in one) is not is_kept
    assert "$120" in two.splitlines()[0]
    assert "$450" in three.splitlines()[0]
    assert "$900" in four.splitlines()[0]
    chat(ASKED, "/wrong 9", "/here 1", "/undo now", "/here 1 no such words")
    assert errors[-1].count("wherein:") == 4


def test_a_page_with_a_query_that_is_not_allowed_is_not_kept(engine: Engine) -> None:
    page = InlineText(TEXT, "Lease", "https://flat.example/lease?id=1")
    from wherein.answering.library.sources import inline_document

    document = inline_document(page)
    refused = engine.questions.judge(
        ASKED, document, Verdict.WRONG, place_of_words(document, "$900")
    )
    assert refused is not None
    assert engine.ask(ASKED, page).answers[0].text == "$900"
