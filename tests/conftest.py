"""What every test may use: a home of its own, engines over it, and the `--soak` switch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres_server import NoServer, Server, emptied, make_template, started
from wherein import Engine


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the longer tests too")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: takes minutes; runs with --soak")


def pytest_pycollect_makemodule(module_path: Path) -> None:
    """Before a file with properties is read: Hypothesis fails an example of 200 ms, which on a busy machine any may take."""
    if "hypothesis" in module_path.read_text("utf-8"):
        from hypothesis import settings

        # Of the default, not of the profile that is loaded: else each file makes the chain of profiles longer.
        settings.register_profile("patient", settings.get_profile("default"), deadline=None)
        settings.load_profile("patient")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--soak"):
        for item in items:
            if "soak" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="runs with --soak"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that is this test's alone, so that nobody's own library is ever touched."""
    folder = tmp_path / "home"
    monkeypatch.setenv("WHEREIN_HOME", str(folder))
    for variable in ("WHEREIN_STORE", "WHEREIN_SEARCH"):
        # Set first, so that what a command of the test sets is gone after it.
        monkeypatch.setenv(variable, "")
        monkeypatch.delenv(variable)
    return folder


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take longer to look at a file than an answer waits."""
    monkeypatch.setattr("wherein.answering.question.kept_files.LONGEST_WAIT_S", 120.0)


@pytest.fixture
def engine(home: Path) -> Iterator[Engine]:
    with Engine.open(home) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """The run's PostgreSQL server. Where it can't start, the tests that need it fail: none is skipped."""
    try:
        server = started()
    except NoServer as reason:
        pytest.fail(str(reason), pytrace=False)
    try:
        make_template(server)
        yield server
    finally:
        server.stop()


@pytest.fixture
def store_url(postgres: Server) -> str:
    """The address of an empty database."""
    return emptied(postgres)
