"""Members of a team: what each is told, over every route, tool and store."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.team_world import QUESTION, READ, SECRET, WRITE, World, with_secret
from wherein import Engine
from wherein.people.access import Identity, Person, Right
from wherein.people.people import People
from wherein.server.app import create_app
from wherein.server.team.rights import NEEDS, Need, may_use

STORES = ("sqlite", "postgres")
NOWHERE = "f" * 20
"""The id of a document that is not there."""
MAY_READ = ("anna", "anna-reads", "operator")
"""Who may read the secret."""
ROLES: dict[str, tuple[bool, tuple[Right, ...]] | None] = {
    "": None,
    "wherein_guessed": None,
    "revoked": None,
    "mallory": (False, WRITE),
    "mallory-reads": (False, READ),
    "mallory-writes": (False, (Right.WRITE,)),
    "bob": (False, WRITE),
    "cid": (False, WRITE),
    "root": (True, tuple(Right)),
    "root-writes": (True, WRITE),
    "anna-reads": (False, READ),
    "anna": (False, WRITE),
    "operator": (True, tuple(Right)),
}
"""Each role: whether the person runs the server, and the rights of the token; None for one that is nobody's."""

FEW = ("", "revoked", "mallory", "bob", "root", "anna")
"""The roles of a usual run; all of them are tried with --soak."""
Call = Callable[[World, str], dict[str, Any]]
"""What is sent about a document, by its id."""


def query(**values: Any) -> Call:
    return lambda world, document: {"params": {**values}}


def of(**values: Any) -> Call:
    return lambda world, document: {"params": {"document": document, **values}}


def body(**values: Any) -> Call:
    return lambda world, document: {"json": {**values}}


def about(**values: Any) -> Call:
    return lambda world, document: {"json": {"document": document, **values}}


def below(key: str, many: bool = False) -> Call:
    """A file of the server that is not there, below a folder that requests of those who run it may name."""

    def call(world: World, document: str) -> dict[str, Any]:
        path = str(world.folder / "none.txt")
        return {"json": {key: [path] if many else path}}

    return call


def nothing(world: World, document: str) -> dict[str, Any]:
    return {}


def sound(world: World, document: str) -> dict[str, Any]:
    return {
        "files": {"file": ("x.wav", b"no sound", "audio/wav")},
        "data": {"document": document},
    }


CALLS: dict[str, Call] = {
    "GET /v1/health": nothing,
    "GET /v1/ready": nothing,
    "GET /metrics": nothing,
    "GET /": nothing,
    "GET /library": nothing,
    "GET /tables": nothing,
    "GET /settings": nothing,
    "GET /keys": nothing,
    "GET /sharing": nothing,
    "GET /team": nothing,
    "GET /d/{document:path}": nothing,
    "GET /assets/{name:path}": nothing,
    "GET /help": nothing,
    "GET /help/{name:path}": nothing,
    "GET /pdfjs/{name:path}": nothing,
    "GET /sign-in": nothing,
    "GET /openapi.json": nothing,
    "POST /v1/ask": about(question=QUESTION),
    "POST /v1/understand": body(question=QUESTION, turns=[]),
    "POST /v1/search": about(query="word of the day"),
    "POST /v1/tables": lambda world, document: {
        "json": {"questions": [QUESTION], "each": [document]}
    },
    "POST /v1/write": lambda world, document: {
        "json": {"question": QUESTION, "sources": [{"document": document, "start": 0, "end": 9}]}
    },
    "POST /v1/export": lambda world, document: {
        "json": {"form": "bibtex", "exchanges": [exchange(document)]}
    },
    "GET /v1/documents": nothing,
    "GET /v1/documents/text": of(),
    "GET /v1/documents/boxes": of(spans="0-3"),
    "GET /v1/documents/looks": of(),
    "GET /v1/documents/picture": of(number=0),
    "GET /v1/documents/file": of(),
    "POST /v1/documents": below("sources", many=True),
    "PATCH /v1/documents": lambda world, document: {
        "params": {"document": document},
        "json": {"tags": ["x"]},
    },
    "DELETE /v1/documents": of(),
    "POST /v1/uploads": lambda world, document: {"params": {"name": "x.txt"}, "content": b""},
    "POST /v1/pages": body(url="no address"),
    "GET /v1/adding": nothing,
    "DELETE /v1/adding": nothing,
    "GET /v1/bases": nothing,
    "GET /v1/bases/titles": query(name="wiki"),
    "GET /v1/bases/estimate": lambda world, document: {
        "params": {"source": str(world.folder / "none.txt")}
    },
    "POST /v1/bases": body(name="NO NAME", source=""),
    "DELETE /v1/bases": query(name="wiki"),
    "GET /v1/pages/marked": query(hash="00"),
    "GET /v1/pages/top": of(),
    "GET /v1/questions/similar": query(q=QUESTION),
    "GET /v1/complete": of(prefix="What is the w"),
    "POST /v1/feedback": about(question=QUESTION, verdict="not_here"),
    "GET /v1/memory/mine": nothing,
    "DELETE /v1/memory/mine": nothing,
    "GET /v1/about": nothing,
    "PATCH /v1/settings": body(caution="normal"),
    "GET /v1/me": nothing,
    "GET /v1/me/tokens": nothing,
    "POST /v1/me/tokens": body(program="x", rights=["read"], days=1),
    "DELETE /v1/me/tokens": query(id="nothing"),
    "GET /v1/watched": nothing,
    "POST /v1/watched": below("folder"),
    "DELETE /v1/watched": query(folder="/nowhere"),
    "POST /v1/sign-in-link": nothing,
    "POST /v1/pairing-code": nothing,
    "DELETE /v1/session": nothing,
    "GET /v1/models": nothing,
    "GET /v1/models/{model:path}": nothing,
    "POST /v1/chat/completions": lambda world, document: {
        "json": {
            "model": f"wherein/{document}",
            "messages": [{"role": "user", "content": QUESTION}],
        }
    },
    "POST /v1/embeddings": body(model="wherein", input="x"),
    "POST /v1/audio/transcriptions": sound,
    "POST /v1/audio/translations": sound,
    "POST /v1/audio/speech": body(input=""),
    "GET /mcp": lambda world, document: {"headers": {"Accept": "text/html"}},
    "POST /mcp": body(jsonrpc="2.0", id=1, method="tools/list"),
    "DELETE /mcp": nothing,
    "GET /v1/people": nothing,
    "POST /v1/people": body(name="No Name"),
    "PATCH /v1/people": body(name="nobody", admin=True),
    "DELETE /v1/people": query(name="nobody"),
    "POST /v1/people/link": body(name="nobody"),
    "POST /v1/people/tokens": body(person="nobody", program="x", rights=["read"]),
    "DELETE /v1/people/tokens": query(id="nothing"),
    "POST /v1/groups": body(group="sales", person="nobody"),
    "DELETE /v1/groups": query(group="sales", person="nobody"),
    "POST /v1/libraries": body(name="No Name"),
    "GET /v1/shares": nothing,
    "POST /v1/shares": body(what="anna", whom="nobody"),
    "DELETE /v1/shares": query(what="anna", whom="nobody"),
    "GET /v1/audit": nothing,
    "GET /v1/state": nothing,
}
OF_A_DOCUMENT = {
    route
    for route in CALLS
    if "documents/" in route
    or route
    in (
        "POST /v1/ask", "POST /v1/search", "POST /v1/tables", "POST /v1/write", "POST /v1/export",
        "PATCH /v1/documents", "DELETE /v1/documents", "GET /v1/pages/top", "GET /v1/complete",
        "POST /v1/feedback", "POST /v1/chat/completions", "POST /v1/audio/transcriptions",
    )
}  # fmt: skip
"""What names one document: forbidden and unknown are told alike."""
ANSWERED = OF_A_DOCUMENT - {
    "GET /v1/documents/picture", "GET /v1/documents/file", "POST /v1/write",
    "POST /v1/audio/transcriptions", "POST /v1/feedback", "PATCH /v1/documents",
    "DELETE /v1/documents",
}  # fmt: skip
"""Of these, what answers whoever may read the document."""
CHANGES = ("PATCH /v1/documents", "DELETE /v1/documents", "POST /v1/feedback")


def exchange(document: str) -> dict[str, Any]:
    answer = {"document": document, "title": "T", "text": "a", "quote": "a", "start": 0, "end": 1,
              "quote_start": 0}  # fmt: skip
    return {"question": "Q", "answers": [answer]}


@pytest.fixture(params=STORES)
def world(
    request: pytest.FixtureRequest, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[World]:
    if request.param == "postgres":
        monkeypatch.setenv("WHEREIN_STORE", request.getfixturevalue("store_url"))
    with with_secret(home, tmp_path / "documents") as made:
        for role, known in ROLES.items():
            name, dash, _ = role.partition("-")
            if dash and known is not None:
                made.tokens[role] = made.people.make_token(name, "test", known[1])[1]
        gone, made.tokens["revoked"] = made.people.make_token("anna", "test", WRITE)
        made.people.revoke(gone.id)
        yield made


def routes_of(routes: Iterable[Any]) -> Iterator[str]:
    """Every method and path of an application, also of the routers that it includes."""
    for route in routes:
        if (router := getattr(route, "original_router", None)) is not None:
            yield from routes_of(router.routes)
        else:
            for method in route.methods or ("GET", "POST", "DELETE"):
                yield f"{method} {route.path}"


def test_every_route_is_named(engine: Engine) -> None:
    """A new route is there for no member until it is in `rights`, and fails here until it is tried below."""
    routes = set(routes_of(create_app(engine, "t").router.routes))
    assert routes == {f"{method} {path}" for method, path in NEEDS}
    assert routes == set(CALLS)


@pytest.mark.parametrize(
    "roles", [FEW, pytest.param(tuple(ROLES), marks=pytest.mark.soak)], ids=["few", "all"]
)
def test_what_each_is_told_over_every_route(world: World, roles: tuple[str, ...]) -> None:
    for role in ("anna", "bob", "cid", "mallory"):
        world.ask(role)
    secrets = [SECRET, str(world.folder / "private"), world.secret]
    tried = 0
    for route, call in CALLS.items():
        method, path = route.split(" ")
        need = NEEDS[method, path]
        path = re.sub(r"\{model:path\}", f"wherein/{world.secret}", path)
        path = re.sub(r"\{\w+:path\}", world.secret, path)
        for role in roles:
            known = ROLES[role]
            if role in MAY_READ and route in CHANGES:
                continue
            sent = call(world, world.secret)
            response = world.call(role, method, path, follow_redirects=False, **sent)
            tried += 1
            where = (role, route, response.status_code, response.text[:300])
            check_admitted(role, known, need, response, where)
            if role in MAY_READ:
                assert route not in ANSWERED or response.status_code == 200, where
                continue
            told = (
                response.text.replace(world.secret, "")
                if world.secret in str(sent) + path
                else response.text
            )
            if (
                route == "GET /v1/audit"
            ):  # names documents by their ids, for those who run the server
                told = told.replace(world.secret, "")
            for secret in secrets:
                assert secret not in told, where
            if route in OF_A_DOCUMENT:
                other = world.call(role, method, path, **call(world, NOWHERE))
                assert response.status_code == other.status_code, where
                assert plain(response.text, world.secret) == plain(other.text, NOWHERE), where
    assert tried >= len(CALLS) * len(roles) - len(MAY_READ) * len(CHANGES)


def check_admitted(role: str, known: Any, need: Need, response: Any, where: Any) -> None:
    """Nobody gets past what their token is for, and nobody is kept from what it is for."""
    if need is Need.NOTHING:
        return
    if known is None:
        assert response.status_code == 401, where
        return
    if role == "operator":
        assert response.status_code != 401, where
        return
    who = Identity(Person("", role, known[0]), frozenset(known[1]))
    admitted = may_use(who, need) and Right.READ in known[1]
    refusals = ("This token may not", "Only those who run the server may")
    assert admitted is not any(refusal in response.text for refusal in refusals), where
    assert response.status_code < 500 or response.status_code == 501, where


def plain(text: str, document: str) -> str:
    """A response without the id that was sent, and without times."""
    return re.sub(r'"milliseconds":[0-9.]+', "", text.replace(document, "ID"))


TOOLS: dict[str, Callable[[str], dict[str, Any]]] = {
    "ask": lambda document: {"question": QUESTION, "document": document},
    "search": lambda document: {"query": "word of the day", "within": [document]},
    "fetch": lambda document: {"id": document},
    "add_document": lambda document: {"source": "/etc/hostname"},
    "link_entities": lambda document: {"text": QUESTION},
}


def test_what_each_is_told_by_every_tool(world: World) -> None:
    listed = world.mcp("anna", {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert {tool["name"] for tool in listed["result"]["tools"]} == set(TOOLS)
    for role in ("mallory", "bob", "cid", "root", "mallory-reads"):
        for name, arguments in TOOLS.items():
            told = str(world.tool(role, name, arguments(world.secret)))
            other = str(world.tool(role, name, arguments(NOWHERE)))
            assert SECRET not in told, (role, name)
            assert plain(told, world.secret) == plain(other, NOWHERE), (role, name)
        assert SECRET not in str(world.tool(role, "ask", {"question": QUESTION}))
        assert SECRET not in str(world.tool(role, "search", {"query": "word of the day"}))
        read = {"jsonrpc": "2.0", "id": 1, "method": "resources/read"}
        uris = [f"wherein://document/{one}" for one in (world.secret, NOWHERE)]
        told, other = (str(world.mcp(role, read | {"params": {"uri": uri}})) for uri in uris)
        assert plain(told, world.secret) == plain(other, NOWHERE)
        resources = world.mcp(role, {"jsonrpc": "2.0", "id": 1, "method": "resources/list"})
        assert world.secret not in str(resources)
    assert SECRET in str(world.tool("anna", "ask", TOOLS["ask"](world.secret)))
    assert SECRET in str(world.tool("anna", "fetch", TOOLS["fetch"](world.secret)))


def test_only_what_is_there_is_shared(world: World) -> None:
    for what, folder, told in (
        ("base:nothing", "", "no knowledge base 'nothing'"),
        ("nothing", "", "no library 'nothing'"),
        ("anna", str(world.folder / "paper"), "has no document below"),
    ):
        body = {"what": what, "folder": folder, "whom": "everyone"}
        response = world.call("root", "POST", "/v1/shares", json=body)
        assert (response.status_code, told in response.text) == (404, True), response.text
        response = world.call("mallory", "POST", "/v1/shares", json=body)
        assert response.status_code == 404
        assert "that you may share" in response.text
    body = {"what": "anna", "folder": str(world.folder / "private"), "whom": "bob"}
    assert world.call("anna", "POST", "/v1/shares", json=body).status_code == 200


def test_a_value_that_is_sent_twice_is_refused_by_every_route(world: World) -> None:
    """The route would take the last one, and what writes down who read what might take the first."""
    for method, path in NEEDS:
        path = re.sub(r"\{\w+:path\}", "x", path)
        for query in ("document=a&document=b", "x=&x=", "%64ocument=a&document=b", "a=1&b=2&a=1"):
            refused = world.call("anna", method, f"{path}?{query}")
            assert (refused.status_code, "more than once" in refused.text) == (400, True), path
    assert not world.people.audit.latest()


def test_members_applications_end_after_the_loop_that_served(home: Path, tmp_path: Path) -> None:
    """As a server ends: its loop has closed when what members used is closed."""
    with Engine.open(home) as engine, People.of(engine.home) as people:
        app = create_app(engine, "operator", people=people)
        with TestClient(app, base_url="http://127.0.0.1:8484") as client:
            world = World(engine, people, client, tmp_path)
            for name in ("anna", "bob"):
                world.person(name)
                listed = world.mcp(name, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
                assert listed["result"]["tools"]
        app.state.members.close()
        app.state.intake.close()
