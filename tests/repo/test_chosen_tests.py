"""`make check` chooses tests for every module of the product, for web/ and for the cases of both languages."""

from __future__ import annotations

import ast

import pytest

from tools.checks import __main__ as command_line
from tools.checks import cover, tests_map, web_code
from tools.checks.choice import Choice, choice, for_module, for_web_file
from tools.checks.imports import importers
from tools.checks.python_code import ROOT, modules, python_tests, statements, statements_of
from tools.checks.tests_map import RecordedTests

PRODUCT = {name: path for name, path in modules().items() if path.parts[0] == "src"}
NOTHING = RecordedTests({}, {}, {})
MOST_BYTES = 300_000
PYTHON_ALONE = {"english-words.json", "word-key.json"}
"""Lexicons that no code of web/ reads."""


@pytest.mark.parametrize("recorded", [tests_map.kept(), NOTHING], ids=["recorded", "imports alone"])
def test_every_module_of_the_product_has_a_test(recorded: RecordedTests) -> None:
    assert len(PRODUCT) > 300
    without = [
        name
        for name in PRODUCT
        if not [test for test in for_module(name, recorded) if (ROOT / test).is_file()]
    ]
    assert without == []


def test_a_change_of_a_module_is_met_by_the_test_of_its_name_and_its_callers() -> None:
    made = choice(["src/wherein/reading/extractive.py"], tests_map.kept())
    assert "tests/reading/test_extractive.py" in made.python
    assert "tests/contract/test_reader.py" in made.python
    assert len(made.python) < len(python_tests()) / 4


def test_a_helper_of_tests_touches_the_files_that_import_it() -> None:
    made = choice(["tests/bad_files.py"], NOTHING)
    assert "tests/cli/test_kb.py" in made.python
    assert "tests/reading/test_marking.py" not in made.python


def test_a_document_touches_the_tests_of_the_repository() -> None:
    assert choice(["docs/doors.md"], NOTHING).python >= {"tests/repo"}


def test_a_registry_counts_as_an_import() -> None:
    assert "wherein.documents.formats" in importers("wherein.documents.office.rtf")[0]
    assert "wherein" in importers("wherein.answering.engine")[0]


@pytest.mark.parametrize(
    "path", sorted(p.name for p in (ROOT / "contracts").glob("*.json")), ids=str
)
def test_cases_run_in_both_languages(path: str) -> None:
    made = choice([f"contracts/{path}"], NOTHING)
    assert [test for test in made.python if test.endswith(".py")]
    assert made.web
    assert made.checks_web


@pytest.mark.parametrize(
    "path", sorted(p.name for p in (ROOT / "contracts/lexicon").glob("*.json")), ids=str
)
def test_a_lexicon_touches_the_modules_that_read_it(path: str) -> None:
    made = choice([f"contracts/lexicon/{path}"], tests_map.kept())
    assert [test for test in made.python if test.endswith(".py")]
    assert made.web or path in PYTHON_ALONE


def test_every_file_of_web_has_a_test_or_is_named_as_one_that_only_a_browser_loads() -> None:
    sources = [path for path in web_code.files() if "/src/" in path]
    assert len(sources) > 200
    for path in sources:
        made = choice([path], NOTHING)
        assert made.checks_web
        assert made.web or made.in_browser, path
        assert not [test for test in made.web if not (ROOT / test).is_file()]


def test_a_file_of_web_is_met_by_what_imports_it() -> None:
    assert "web/reader/tests/gathering.test.ts" in for_web_file(
        "web/reader/src/stages/gathering.ts"
    )
    assert (
        web_code.tests_reaching("web/anchoring/src/span.ts")["web/reader/tests/gathering.test.ts"]
        > 0
    )


def test_a_test_of_web_is_run_itself() -> None:
    path = "web/reader/tests/gathering.test.ts"
    assert choice([path], NOTHING).web == {path}


def test_what_moved_is_found_by_its_own_name() -> None:
    recorded = RecordedTests(
        {"tests/old/test_extractive.py": 2},
        {"wherein.somewhere.extractive": 9},
        {"wherein.somewhere.extractive": ("tests/old/test_extractive.py",)},
    )
    assert recorded.for_module("wherein.reading.extractive") == ["tests/reading/test_extractive.py"]
    assert recorded.seconds_of(["tests/reading/test_extractive.py"]) == 2


def test_an_old_map_says_so_with_the_next_step() -> None:
    assert NOTHING.why_old().endswith("Renew it: make coverage")
    sizes = {name: len(statements_of(name)) for name in modules()}
    now = RecordedTests(dict.fromkeys(python_tests(), 1), sizes, {})
    assert now.why_old() == ""


def test_the_map_is_small_and_reads_back() -> None:
    text = tests_map.FILE.read_text("utf-8")
    assert len(text) <= MOST_BYTES
    kept = tests_map.read(text)
    assert set(kept.tests) == set(kept.statements)
    assert {test for tests in kept.tests.values() for test in tests} <= set(kept.seconds)
    made = tests_map.written(
        {"tests/a/test_b.py": 3.2}, {"m": 4}, {"m": {"tests/a/test_b.py": 0.5}}
    )
    assert made.endswith("a/test_b 5\nm 4\n  a/test_b 5\n")
    assert tests_map.read(made).tests == {"m": ("tests/a/test_b.py",)}


def test_the_cover_takes_its_own_test_first_then_what_adds_most_for_its_time() -> None:
    ran = {
        "tests/x/test_m.py": frozenset({1}),
        "tests/x/test_wide.py": frozenset(range(1, 9)),
        "tests/x/test_slow.py": frozenset(range(1, 10)),
        "tests/contract/test_suite.py": frozenset(range(1, 8)),
        "tests/x/test_same.py": frozenset({1}),
    }
    seconds = dict.fromkeys(ran, 2.0) | {"tests/x/test_slow.py": 100.0}
    assert cover.chosen("wherein.x.m", ran, seconds) == [
        "tests/x/test_m.py",
        "tests/contract/test_suite.py",
        "tests/x/test_wide.py",
    ]
    assert cover.chosen("wherein.x.m", {}, {}) == []


def test_statements_are_those_of_functions() -> None:
    source = '"""Doc."""\nA = 1\n\ndef f(a):\n    """Doc."""\n    if (\n        a\n    ):\n        return 1\n'
    assert statements(ast.parse(source)) == {6: 8, 9: 9}
    assert statements(ast.parse("A = 1\nclass B:\n    c = 2\n")) == {}


def test_what_is_chosen_is_run_in_each_language() -> None:
    made = Choice({"tests/repo", "tests/repo/test_clock.py"}, {"web/reader/tests/a.test.ts"}, True)
    made.web = {"web/extension/tests/store-rules.test.ts"}
    pytest_command, *web = [command[-2:] for command in command_line.commands(made)]
    assert pytest_command == ["pytest", "tests/repo"]
    assert [words[-1] for words in web] == [
        "web-setup",
        "check",
        "web-build",
        "extension/tests/store-rules.test.ts",
    ]
    assert command_line.commands(Choice()) == []


def test_new_and_changed_files_count_as_changed() -> None:
    assert [path for path in command_line.changed("HEAD") if path.startswith("/")] == []


def test_help_and_a_wrong_commit_are_answered_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    for words, status in ((["--help"], 0), (["no-such-commit"], 2), (["--no-such-option"], 2)):
        with pytest.raises(SystemExit) as ended:
            command_line.main(words)
        assert ended.value.code == status
    shown = capsys.readouterr()
    assert "usage: python -m tools.checks" in shown.out
    assert "no-such-commit is not a commit. Name one" in shown.err
