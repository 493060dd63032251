"""A server of a team over either store: people, libraries, shares, and one secret that most of them may not read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from wherein import Engine
from wherein.people.access import Right, Role
from wherein.people.people import People
from wherein.server.app import create_app

OPERATOR = "operators-own-token"
SECRET = "zanzibarplum"
SECRET_TEXT = (
    f"The word of the day is {SECRET}.\n\nThe harbour master of the northern port is Ingrid Haugen."
    "\n\nThe night train to Oslo leaves at 22:15."
)
QUESTION = "What is the word of the day?"
READ, WRITE = (Right.READ,), (Right.READ, Right.WRITE)
SETTINGS = "memory_share = true\nmemory_askers = 2\n"


@dataclass
class World:
    """`client` sends with whichever token is named; `secret` is the id of the document with the secret."""

    engine: Engine
    people: People
    client: TestClient
    folder: Path
    tokens: dict[str, str] = field(default_factory=dict)
    secret: str = ""

    def add(self, library: str, path: str, text: str) -> str:
        """Add a file to a library, and return the document's id."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if library == "main":
            summary = self.engine.add(file)
        else:
            with self.engine.in_library(self.people.library(library)) as into:
                summary = into.add(file)
        assert not summary.failed, summary.failed
        return summary.added[0].document

    def person(self, name: str, rights: tuple[Right, ...] = WRITE, is_admin: bool = False) -> None:
        self.people.add(name, is_admin)
        self.tokens[name] = self.people.make_token(name, "test", rights)[1]

    def call(self, who: str, method: str, path: str, **more: Any) -> Any:
        headers = {**more.pop("headers", {})}
        token = OPERATOR if who == "operator" else self.tokens.get(who, who)
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return self.client.request(method, path, headers=headers, **more)

    def ask(self, who: str, question: str = QUESTION, **more: Any) -> Any:
        response = self.call(who, "POST", "/v1/ask", json={"question": question, **more})
        assert response.status_code == 200, response.text
        return response.json()

    def tool(self, who: str, name: str, arguments: dict[str, Any]) -> Any:
        body = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": name, "arguments": arguments},
        }
        return self.mcp(who, body)

    def mcp(self, who: str, body: dict[str, Any]) -> Any:
        accept = {"Accept": "application/json, text/event-stream"}
        response = self.call(who, "POST", "/mcp", json=body, headers=accept)
        assert response.status_code == 200, response.text
        lines = [line for line in response.text.splitlines() if line.startswith("data: ")]
        return json.loads(lines[-1].removeprefix("data: ") if lines else response.text)


@contextmanager
def team(home: Path, folder: Path, settings: str = SETTINGS) -> Iterator[World]:
    """An empty team's server. The store is that of the environment."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text(settings + f"add_folders = [{str(folder)!r}]\n")
    with Engine.open(home) as engine, People.of(engine.home) as people:
        app = create_app(engine, OPERATOR, people=people)
        with TestClient(app, base_url="http://127.0.0.1:8484") as client:
            yield World(engine, people, client, folder)
            app.state.members.close()
        app.state.intake.close()


@contextmanager
def with_secret(home: Path, folder: Path) -> Iterator[World]:
    """anna has the secret in her library. She shares the folder papers of it with bob; sales, of which cid is a member, edits
    the library team; mallory has nothing but her own; root runs the server. All three who may ask about it did."""
    with team(home, folder) as world:
        for name in ("anna", "bob", "cid", "mallory"):
            world.person(name)
        world.person("root", tuple(Right), is_admin=True)
        world.people.add_library("team")
        world.people.join("sales", "cid")
        world.people.share("team", "group:sales", Role.EDITOR)
        world.people.share("anna", "bob", folder=str(folder / "papers"))
        world.secret = world.add("anna", "private/secret.txt", SECRET_TEXT)
        world.add("anna", "papers/light.txt", "The lighthouse of Vardo was built in 1896.")
        world.add("team", "team/plan.txt", "The team meets on Tuesday in room 12.")
        world.add("mallory", "own/ferry.txt", "The ferry to Bergen costs 240 kroner.")
        yield world
