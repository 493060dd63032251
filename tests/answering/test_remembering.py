"""A repeated question: answered from memory while the text is unchanged, else read again; kept only as the options allow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.memory.makers import answer
from wherein import Engine, InlineText, Outcome, Result
from wherein.answering.library.sources import inline_document
from wherein.answering.options import Options
from wherein.answering.remembering.remembering import Turn
from wherein.core.document import DateKind
from wherein.core.turn import Turn as Turn_
from wherein.memory.store.store import Verdict
from wherein.samples import QUESTION, sample_files
from wherein.server.app import create_app
from wherein.server.wire import wire

URL = "https://harbour.example/staff"
TEXT = "The harbour master of the northern port is Ingrid Haugen.\n\nThe ferry costs 240 kroner."
MASTER = "Who is the harbour master?"


def step(result: Result) -> tuple[str, Outcome]:
    return result.steps[0].name, result.steps[0].outcome


def page(text: str = TEXT, url: str = URL) -> InlineText:
    return InlineText(text, "Staff", url)


def test_a_page_is_answered_from_memory_the_second_time(engine: Engine) -> None:
    first = engine.ask(MASTER, page())
    assert step(first) == ("memory", Outcome.REFUSED)
    again = engine.ask("who is  the harbour master", page())
    assert step(again) == ("memory", Outcome.ANSWERED)
    assert [s.name for s in again.steps] == ["memory"]
    (answer,) = again.answers
    assert answer.found_by == "memory"
    assert answer.span.of(TEXT) == answer.text == first.answers[0].text
    assert again.read.words == 0


def test_a_remembered_answer_is_dated_as_it_was_read(engine: Engine) -> None:
    (source,) = [path for path in sample_files() if path.suffix == ".docx"]
    engine.add(source)
    for asked_of in (None, str(source)):
        read, remembered = (engine.ask(QUESTION, asked_of).answers[0] for _ in range(2))
        assert remembered.found_by == "memory"
        assert (remembered.date, remembered.date_kind) == (read.date, read.date_kind)
        assert read.date is not None
        assert read.date.startswith("2026-11-20")
        assert read.date_kind is DateKind.MODIFIED


def test_the_share_read_is_that_of_the_whole_library(engine: Engine, tmp_path: Path) -> None:
    for number in range(60):
        words = " ".join(f"word{number}x{at}" for at in range(200))
        (tmp_path / f"{number}.txt").write_text(f"The mill of valley {number} is {words}.", "utf-8")
    engine.add(*tmp_path.glob("*.txt"))
    read = engine.ask("Who built the mill?").read
    every = sum(entry.words for entry in engine.documents())
    assert every > 12_000
    assert 0 < read.words < every
    assert read.fraction == pytest.approx(read.words / every, rel=0.01)


@pytest.mark.parametrize(
    "text",
    [
        "A line above.\n\n" + TEXT,
        TEXT + "\n\nCorrection: the harbour master is Olaf Berg.",
        "The following is false:\n\n" + TEXT,
        TEXT.replace("240", "250"),
        TEXT.replace("Ingrid Haugen", "Olaf Berg"),
    ],
    ids=["a line above", "a correction below", "a denial above", "another value", "the answer"],
)
def test_every_edit_of_the_main_text_ends_serving(engine: Engine, text: str) -> None:
    engine.ask(MASTER, page())
    assert step(engine.ask(MASTER, page())) == ("memory", Outcome.ANSWERED)
    changed = engine.ask(MASTER, page(text))
    assert step(changed) == ("memory", Outcome.REFUSED)
    assert changed.steps[0].reason == "The text has changed since it was answered."
    assert changed.read.words > 0


def test_another_question_is_not_the_same(engine: Engine) -> None:
    engine.ask(MASTER, page())
    for other in ("Who is not the harbour master?", "Who was the harbour master in 1990?"):
        assert step(engine.ask(other, page())) == ("memory", Outcome.REFUSED)


def test_nothing_is_kept_without_memory_or_of_a_file_that_was_only_asked(
    engine: Engine, tmp_path: Path, home: Path
) -> None:
    engine.ask(MASTER, page(), Options(memory=False))
    assert step(engine.ask(MASTER, page(), Options(memory=False)))[0] != "memory"
    path = tmp_path / "staff.txt"
    path.write_text(TEXT)
    for _ in range(2):
        assert step(engine.ask(MASTER, str(path)))[0] == "page"
    assert not (home / "memory.sqlite").exists()
    engine.add(path)
    engine.ask(MASTER, str(path))
    assert step(engine.ask(MASTER, str(path))) == ("memory", Outcome.ANSWERED)


def test_the_settings_turn_it_off_and_limit_it(home: Path) -> None:
    home.mkdir()
    for setting in ("memory = false", 'memory_sites = ["other.example"]'):
        (home / "config.toml").write_text(setting)
        with Engine.open(home) as engine:
            engine.ask(MASTER, page())
            again = engine.ask(MASTER, page())
        assert again.answers[0].found_by == "small"


def test_a_damaged_memory_is_reported_and_the_page_is_read(engine: Engine, home: Path) -> None:
    home.mkdir()
    (home / "memory.sqlite").write_bytes(b"\xff" * 5000)
    result = engine.ask(MASTER, page())
    assert step(result) == ("memory", Outcome.SKIPPED)
    assert "memory" in (result.steps[0].reason or "")
    assert result.answers[0].text == "Ingrid Haugen"


@pytest.fixture
def client(engine: Engine) -> TestClient:
    made = TestClient(
        create_app(engine, "t"), base_url="http://127.0.0.1", raise_server_exceptions=False
    )
    made.headers["Authorization"] = "Bearer t"
    return made


def test_what_one_asked_the_next_sees(client: TestClient) -> None:
    asked = {"question": MASTER, "text": TEXT, "url": URL, "title": "Staff"}
    assert client.get("/v1/pages/top", params={"url": URL}).json() == {"questions": []}
    assert client.post("/v1/ask", json=asked).json()["answered"]
    top = client.get("/v1/pages/top", params={"url": URL + "?utm_source=x#y"})
    wire.TopResponse.model_validate(top.json())
    (row,) = top.json()["questions"]
    kept = row["answers"][0]
    assert row["question"] == MASTER
    assert kept["quote"][kept["start"] :].startswith(kept["text"])
    similar = client.get(
        "/v1/questions/similar",
        params={"q": "Who is the master of the harbour?", "url": "https://other.example/"},
    )
    wire.SimilarResponse.model_validate(similar.json())
    assert similar.json()["questions"][0]["url"] == URL
    assert (
        client.post("/v1/ask", json={**asked, "memory": "off"}).json()["steps"][0]["step"] == "page"
    )


def test_a_question_worded_alike_and_an_edited_page_are_read_by_the_server(
    client: TestClient,
) -> None:
    def is_served(question: str, text: str = TEXT) -> bool:
        asked = {"question": question, "text": text, "url": URL, "title": "Staff"}
        first = client.post("/v1/ask", json=asked).json()["steps"][0]
        return bool(first["step"] == "memory" and first["outcome"] == "answered")

    assert [is_served(MASTER) for _ in range(2)] == [False, True]
    assert not is_served("Who is the harbor master?")
    assert not is_served("Who is the harbour master’s boss?")
    assert is_served("who is the harbour master.")
    assert not is_served(MASTER, f"{TEXT}\n\nThe above is false.")


def test_a_wrong_answer_is_served_to_nobody(client: TestClient) -> None:
    asked = {"question": MASTER, "text": TEXT, "url": URL}
    answer = client.post("/v1/ask", json=asked).json()["answers"][0]
    verdict = {**asked, "verdict": "wrong", "start": answer["start"], "end": answer["end"]}
    assert client.post("/v1/feedback", json=verdict).json() == {"kept": True}
    assert client.get("/v1/pages/top", params={"url": URL}).json() == {"questions": []}
    assert client.post("/v1/ask", json=asked).json()["steps"][0]["outcome"] == "refused"
    right = {**asked, "verdict": "span", "start": TEXT.index("240"), "end": TEXT.index("240") + 3}
    assert client.post("/v1/feedback", json=right).json() == {"kept": True}
    served = client.post("/v1/ask", json=asked).json()
    assert [a["text"] for a in served["answers"]] == ["240"]
    assert served["answers"][0]["found_by"] == "person"


def test_completion_and_correction(client: TestClient, engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "staff.txt"
    path.write_text(TEXT)
    document = engine.add(path).added[0].document
    client.post("/v1/ask", json={"question": MASTER, "document": document})
    done = client.get("/v1/complete", params={"prefix": "who is the", "document": document})
    wire.CompleteResponse.model_validate(done.json())
    assert done.json()["completions"][0]["text"].lower() == MASTER.lower()
    meant = client.get(
        "/v1/complete", params={"prefix": "who is the habour mster", "document": document}
    )
    assert "who is the harbour master" in [text.lower() for text in meant.json()["did_you_mean"]]


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("GET", "/v1/pages/top", {}),
        ("GET", "/v1/pages/top", {"url": URL, "document": "d"}),
        ("GET", "/v1/questions/similar", {}),
        ("POST", "/v1/feedback", {"question": "q", "verdict": "wrong", "text": TEXT}),
        ("POST", "/v1/feedback", {"question": "q", "verdict": "wrong", "text": TEXT, "start": 5, "end": 999}),
        ("POST", "/v1/feedback", {"question": "q", "verdict": "maybe", "text": TEXT}),
        ("POST", "/v1/feedback", {"question": "q", "verdict": "not_here"}),
    ],
)  # fmt: skip
def test_errors_are_reported(
    client: TestClient, method: str, path: str, sent: dict[str, object]
) -> None:
    body = {"params": sent} if method == "GET" else {"json": sent}
    response = client.request(method, path, **body)  # type: ignore[arg-type]
    assert response.status_code == 400, response.text
    wire.ErrorResponse.model_validate(response.json())


NIGHT = "A room with two beds and breakfast costs eighty euros a night."
NIGHT_ASKED = "What does a room with two beds cost?"
FERRY = "The ferry leaves the northern harbour at nine in the morning, every day of the week."
LATE_FERRY = FERRY.replace("nine", "eleven")
FERRY_ASKED = "When does the ferry leave the northern harbour?"


@pytest.mark.parametrize(
    ("question", "before", "after"),
    [
        (NIGHT_ASKED, f"# Hotel\n\n## Prices in 2024\n\n{NIGHT}\n", f"# Hotel\n\n## Prices in 1999\n\n{NIGHT}\n"),
        (
            FERRY_ASKED,
            f"# Ferry\n\n## Summer\n\n{FERRY}\n\n## Winter\n\n{LATE_FERRY}\n",
            f"# Ferry\n\n## Winter\n\n{FERRY}\n\n## Summer\n\n{LATE_FERRY}\n",
        ),
        (
            "How many eggs are needed?",
            "# Cake\n\nFor four people you need:\n\n- three large eggs from the farm\n- a cup of flour\n",
            "# Cake\n\nFor eight people you need:\n\n- three large eggs from the farm\n- a cup of flour\n",
        ),
        (
            "How high is the light of Skarholm?",
            "# Lights\n\nHeights in metres:\n\n| Light | Height |\n|---|---|\n| Skarholm | 31 |\n",
            "# Lights\n\nHeights in feet:\n\n| Light | Height |\n|---|---|\n| Skarholm | 31 |\n",
        ),
    ],
    ids=["a heading retitled", "two headings swapped", "what introduces a list", "what introduces a table"],
)  # fmt: skip
def test_an_answer_falls_with_the_heading_above_it_and_with_what_introduces_it(
    engine: Engine, tmp_path: Path, question: str, before: str, after: str
) -> None:
    file = tmp_path / "page.md"
    file.write_text(before, "utf-8")
    engine.add(file)
    assert engine.ask(question, file).answers
    assert step(engine.ask(question, file)) == ("memory", Outcome.ANSWERED)
    file.write_text(after, "utf-8")
    engine.add(file)
    again = engine.ask(question, file)
    assert step(again) == ("memory", Outcome.REFUSED)
    assert again.steps[0].reason == "The text has changed since it was answered."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What is 5 mg for?", "What is .5 mg for?"),
        ("What happens at 5 degrees?", "What happens at –5 degrees?"),
        ("What is 5' long?", 'What is 5" long?'),
        ("How fast is it in Mb/s?", "How fast is it in MB/s?"),
        ("What does -r do?", "What does -R do?"),
        ("What does -r do?", "What does r do?"),
        ("What does --force do?", "What does force do?"),
        ("What does init do?", "What does __init__ do?"),
        ("What is T?", "What is t?"),
        ("What is CO?", "What is Co?"),
        ("What is a dose of Mg?", "What is a dose of mg?"),
    ],
)
def test_signs_and_letters_that_carry_meaning_make_another_question(
    engine: Engine, one: str, other: str
) -> None:
    text = (
        "A tablet of 5 mg is for adults, one of .5 mg for children, a dose of mg or of Mg is never given."
        " At 5 degrees water runs, at –5 degrees it freezes."
        " The pole is 5' long and the nail is 5\" long. It is 8 Mb/s fast, which is 1 MB/s."
        " The option -r reads a folder, -R reverses the order, r does nothing, --force does it, force does not."
        " The command init begins a project and the method __init__ begins an object."
        " T is the temperature, t is the time, CO is a gas and Co is a metal."
    )
    engine.ask(one, page(text))
    assert step(engine.ask(other, page(text))) == ("memory", Outcome.REFUSED)


MISSES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "benchmarks/questions/near/misses.jsonl")
    .read_text("utf-8")
    .splitlines()[::100]
]


@pytest.mark.parametrize("pair", MISSES, ids=lambda pair: f"{pair['kind']}: {pair['second'][:40]}")
def test_the_answer_to_another_question_beside_it_is_never_served(
    engine: Engine, pair: dict[str, str]
) -> None:
    document = inline_document(page(pair["text"]))
    for one, other in (("first", "second"), ("second", "first")):
        right = answer(document, pair[f"{one}_answer"])
        with engine.memory.use(Turn.WRITE) as memory:
            memory.verdicts.judge(pair[one], document, Verdict.SPAN, right.span)
        assert step(engine.ask(pair[other], page(pair["text"]))) == ("memory", Outcome.REFUSED)
        with engine.memory.use(Turn.WRITE) as memory:
            memory.store.removal.wipe()


OPTIONS = [
    Options(limit=1),
    Options(caution="high"),
    Options(reader="sentence"),
    Options(turns=(Turn_("Who is the cook?", "Olaf"),), as_typed=True),
]


@pytest.mark.parametrize("options", OPTIONS, ids=["limit", "caution", "reader", "conversation"])
def test_another_option_is_read_again(engine: Engine, options: Options) -> None:
    engine.ask(MASTER, page())
    assert step(engine.ask(MASTER, page(), options)) == ("memory", Outcome.REFUSED)
    if engine.ask(MASTER, page(), options).answers:
        assert step(engine.ask(MASTER, page(), options)) == ("memory", Outcome.ANSWERED)
    assert step(engine.ask(MASTER, page(), Options(whole=True)))[0] != "memory"


def test_a_corrected_question_is_read_and_its_answer_is_kept_for_neither(engine: Engine) -> None:
    typed, meant = "Which port is nothern?", "Which port is northern?"
    assert engine.ask(typed, page()).meant == meant
    assert step(engine.ask(meant, page())) == ("memory", Outcome.REFUSED)
    again = engine.ask(typed, page())
    assert all(one.outcome is not Outcome.ANSWERED for one in again.steps if one.name == "memory")
    assert again.answers[0].found_by == "small"


ROPE = "Ropes of the northern harbour are checked by Ada Holm every Monday morning."
ASKED = "Who checks the ropes of the northern harbour?"


@pytest.fixture
def kept(engine: Engine, tmp_path: Path) -> Path:
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "ropes.txt").write_text(ROPE, "utf-8")
    (folder / "soup.txt").write_text(
        "Soup is served at noon in the long hall, with bread.", "utf-8"
    )
    engine.add(folder)
    return folder


def test_a_question_to_the_library_is_answered_from_memory_the_second_time(
    engine: Engine, kept: Path
) -> None:
    first = engine.ask(ASKED)
    assert step(first) == ("memory", Outcome.REFUSED)
    again = engine.ask(ASKED)
    assert step(again) == ("memory", Outcome.ANSWERED)
    assert again.answers[0].text == first.answers[0].text == "Ada Holm"
    assert again.answers[0].title == first.answers[0].title
    assert step(engine.ask(ASKED, options=Options(memory=False)))[0] != "memory"
    assert step(engine.ask(ASKED, options=Options(since="1990")))[0] != "memory"


def test_any_change_of_the_library_ends_serving(engine: Engine, kept: Path) -> None:
    engine.ask(ASKED)
    assert step(engine.ask(ASKED)) == ("memory", Outcome.ANSWERED)
    (kept / "tea.txt").write_text("Zebras drink at dawn.", "utf-8")
    engine.add(kept)
    again = engine.ask(ASKED)
    assert step(again) == ("memory", Outcome.REFUSED)
    assert again.steps[0].reason == "The library has changed since it was answered."
    assert step(engine.ask(ASKED)) == ("memory", Outcome.ANSWERED)
    (kept / "newer.txt").write_text(ROPE.replace("Ada Holm", "Olaf Berg"), "utf-8")
    engine.add(kept)
    assert {"Ada Holm", "Olaf Berg"} <= {answer.text for answer in engine.ask(ASKED).answers}
    assert step(engine.ask(ASKED, str(kept / "ropes.txt"))) == ("memory", Outcome.REFUSED)


def test_an_answer_of_the_library_falls_with_its_document_and_its_block(
    engine: Engine, kept: Path
) -> None:
    engine.ask(ASKED)
    (kept / "ropes.txt").write_text(ROPE.replace("Ada Holm", "Nils Dahl"), "utf-8")
    engine.add(kept)
    assert engine.ask(ASKED).answers[0].text == "Nils Dahl"
    engine.remove(str(kept / "ropes.txt"))
    gone = engine.ask(ASKED)
    assert step(gone) == ("memory", Outcome.REFUSED)
    assert "Nils Dahl" not in {answer.text for answer in gone.answers}


def test_a_removed_document_leaves_no_byte_behind(engine: Engine, kept: Path, home: Path) -> None:
    ropes = str(kept / "ropes.txt")
    assert engine.ask(ASKED).answers[0].text == "Ada Holm"
    assert engine.ask(ASKED, ropes).answers[0].text == "Ada Holm"
    engine.ask("When is soup served?", str(kept / "soup.txt"))
    asked = engine.questions.stats().questions
    engine.remove(ropes)
    assert engine.questions.stats().questions == asked - 2
    for path in (*home.glob("library.sqlite*"), *home.glob("memory.sqlite*")):
        assert b"Ada Holm" not in path.read_bytes(), path.name


def test_what_was_judged_wrong_in_its_document_is_not_served_by_the_library(
    engine: Engine, kept: Path
) -> None:
    found = engine.ask(ASKED).answers[0]
    document = engine.document(found.document)
    with engine.memory.use(Turn.WRITE) as memory:
        memory.verdicts.judge(ASKED, document, Verdict.WRONG, found.span)
    assert step(engine.ask(ASKED)) == ("memory", Outcome.REFUSED)
