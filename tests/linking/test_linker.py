"""The linker on the shipped sample: what it links, and what it does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wherein.cli.main import invoke
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.knowledge.names import norms
from wherein.knowledge.store import InstalledBase
from wherein.linking.linker import Linker
from wherein.linking.logit import LogitLinker
from wherein.linking.mentions import find_mentions, harder_mentions
from wherein.linking.variants import inflections, is_typo, one_edit


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> InstalledBase:
    return build_base(tmp_path_factory.mktemp("kb"), "sample", [importer_for("sample")])


@pytest.fixture(scope="module")
def linker(base: InstalledBase) -> Linker:
    return LogitLinker([base])


@pytest.mark.parametrize(
    ("question", "title", "surface"),
    [
        ("What is the capital of Seine-Saint-Denis?", "Seine-Saint-Denis", "Seine-Saint-Denis"),
        ("Where did John Snetzler die?", "John Snetzler", "John Snetzler"),
        ("where did john snetzler die", "John Snetzler", "john snetzler"),
        ("Where did John Snetzlr die?", "John Snetzler", "John Snetzlr"),
        ("Where is Hagia Sophia located?", "Hagia Sophia", "Hagia Sophia"),
        ("What is Gerald Ford's middle name?", "Gerald Ford", "Gerald Ford"),
    ],
)
def test_what_is_named_is_linked(linker: Linker, question: str, title: str, surface: str) -> None:
    links = linker.link(question)
    assert links, question
    assert (links[0].title, links[0].surface) == (title, surface)
    assert links[0].span.of(question) == links[0].surface
    assert links[0].id == f"sample:{title}"
    assert 0 < links[0].score <= 1


@pytest.mark.parametrize(
    "question",
    [
        "Where was Brigita Bukovec born?",
        "Who is John Smithson's wife?",
        "How are you?",
        "?",
        "",
        "What is it to us?",
        "Where did Zorbulon Quaxly die?",
    ],
)
def test_what_is_not_there_is_left_alone(linker: Linker, question: str) -> None:
    assert linker.link(question) == ()


def test_links_do_not_overlap(linker: Linker) -> None:
    links = linker.link("Is Berlin larger than Rome?")
    assert {"Berlin", "Rome"} <= {link.title for link in links}
    for one in links:
        assert not any(one.span.overlaps(other.span) for other in links if other is not one)


def test_other_readings_of_a_word() -> None:
    assert "uruguay" in set(inflections("uruguayan"))
    assert "city" in set(inflections("cities"))
    assert {"snetzler"} <= set(one_edit("snetzlr")) & set(one_edit("snetzelr"))


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("created", "createc", True),
        ("created", "create", True),
        ("created", "craeted", True),
        ("what", "hwat", True),
        ("of", "f", True),
        ("created", "created", False),
        ("created", "craetde", False),
        ("created", "cre", False),
        ("", "a", True),
    ],
)
def test_a_slip_is_one_letter_apart(one: str, other: str, is_one: bool) -> None:
    assert is_typo(one, other) is is_typo(other, one) is is_one


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Who was John Snetzler createc by?", "John Snetzler"),
        ("hWere did John Snetzler die?", "John Snetzler"),
        ("Was Amedeo Avogadro Italian?", "Amedeo Avogadro"),
    ],
)
def test_what_asks_is_no_part_of_a_name_even_mistyped(
    linker: Linker, question: str, title: str
) -> None:
    assert [link.title for link in linker.link(question)] == [title]


def test_a_known_word_is_read_as_another_one_only_when_asked(tmp_path: Path) -> None:
    file = tmp_path / "bowls.jsonl"
    # A word of three openings in a thousand is common, and never respelled.
    titles = ["Super Bowl", "Lake Bawl", *(f"Town {number}" for number in range(400))]
    rows = [{"title": title, "text": f"{title} is known."} for title in titles]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    names = build_base(tmp_path / "kb", "bowls", [importer_for(file)]).names
    words = tuple(norms("Who won the Super Bawl?"))
    easy = find_mentions(words, names)
    hard = find_mentions(words, names, hard=True)
    assert hard == [*easy, *harder_mentions(easy, words, names)]
    assert len(hard) > len(easy)


def test_another_number_is_no_slip(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    rows = [
        {"title": f"Super Bowl {n}", "text": f"Super Bowl {n} was a game."} for n in ("XVI", "1980")
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    games = LogitLinker([build_base(tmp_path / "kb", "games", [importer_for(file)])])
    assert games.link("Who won Super Bowl XVI?")[0].title == "Super Bowl XVI"
    for absent in ("Super Bowl XXVI", "Super Bowl 1981"):
        titles = [link.title for link in games.link(f"Who won {absent}?")]
        assert not {"Super Bowl XVI", "Super Bowl 1980"} & set(titles)


def test_ten_names_are_linked_once_each(linker: Linker) -> None:
    ten = "Berlin, Rome, Paris, Montevideo, Uruguay, France, Friends, The Who, Gerald Ford, Mercury"
    titles = [link.title for link in linker.link(f"What do {ten} have in common?")]
    assert len(titles) == len(set(titles)) >= 3
    assert {"Berlin", "Gerald Ford"} <= set(titles)


def test_eval_linking_gives_its_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    questions = tmp_path / "q.jsonl"
    rows = [
        {"question": "Where did John Snetzler die?", "entities": [{"title": "John Snetzler"}]},
        {"question": "Who wrote the Book of Nothing At All?", "entity": "Book of Nothing At All"},
    ]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert invoke(["kb", "add", "first", "sample", "--json"]) == 0
    added = json.loads(capsys.readouterr().out)
    assert added["articles"] == 311
    assert added["origins"][0]["licence"] == "CC BY-SA 3.0"
    assert (
        invoke(["eval", "linking", "--kb", "first", "--questions", str(questions), "--json"]) == 0
    )
    row = json.loads(capsys.readouterr().out)
    assert set(row) == {
        "n", "linked", "precision", "recall", "f1", "accuracy_in_kb", "false_links_when_absent",
        "milliseconds",
    }  # fmt: skip
    assert (row["n"], row["accuracy_in_kb"], row["false_links_when_absent"]) == (2, 1.0, 0.0)
    assert invoke(["kb", "list"]) == 0
    assert "CC BY-SA 3.0" in capsys.readouterr().out
    assert invoke(["kb", "remove", "first"]) == 0
    assert invoke(["eval", "linking", "--kb", "first", "--questions", str(questions)]) == 2


GLOSSARY = {
    "Backpressure": ("flow control", "Backpressure is a signal from a consumer that it is full."),
    "Idempotent operation": ("idempotence", "An idempotent operation is one that may be repeated."),
    "Write-ahead log": ("WAL", "A write-ahead log is a file of changes written before the data."),
    "Tombstone": ("", "A tombstone is a mark that a record was deleted."),
    "Quorum": ("majority", "A quorum is the number of nodes that must agree."),
}


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What is backpressure?", "Backpressure"),
        ("What is the WAL?", "Write-ahead log"),
        ("Why is a tombstone kept?", "Tombstone"),
        ("How many nodes make a quorum?", "Quorum"),
    ],
)
def test_a_glossary_works_as_an_encyclopedia_does(
    tmp_path: Path, question: str, title: str
) -> None:
    file = tmp_path / "terms.jsonl"
    file.write_text(
        "".join(
            json.dumps({"title": t, "text": text, "aliases": [alias] if alias else []}) + "\n"
            for t, (alias, text) in GLOSSARY.items()
        ),
        "utf-8",
    )
    with_terms = LogitLinker([build_base(tmp_path / "kb", "terms", [importer_for(file)])])
    assert [link.title for link in with_terms.link(question)][:1] == [title]


@pytest.mark.parametrize(
    "question",
    [
        "Berlin",
        "John Snetzler " * 200,
        "Berlin, Rome, Paris, Montevideo, Uruguay, France, Friends, The Who, Gerald Ford, Mercury",
        "ما هي عاصمة فرنسا؟",
        "\u202eberlin\u202c",
        "a" * 5000,
        "\x00\ud800?",
        "the the the of of of",
    ],
)
def test_any_question_is_linked_or_left_alone(linker: Linker, question: str) -> None:
    for link in linker.link(question):
        assert link.span.of(question) == link.surface
        assert 0 <= link.score <= 1
