"""Requests that no honest client sends, over all routes: each is refused in the documented form, none with 500."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from wherein import Engine
from wherein.server.app import create_app
from wherein.server.wire import wire

Row = tuple[str, str, dict[str, Any], int]
"""Method, path, what else is sent, and the status that comes back."""

_VALIDATORS_WORDS = re.compile(
    r"\b[Ii]nput should|Field required|Extra inputs|valid (?:string|integer|number|list|boolean|dictionary)|"
    r"should (?:have|be|match)|\b[A-Z]\w*(?:Error|Exception)\b|validation|Traceback|\bpydantic"
)
"""Words of validators and exceptions, of which no error has any."""

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    home = tmp_path_factory.mktemp("hostile") / "home"
    with Engine.open(home) as engine:
        page = home.parent / "trip.md"
        page.write_text("# Trip\n\nThe ferry costs 240 kroner.\n")
        engine.add(page)
        app = create_app(engine, "t")
        with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as made:
            made.headers["Authorization"] = "Bearer t"
            yield made


def sent(path: str, **body: Any) -> tuple[str, str, dict[str, Any]]:
    # Written by hand: JSON can say what UTF-8 can't.
    return "POST", path, {"content": json.dumps(body), "headers": JSON}


def asked(method: str, path: str, **query: str) -> tuple[str, str, dict[str, Any]]:
    parts = [
        f"{key}={quote(value.encode('utf-8', 'surrogatepass'))}" for key, value in query.items()
    ]
    return method, f"{path}?{'&'.join(parts)}", {}


PLACES: dict[str, Callable[[str], tuple[str, str, dict[str, Any]]]] = {
    "ask question": lambda bad: sent("/v1/ask", question=bad, text="The ferry."),
    "ask text": lambda bad: sent("/v1/ask", question="Who?", text=bad),
    "ask title": lambda bad: sent("/v1/ask", question="Who?", text="The ferry.", title=bad),
    "ask document": lambda bad: sent("/v1/ask", question="Who?", document=bad),
    "ask since": lambda bad: sent("/v1/ask", question="Who?", since=bad),
    "ask block": lambda bad: sent("/v1/ask", question="Who?", text="The ferry.", blocks=[
        {"kind": "cell", "start": 0, "end": 3, "row": bad}]),
    "ask key": lambda bad: sent("/v1/ask", question="Who?", **{bad: 1}),
    "search query": lambda bad: sent("/v1/search", query=bad),
    "search document": lambda bad: sent("/v1/search", query="ferry", document=bad),
    "add": lambda bad: sent("/v1/documents", sources=[bad]),
    "add among others": lambda bad: sent("/v1/documents", sources=["http://x.example/", bad]),
    "remove": lambda bad: asked("DELETE", "/v1/documents", document=bad),
    "top document": lambda bad: asked("GET", "/v1/pages/top", document=bad),
    "top hash": lambda bad: asked("GET", "/v1/pages/top", hash=bad),
    "complete document": lambda bad: asked("GET", "/v1/complete", prefix="wh", document=bad),
    "feedback question": lambda bad: sent("/v1/feedback", question=bad, verdict="not_here", text="x"),
    "feedback document": lambda bad: sent(
        "/v1/feedback", question="Who?", verdict="not_here", document=bad),
    "understood question": lambda bad: sent("/v1/understand", question=bad, turns=[]),
    "chat question": lambda bad: sent(
        "/v1/chat/completions", messages=[{"role": "user", "content": bad}]),
    "chat part": lambda bad: sent(
        "/v1/chat/completions", messages=[{"role": "user", "content": [{"type": "text", "text": bad}]}]),
    "chat model": lambda bad: sent(
        "/v1/chat/completions", model=f"wherein/{bad}", messages=[{"role": "user", "content": "Who?"}]),
    "embedded text": lambda bad: sent("/v1/embeddings", model="static", input=["ferry", bad]),
    "written question": lambda bad: sent("/v1/write", question=bad, sources=[
        {"document": "x", "start": 0, "end": 3}]),
    "watched folder": lambda bad: sent("/v1/watched", folder=bad),
    "feedback verdict": lambda bad: sent("/v1/feedback", question="Who?", verdict=bad, text="x"),
}  # fmt: skip
PATHS = ("ask document", "search document", "add", "add among others", "remove", "top document",
         "complete document", "feedback document", "top hash", "feedback verdict", "ask since", "ask key",
         "watched folder")  # fmt: skip
NOT_TEXT = {"surrogate": "\ud800", "half a byte": "/tmp/a\udcff", "NUL": "/tmp/a\0b"}
NOT_A_PATH = {
    "nobody's home": "~nosuchuser",
    "below nobody's home": "~nosuchuser/notes",
    "5,000 characters": "/" + "a" * 5_000,
    "2,500 folders": "/a" * 2_500,
}


def places_and_values() -> Iterator[Row]:
    for name, place in PLACES.items():
        for bad in (*NOT_TEXT.values(), *(NOT_A_PATH.values() if name in PATHS else ())):
            method, path, more = place(bad)
            # The characters of an address's query are decoded by the framework: no half ones get here.
            replaced = not more and any("\ud800" <= one <= "\udfff" for one in bad)
            yield method, path, more, 404 if replaced and name != "top hash" else 400


SOURCES: list[tuple[list[Any], int]] = [
    ([""], 400), (["", ""], 400), ([" "], 400), (["."], 400), ([".."], 400), (["notes.md"], 400),
    (["./notes.md"], 400), (["~"], 400), (["~/notes.md"], 400), (["file:///etc/passwd"], 400),
    (["\x1b[31m/etc"], 400), ([None], 400), ([7], 400), ([["/etc"]], 400), ([], 400),
    (["/"], 403), (["/etc"], 403), (["/etc/passwd"], 403), (["/etc/../etc/passwd"], 403),
    (["/proc/self/environ"], 403), (["/proc/1/root/etc/passwd"], 403), (["/dev/zero"], 403),
    (["/nowhere/at/all"], 403),
]  # fmt: skip

BODIES: list[tuple[bytes, str]] = [
    (b"", "application/json"),
    (b"{", "application/json"),
    (b"null", "application/json"),
    (b"[]", "application/json"),
    (b'"Who?"', "application/json"),
    (b'{"question": "\xff"}', "application/json"),
    (b'{"question": "\xed\xa0\x80"}', "application/json"),
    (b"[" * 100_000 + b"]" * 100_000, "application/json"),
    (b'{"question":' * 50_000, "application/json"),
    (b'{"question": "Who?", "limit": ' + b"9" * 5_000 + b"}", "application/json"),
    (b'{"question": "Who?", "limit": NaN}', "application/json"),
    (b"question=Who", "application/x-www-form-urlencoded"),
    (b"--x\r\n\r\n--x--", "multipart/form-data; boundary=x"),
    (b'{"question": "Who?"}', "text/plain"),
    (b"\x1f\x8b\x08\x00", "application/json"),
]

OTHERS: list[Row] = [
    (*asked("DELETE", "/v1/watched", folder="/nowhere"), 404),
    (*sent("/v1/ask", question="Who?", limit=10**30), 400),
    (*sent("/v1/ask", question="Who?", limit=-1), 400),
    (*sent("/v1/ask", question="Who?", limit=True), 400),
    (*sent("/v1/ask", question="Who?", memory="maybe"), 400),
    (*sent("/v1/ask", question="Who?", since="２０２４-13"), 400),
    (*sent("/v1/ask", question="Who?", since="2024", until="1999"), 400),
    (*sent("/v1/ask", question="Who?", url="http://["), 403),
    (*sent("/v1/ask", question="Who?", url="javascript:alert(1)"), 403),
    (*sent("/v1/ask", question="Who?", text="x", blocks=[{"kind": "paragraph", "start": 0, "end": 10**30}]), 400),
    (*sent("/v1/ask", question="Who?", text="x", blocks=[{"kind": "heading", "start": 0, "end": 1, "level": 99}]), 400),
    (*sent("/v1/ask", question="Who?", text="x", url="~nosuchuser"), 400),
    (*sent("/v1/search", query="\t\n"), 400),
    (*sent("/v1/understand", nothing=1), 400),
    (*sent("/v1/tables", questions=["Who?"], each=["/etc/passwd"]), 404),
    (*sent("/v1/tables", questions=["Who?"], each=["file:///etc/passwd"]), 404),
    (*sent("/v1/tables", questions=[], each=[]), 400),
    (*sent("/v1/export", exchanges=[{"question": "Who?", "answers": [7]}]), 400),
    (*sent("/v1/search", query="ferry", limit=10**9), 400),
    (*sent("/v1/feedback", question="Who?", verdict="right", text="x", start=10**30, end=10**31), 400),
    (*sent("/v1/feedback", question="Who?", verdict="right", text="x", start=1, end=0), 400),
    (*sent("/v1/chat/completions", messages="Who?"), 400),
    (*sent("/v1/chat/completions", messages=[{"role": "user", "content": 7}]), 400),
    (*sent("/v1/chat/completions", messages=[{"role": "user", "content": "Who?"}], stream="yes"), 400),
    (*sent("/v1/chat/completions", messages=[{"role": "user", "content": "Who?"}], model="~nosuchuser"), 404),
    (*sent("/v1/embeddings", input=[[1, 2, 3]]), 400),
    (*sent("/v1/embeddings", input="ferry", encoding_format="hex"), 400),
    (*sent("/v1/embeddings", input="ferry", model="../static"), 404),
    ("GET", "/v1/models/gpt-4o", {}, 404),
    ("GET", "/v1/models/wherein/~nosuchuser", {}, 400),
    ("GET", "/v1/models/wherein/" + "a" * 5_000, {}, 400),
    ("GET", "/v1/models/wherein/%00", {}, 400),
    ("GET", "/v1/models/wherein/..%2f..%2fetc%2fpasswd", {}, 404),
    ("POST", "/v1/models/wherein", {}, 405),
    (*asked("GET", "/v1/pages/top", document="x", url="y"), 400),
    (*asked("GET", "/v1/pages/top", url="http://x.example/\0"), 400),
    (*asked("GET", "/v1/pages/top", hash="0" * 5_000), 400),
    (*asked("GET", "/v1/pages/marked", hash="0"), 400),
    (*asked("GET", "/v1/pages/marked", hash="../0"), 400),
    (*asked("GET", "/v1/pages/marked", hash="0" * 65), 400),
    (*asked("GET", "/v1/questions/similar", q="who\0"), 400),
    (*asked("GET", "/v1/questions/similar", q="w" * 501), 400),
    (*asked("GET", "/v1/questions/similar", q="who", limit="99999999999999999999"), 400),
    (*asked("GET", "/v1/complete", prefix="w\0", document="x"), 400),
    (*asked("GET", "/v1/complete", prefix="", document="x"), 400),
    (*asked("GET", "/v1/documents/text", document="no\0body"), 400),
    (*asked("GET", "/v1/documents/text", document="/etc/passwd"), 404),
    (*asked("GET", "/v1/documents/file", document="/etc/passwd"), 404),
    (*asked("GET", "/v1/documents/looks", document="/etc/passwd"), 404),
    (*asked("GET", "/v1/documents/picture", document="x", number="-1"), 400),
    (*asked("GET", "/v1/documents/picture", document="../../token", number="0"), 404),
    (*asked("GET", "/v1/documents/file", document="../../token"), 404),
    (*asked("GET", "/v1/documents/boxes", document="x", spans="-1-2"), 404),
    (*asked("GET", "/v1/documents/boxes", document="x", spans="0-" + "9" * 30), 404),
    (*asked("POST", "/v1/uploads", name=""), 400),
    (*asked("POST", "/v1/uploads", name="a\0.txt"), 400),
    (*asked("POST", "/v1/uploads", name="a" * 20_000), 400),
    (*asked("GET", "/v1/adding", since="-1"), 400),
    ("PATCH", "/v1/settings", {"json": {"caution": "none"}}, 400),
    ("PATCH", "/v1/settings", {"json": {"language_model": {"model": "x", "url": "https://evil.example"}}}, 403),
    ("DELETE", "/v1/bases?name=../../etc", {}, 400),
    (*asked("GET", "/v1/bases/estimate", source="/etc/passwd"), 403),
    (*asked("GET", "/v1/bases/titles", name="../library", begins="a"), 404),
    (*sent("/v1/bases", name="../x", source="sample"), 400),
    (*sent("/v1/bases", name="x", source="/etc"), 403),
    (*sent("/v1/bases", name="x", source="https://example.org/x.xml"), 400),
    ("PATCH", "/v1/documents?document=nobody", {"json": {"title": "x"}}, 404),
    ("PATCH", "/v1/documents?document=nobody", {"json": {"tags": "x"}}, 400),
    ("PATCH", "/v1/documents?document=nobody", {"json": {"name": "x"}}, 400),
    (*asked("GET", "/v1/adding", since="9" * 5000), 400),
    (*asked("DELETE", "/v1/adding", done="perhaps"), 400),
    (*sent("/v1/pages", url="file:///etc/passwd"), 400),
    (*sent("/v1/pages", url="javascript:alert(1)"), 400),
    ("POST", "/v1/pairing-code", {}, 403),
    ("GET", "/v1/about", {"headers": {"Authorization": b"Bearer \xff"}}, 401),
    ("GET", "/assets/../../../etc/passwd", {}, 404),
    ("GET", "/v1/memory/mine", {"headers": {"Wherein-Asker": "\N{LATIN SMALL LETTER E WITH ACUTE}".encode() * 8}}, 400),
    ("DELETE", "/v1/memory/mine", {"headers": {"Wherein-Asker": "../../etc"}}, 400),
    ("GET", "/v1/memory/mine", {"headers": {"Authorization": b"Bearer \xff"}}, 401),
    ("GET", "/v1/health", {"headers": {"Host": "\\"}}, 403),
    (*sent("/v1/people", name="a/../b"), 400),
    (*sent("/v1/people", name="\0"), 400),
    (*sent("/v1/people", name="x" * 5_000), 400),
    ("DELETE", "/v1/people?name=%00", {}, 400),
    ("PATCH", "/v1/people", {"json": {"name": "nobody", "admin": True}}, 404),
    ("PATCH", "/v1/people", {"json": {"name": "nobody", "admin": "emperor"}}, 400),
    ("DELETE", "/v1/people/tokens", {}, 400),
    ("DELETE", "/v1/people/tokens?id=a&person=b", {}, 400),
    ("DELETE", "/v1/people/tokens?person=nobody", {}, 404),
    (*sent("/v1/me/tokens", program="x", rights=["read"], days=1), 403),
    (*sent("/v1/me/tokens", program="x", rights=["read"], days="for ever"), 400),
    (*sent("/v1/me/tokens", program="x", rights=["read"], days=1e9), 400),
    ("DELETE", "/v1/me/tokens?id=../../etc", {}, 403),
    (*sent("/v1/people/tokens", person="nobody", program="p", rights=["read"]), 404),
    (*sent("/v1/people/tokens", person="nobody", rights=["root"]), 400),
    ("DELETE", "/v1/people/tokens?id=../../etc", {}, 404),
    (*sent("/v1/people/link", name="nobody' OR 1=1"), 404),
    (*sent("/v1/groups", group="g", person="nobody"), 404),
    ("DELETE", "/v1/groups?group=g&person=nobody", {}, 404),
    (*sent("/v1/libraries", name="../main"), 400),
    (*sent("/v1/shares", what="nothing", whom="nobody", role="reader"), 404),
    (*sent("/v1/shares", what="nothing", whom="nobody", role="emperor"), 400),
    ("DELETE", "/v1/shares?what=nothing&whom=nobody", {}, 404),
    (*asked("GET", "/v1/audit", limit="-1"), 400),
    ("GET", "/v1/%00", {}, 404),
    ("GET", "/%ff%fe", {}, 404),
    ("GET", "/v1/documents/../../etc/passwd", {}, 404),
    ("GET", "/v1/" + "a" * 5_000, {}, 404),
]  # fmt: skip

ROWS: list[Row] = [
    *places_and_values(),
    *((*sent("/v1/documents", sources=sources), status) for sources, status in SOURCES),
    *(("POST", path, {"content": body, "headers": {"Content-Type": kind}}, 400)
      for body, kind in BODIES for path in ("/v1/ask", "/v1/search", "/v1/documents", "/v1/feedback", "/v1/chat/completions")),
    *OTHERS,
]  # fmt: skip


def test_there_are_enough_of_them_and_over_all_routes(client: TestClient) -> None:
    assert len(ROWS) >= 85
    routes = client.app.openapi()["paths"]  # type: ignore[attr-defined]
    tried = {(method, path.split("?")[0]) for method, path, *_ in ROWS}
    assert {(m.upper(), path) for path, methods in routes.items() for m in methods} <= tried | {
        ("GET", "/v1/watched"),
        ("GET", "/v1/documents"),  # these take nothing that could be wrong
        ("GET", "/v1/bases"),
        ("GET", "/v1/models"),
        ("GET", "/v1/models/{model}"),  # tried with several names
        ("GET", "/v1/me"),
        ("GET", "/v1/me/tokens"),
        ("GET", "/v1/state"),
        ("GET", "/v1/people"),
        ("GET", "/v1/shares"),
    }


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{i}-{m}-{p[:30]}" for i, (m, p, *_) in enumerate(ROWS)]
)
def test_it_is_refused_in_the_documented_form(client: TestClient, row: Row) -> None:
    method, path, more, status = row
    response = client.request(method, path, **more)
    assert response.status_code == status, response.text[:500]
    report = wire.ErrorResponse.model_validate(response.json()).error
    assert set(response.json()) == {"error"}
    assert len(response.text) < 1_000
    assert report.what.endswith(".")
    assert report.next_step
    assert "\x1b" not in response.text
    assert not _VALIDATORS_WORDS.search(report.what), report.what


FIELDS: list[tuple[str, dict[str, Any], str]] = [
    ("/v1/ask", {}, "at question: it is missing."),
    ("/v1/ask", {"question": 3}, "at question: a text is expected."),
    ("/v1/ask", {"question": "Who?", "nothing": 1}, "at nothing: there is no such field."),
    ("/v1/search", {"query": "ferry", "limit": "many"}, "at limit: a whole number is expected."),
    ("/v1/search", {"query": "ferry", "limit": 0}, "at limit: a number of at least 1 is expected."),
    ("/v1/documents", {"sources": "a"}, "at sources: a list is expected."),
    ("/v1/documents", {"sources": []}, "at sources: it needs at least 1 item."),
    ("/v1/feedback", {"question": "Who?", "verdict": "fine"}, "at verdict: one of "),
    ("/v1/ask", {"question": "Who?", "text": "a\0b"}, "at text: The text holds NUL."),
    ("/v1/ask", [], "at the body: an object is expected."),  # type: ignore[list-item]
]


@pytest.mark.parametrize(("path", "body", "said"), FIELDS)
def test_a_wrong_field_is_told_in_words_of_its_own(
    client: TestClient, path: str, body: dict[str, Any], said: str
) -> None:
    what = client.post(path, json=body).json()["error"]["what"]
    assert said in what
    assert not _VALIDATORS_WORDS.search(what)


METHODS = [
    ("PUT", "/v1/documents", "DELETE, GET, PATCH, POST"),
    ("HEAD", "/v1/documents", "DELETE, GET, PATCH, POST"),
    ("GET", "/v1/ask", "POST"),
    ("DELETE", "/v1/search", "POST"),
    ("PATCH", "/v1/memory/mine", "DELETE, GET"),
    ("POST", "/v1/health", "GET"),
    ("OPTIONS", "/v1/ask", "POST"),
    ("TRACE", "/v1/feedback", "POST"),
    ("BREW", "/v1/pages/top", "GET"),
    ("POST", "/v1/questions/similar", "GET"),
    ("PUT", "/v1/complete", "GET"),
]


@pytest.mark.parametrize(("method", "path", "allow"), METHODS)
def test_a_method_that_a_path_lacks_names_those_it_has(
    client: TestClient, method: str, path: str, allow: str
) -> None:
    response = client.request(method, path)
    assert response.status_code == 405
    assert response.headers["allow"] == allow
    if method != "HEAD":
        assert wire.ErrorResponse.model_validate(response.json()).error.code == "path"


def test_nothing_was_added_by_any_of_it(client: TestClient) -> None:
    for sources, _ in SOURCES:
        client.post("/v1/documents", json={"sources": sources})
    assert [row["title"] for row in client.get("/v1/documents").json()["documents"]] == ["Trip"]


@pytest.fixture
def serve(home: Path, tmp_path: Path) -> Iterator[Callable[..., TestClient]]:
    engines: list[Engine] = []

    def made(*folders: Path) -> TestClient:
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_text(
            f"add_folders = {json.dumps([str(f) for f in folders])}\n"
        )
        engine = Engine.open(home)
        engines.append(engine)
        client = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1")
        client.headers["Authorization"] = "Bearer t"
        return client

    yield made
    for engine in engines:
        engine.close()


def add(client: TestClient, *sources: Path) -> tuple[int, list[str], list[str]]:
    """The status, the titles that were added, the files that failed."""
    response = client.post("/v1/documents", json={"sources": [str(source) for source in sources]})
    body = response.json()
    added = sorted(row["title"] for row in body.get("added", []))
    return response.status_code, added, [row["source"] for row in body.get("failed", [])]


def test_only_below_the_folders_that_the_settings_allow(
    serve: Callable[..., TestClient], tmp_path: Path, home: Path
) -> None:
    inside, outside = tmp_path / "papers", tmp_path / "letters"
    for folder in (inside, inside / ".git", outside):
        folder.mkdir()
        (folder / "page.md").write_text(f"# {folder.name}\n\nThe ferry costs 240 kroner.\n")
    (inside / "out.md").symlink_to(outside / "page.md")
    (inside / "in.md").symlink_to(inside / "page.md")
    (tmp_path / "way.md").symlink_to(inside / "page.md")
    client = serve(inside)
    assert add(client, outside)[0] == 403
    assert add(client, inside / ".." / "letters" / "page.md")[0] == 403
    assert add(client, inside / "out.md")[0] == 403
    assert add(client, inside / ".git")[0] == 403
    assert add(client, inside / ".git" / "page.md")[0] == 403
    assert add(client, inside, outside)[0] == 403
    assert client.get("/v1/documents").json() == {"documents": []}
    # A link that leads into the folder is the file there; one that leads out fails alone.
    assert add(client, tmp_path / "way.md") == (200, ["papers"], [])
    status, added, failed = add(client, inside)
    assert (status, added, failed) == (200, [], [str(inside / "out.md")])
    assert len(client.get("/v1/documents").json()["documents"]) == 1


def test_the_home_with_its_token_is_never_added(
    serve: Callable[..., TestClient], tmp_path: Path, home: Path
) -> None:
    client = serve(tmp_path)
    (home / "token").write_text("secret\n")
    (tmp_path / "page.md").write_text("# Page\n\nThe ferry costs 240 kroner.\n")
    assert add(client, home)[0] == 403
    assert add(client, home / "token")[0] == 403
    assert add(client, tmp_path) == (200, ["Page"], [])


def test_without_a_setting_the_persons_own_folder_is_allowed(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "ann"
    own.mkdir()
    (own / "page.md").write_text("# Page\n\nThe ferry costs 240 kroner.\n")
    (tmp_path / "other.md").write_text("# Other\n\nThe ferry costs 240 kroner.\n")
    monkeypatch.setenv("HOME", str(own))
    client = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1")
    client.headers["Authorization"] = "Bearer t"
    assert add(client, tmp_path / "other.md")[0] == 403
    assert add(client, own) == (200, ["Page"], [])


def test_a_setting_that_is_no_whole_path_is_told(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('add_folders = ["papers"]\n')
    with pytest.raises(Exception, match="add_folders"):
        Engine.open(home)
