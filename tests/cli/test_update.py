"""`wherein update --check`: compares with a feed that the person named, and without one asks nobody."""

from __future__ import annotations

import importlib.metadata
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tools.release.__main__ import main as make_dist
from wherein.assets.releases import Release, newest_release
from wherein.cli.main import invoke
from wherein.core.errors import SourceError

HERE = importlib.metadata.version("wherein")


def feed(folder: Path, **form: object) -> Path:
    path = folder / "release.json"
    path.write_text(json.dumps({"product": "wherein", "version": "99.0.1", "notes": "Faster."} | form))  # fmt: skip
    return path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("WHEREIN_HOME", str(folder))
    return folder


@pytest.fixture
def served() -> Iterator[tuple[str, list[str]]]:
    """The address of a server with a feed, and the paths that it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            data = json.dumps({"product": "wherein", "version": "99.0.1"}).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/wherein", asked
    server.shutdown()
    server.server_close()


def test_a_newer_version_is_named_and_not_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["update", "--check", "--from", str(feed(tmp_path))]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"wherein 99.0.1 is there; this is {HERE}.\nFaster.\n")


def test_the_same_version_is_the_newest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    feed(tmp_path, version=HERE)
    assert invoke(["update", "--check", "--from", str(tmp_path), "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert (form["newer"], form["version"], form["newest"]) == (False, HERE, HERE)


def test_the_feed_of_the_settings_is_asked_at_its_address(
    home: Path, served: tuple[str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    address, asked = served
    (home / "config.toml").write_text(f'release_feed = "{address}"\n')
    assert invoke(["update", "--check"]) == 0
    assert asked == ["/wherein/release.json"]
    assert "99.0.1 is there" in capsys.readouterr().out


def test_nothing_but_this_command_asks_the_feed(home: Path, served: tuple[str, list[str]]) -> None:
    address, asked = served
    (home / "config.toml").write_text(f'release_feed = "{address}"\n')
    page = home / "page.txt"
    page.write_text("The boat was built by Ada Berg in 1931.\n")
    for command in (["ask", str(page), "Who built the boat?"], ["list"], ["doctor"], ["update"]):
        invoke(command)
    assert asked == []


def test_without_a_feed_it_says_how_to_name_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["update", "--check"]) == 2
    assert "No release feed is named. Name one: wherein update --check --from PLACE" in capsys.readouterr().err  # fmt: skip
    assert invoke(["update"]) == 2
    assert "does not replace itself" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"product": "other", "version": "9"}', '{"product": "wherein"}', '{"product": "wherein", "version": "9; rm -rf /"}', "\0" * 9],
)  # fmt: skip
def test_what_is_no_feed_is_an_error_with_a_next_step(tmp_path: Path, text: str) -> None:
    (tmp_path / "release.json").write_text(text)
    with pytest.raises(SourceError, match="can't be used") as raised:
        newest_release(str(tmp_path))
    assert raised.value.next_step


def test_a_feed_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="There is no release feed"):
        newest_release(str(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("version", "than", "newer"),
    [("0.2.0", "0.1.9", True), ("0.10", "0.9.5", True), ("0.2", "0.2.0", False), ("0.1.0", "0.2.0", False), ("1", "0.9.9.dev1", True)],
)  # fmt: skip
def test_versions_are_compared_by_their_numbers(version: str, than: str, newer: bool) -> None:
    assert Release(version).is_newer_than(than) is newer


def test_a_build_writes_a_feed_that_can_be_read(tmp_path: Path) -> None:
    out = tmp_path / "dist"
    assert make_dist(["wherein-lab", "--out", str(out)]) == 0
    assert newest_release(str(out)).version == HERE
    listed = {line.split("  ")[1] for line in (out / "SHA256SUMS").read_text().splitlines()}
    assert listed == {path.name for path in out.iterdir()} - {"SHA256SUMS"}
