"""Folders that the server follows: switched on and off by request, told how they stand, taken up by the next server."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.clock import until
from wherein import Engine
from wherein.server.app import create_app
from wherein.server.routes.watched_folders import WatchedFolders

EVERY_S = 0.05


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(
        "wherein.server.routes.watched_folders.pause_after", lambda took, every: EVERY_S
    )
    monkeypatch.setattr("wherein.server.routes.watched_folders.EVERY_S", EVERY_S)


@contextmanager
def served(engine: Engine) -> Iterator[TestClient]:
    app = create_app(engine, "t")
    app.state.watched.resume()
    try:
        with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as made:
            made.headers["Authorization"] = "Bearer t"
            yield made
    finally:
        app.state.watched.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "papers"
    made.mkdir()
    (made / "a.md").write_text("# A\n\nThe ferry costs 240 kroner.\n", "utf-8")
    return made


def one(client: TestClient) -> dict[str, Any]:
    (found,) = client.get("/v1/watched").json()["folders"]
    return dict(found)


def shows(client: TestClient, so: Callable[[dict[str, Any]], bool]) -> None:
    until(lambda: so(one(client)))


def names(client: TestClient) -> list[str]:
    documents = client.get("/v1/documents").json()["documents"]
    return sorted(Path(entry["source"]).name for entry in documents)


def test_a_folder_is_followed_until_it_is_switched_off(engine: Engine, folder: Path) -> None:
    with served(engine) as client:
        assert client.post("/v1/watched", json={"folder": str(folder)}).status_code == 200
        shows(client, lambda said: said["state"] == "watched" and said["documents"] == 1)
        (folder / "b.md").write_text("# B\n\nThe captain is Nils Berg.\n", "utf-8")
        (folder / "a.md").unlink()
        shows(client, lambda said: said["documents"] == 1 and names(client) == ["b.md"])
        asked = {"question": "Who is the captain?"}
        assert client.post("/v1/ask", json=asked).json()["answers"][0]["text"] == "Nils Berg"
        (folder / "broken.pdf").write_bytes(b"%PDF-1.4 no pdf")
        shows(client, lambda said: said["failures"] == 1)
        assert one(client)["failed"][0]["reason"]
        (folder / "broken.pdf").unlink()
        (folder / "c.md").write_text("# C\n\nThe captain is Ingrid Haugen.\n", "utf-8")
        shows(client, lambda said: said["documents"] == 2 and said["failures"] == 0)
        gone = client.delete("/v1/watched", params={"folder": str(folder)})
        assert gone.json() == {"folders": []}
        (folder / "b.md").unlink()
        assert names(client) == ["b.md", "c.md"]  # its documents stay


def test_a_change_is_seen_before_the_next_look(
    engine: Engine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "wherein.server.routes.watched_folders.pause_after", lambda took, every: 3600.0
    )
    with served(engine) as client:
        client.post("/v1/watched", json={"folder": str(folder)})
        shows(client, lambda said: said["state"] == "watched" and said["documents"] == 1)
        (folder / "b.md").write_text("# B\n\nThe captain is Nils Berg.\n", "utf-8")
        shows(client, lambda said: said["documents"] == 2)


def test_the_next_server_goes_on(home: Path, folder: Path) -> None:
    with Engine.open(home) as engine, served(engine) as client:
        client.post("/v1/watched", json={"folder": str(folder)})
        shows(client, lambda said: bool(said["documents"] == 1))
    (folder / "b.md").write_text("# B\n\nThe ferry leaves at seven.\n", "utf-8")
    (folder / "a.md").unlink()
    with Engine.open(home) as engine, served(engine) as client:
        shows(client, lambda said: said["state"] == "watched" and names(client) == ["b.md"])
    assert (home / "watching.json").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_is_not_there_is_told_and_taken_up_again(
    engine: Engine, folder: Path
) -> None:
    with served(engine) as client:
        client.post("/v1/watched", json={"folder": str(folder)})
        shows(client, lambda said: bool(said["documents"] == 1))
        away = folder.rename(folder.with_name("away"))
        shows(client, lambda said: said["state"] == "missing" and "not there" in said["reason"])
        assert names(client) == ["a.md"]
        away.rename(folder)
        shows(client, lambda said: said["state"] == "watched" and "reason" not in said)


def test_what_must_not_be_followed_is_refused(engine: Engine, folder: Path, home: Path) -> None:
    (folder / "below").mkdir()
    (folder.parent / ".hidden").mkdir()
    home.mkdir(exist_ok=True)
    with served(engine) as client:
        for path, status in (
            ("papers", 400),
            ("", 400),
            (str(folder / "a.md"), 400),
            (str(folder / "none"), 400),
            ("/etc", 403),
            (str(folder.parent / ".hidden"), 403),
            (str(home), 403),
        ):
            said = client.post("/v1/watched", json={"folder": path})
            assert said.status_code == status, path
            assert said.json()["error"]["next_step"]
        client.post("/v1/watched", json={"folder": str(folder)})
        assert client.post("/v1/watched", json={"folder": str(folder / "below")}).status_code == 400
        assert client.post("/v1/watched", json={"folder": str(folder)}).status_code == 200
        assert client.delete("/v1/watched", params={"folder": "/none"}).status_code == 404
        assert len(client.get("/v1/watched").json()["folders"]) == 1


def test_a_folder_that_the_settings_allow_no_longer_is_not_looked_into(
    engine: Engine, folder: Path, home: Path
) -> None:
    with served(engine) as client:
        client.post("/v1/watched", json={"folder": str(folder)})
        shows(client, lambda said: bool(said["documents"] == 1))
        (home / "config.toml").write_text('add_folders = ["/nowhere"]\n')
        (folder / "b.md").write_text("# B\n\nThe ferry leaves at seven.\n", "utf-8")
        shows(client, lambda said: said["state"] == "trouble" and "add_folders" in said["reason"])
        assert names(client) == ["a.md"]


def test_one_folder_in_trouble_holds_up_no_other(
    engine: Engine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = folder.with_name("other")
    shutil.copytree(folder, other)
    watched = WatchedFolders(engine, EVERY_S)
    try:
        watched.follow(folder)
        until(lambda: watched.folders()[0].documents == 1)

        def fails() -> None:
            raise RuntimeError("a mistake of the program")

        monkeypatch.setattr(watched.folders()[0].watch, "scan", fails)
        until(lambda: watched.folders()[0].state.value == "trouble")
        watched.follow(other)
        until(lambda: watched.folders()[1].documents == 1)
    finally:
        watched.close()
