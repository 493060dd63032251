"""The Model Context Protocol through the SDK's client: over HTTP with the token, and over standard input and output."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.clock import GIVE_UP_SECONDS
from tests.server.serving import TOKEN, serving
from wherein import Engine
from wherein.cli.judging import place_of_words
from wherein.memory.store.store import Verdict

NOTE = "# Ferry\n\nThe ferry to Bergen costs 240 kroner.\n\nIt leaves at seven from quay 4 🚢 every day.\n"
QUESTION = "How much does the ferry to Bergen cost?"
TOOLS = {"ask", "search", "fetch", "add_document", "link_entities"}


@pytest.fixture
def note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "note.md"
    path.write_text(NOTE, "utf-8")
    return path


@pytest.fixture
def port(engine: Engine, note: Path) -> Iterator[int]:
    engine.add(note)
    with serving(engine) as port:
        yield port


@asynccontextmanager
async def over_http(port: int, token: str = TOKEN) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=GIVE_UP_SECONDS) as http,
        Client(streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)) as client,
    ):
        yield client


def run(port: int, work: Callable[[Client], Awaitable[Any]]) -> Any:
    async def main() -> Any:
        async with over_http(port) as client:
            return await work(client)

    return anyio.run(main)


def call(port: int, tool: str, **arguments: Any) -> Any:
    return run(port, lambda client: client.call_tool(tool, arguments))


def test_a_question_is_answered_with_its_quote(port: int, engine: Engine) -> None:
    said = call(port, "ask", question=QUESTION)
    assert not said.is_error
    assert said.content[0].text.startswith(
        "240 kroner [1]\n“The ferry to Bergen costs 240 kroner.”"
    )
    best = said.structured_content["answers"][0]
    text = engine.document(best["document"]).text
    assert text[best["start"] : best["end"]] == best["text"] == "240 kroner"
    assert best["grade"] == "answer"
    alone = call(port, "ask", question=QUESTION, document="note.md")
    assert alone.structured_content["answers"][0]["text"] == "240 kroner"
    refused = call(port, "ask", question="Who was the first king of Norway?")
    assert refused.structured_content["answered"] is False
    assert refused.content[0].text == "Not here."


def test_what_was_judged_wrong_is_no_answer_and_what_was_marked_comes_first(
    port: int, engine: Engine
) -> None:
    document = engine.document("note.md")

    def judge(verdict: Verdict, words: str) -> None:
        place = place_of_words(document, words)
        assert engine.questions.judge_kept(QUESTION, document, verdict, place) is None

    judge(Verdict.WRONG, "240 kroner")
    said = call(port, "ask", question=QUESTION).structured_content
    assert not any("240" in answer["text"] for answer in said["answers"])
    judge(Verdict.SPAN, "Bergen")
    said = call(port, "ask", question=QUESTION.rstrip("?").lower()).structured_content
    assert said["answers"][0]["text"] == "Bergen"


def test_a_question_and_a_search_are_limited_by_names(
    port: int, engine: Engine, note: Path
) -> None:
    folder = note.parent / "south"
    folder.mkdir()
    (folder / "genoa.md").write_text("# Genoa\n\nThe ferry to Bergen costs 95 euros.\n")
    engine.add(folder)
    for names, price in ((["south"], "95 euros"), (["note.md"], "240 kroner")):
        said = call(port, "ask", question=QUESTION, within=names)
        assert [one["text"] for one in said.structured_content["answers"]] == [price]
        found = call(port, "search", query="ferry Bergen", within=names)
        assert len(found.structured_content["results"]) == 1


def test_a_text_of_an_older_copy_says_so(port: int, engine: Engine, note: Path) -> None:
    identity = engine.entry("note.md").document
    address = f"wherein://document/{identity}"

    def read(client: Client) -> Awaitable[Any]:
        return client.read_resource(address)

    assert "file_change" not in call(port, "fetch", id=identity).structured_content["metadata"]
    assert run(port, read).contents[0].meta is None
    note.write_text("Another text.\n")
    sentence = "The file has changed since it was added."
    fetched = call(port, "fetch", id=identity).structured_content
    assert fetched["metadata"]["file_change"] == sentence
    assert "240 kroner" in fetched["text"]
    assert run(port, read).contents[0].meta == {"file_change": sentence}


def test_search_and_fetch_have_the_shape_of_chatgpts_connectors(
    port: int, engine: Engine, note: Path
) -> None:
    found = call(port, "search", query="ferry Bergen")
    assert json.loads(found.content[0].text) == found.structured_content
    assert len(found.content) == 1
    (row,) = found.structured_content["results"]
    assert set(row) == {"id", "title", "url"}
    assert (row["title"], row["url"]) == ("Ferry", note.as_uri())
    fetched = call(port, "fetch", id=row["id"])
    assert json.loads(fetched.content[0].text) == fetched.structured_content
    assert set(fetched.structured_content) == {"id", "title", "text", "url", "metadata"}
    assert fetched.structured_content["text"] == engine.document(row["id"]).text
    assert fetched.structured_content["url"] == note.as_uri()


def test_a_document_is_added_and_asked(port: int, note: Path) -> None:
    other = note.with_name("bread.md")
    other.write_text("# Bread\n\nThe dough rises for 14 hours.\n")
    added = call(port, "add_document", source=str(other))
    assert [row["title"] for row in added.structured_content["added"]] == ["Bread"]
    asked = call(port, "ask", question="How long does the dough rise?")
    assert asked.structured_content["answers"][0]["text"] == "14 hours"


def test_the_articles_a_text_names(engine: Engine, tmp_path: Path) -> None:
    from wherein.cli.main import invoke

    assert invoke(["kb", "add", "sample"]) == 0
    with serving(engine) as port:
        linked = call(port, "link_entities", text="Where did John Snetzler die?")
        assert linked.structured_content["links"][0]["title"] == "John Snetzler"
        asked = call(port, "ask", question="Where did John Snetzler die?")
        best = asked.structured_content["answers"][0]
        assert best["text"] == "Schaffhausen"
        fetched = call(port, "fetch", id=best["document"]).structured_content
        assert fetched["text"][best["start"] : best["end"]] == best["text"]
        assert fetched["url"]


@pytest.mark.parametrize(
    ("tool", "arguments", "report"),
    [
        ("ask", {"question": "?!"}, "has no words. Ask something"),
        ("ask", {"question": "Who?", "document": "nobody"}, "wherein list"),
        ("ask", {"question": "Who?", "within": ["nowhere"]}, "document, folder or knowledge base"),
        ("ask", {"question": "Who?", "libary": "x"}, "The tool ask has no argument libary. It has: question, document, within."),
        ("ask", {}, "question"),
        ("ask", {"question": 7}, "question"),
        ("fetch", {"id": "/etc/hostname"}, "There is no document"),
        ("fetch", {"id": "a\0b"}, "NUL"),
        ("search", {"query": " "}, "."),
        ("add_document", {"source": "/etc/passwd"}, "add_folders"),
        ("add_document", {"source": "notes.md"}, "whole path"),
        ("ask", {}, "The argument question of ask is not right: it is missing. See"),
        ("ask", {"question": "Who?", "within": "papers"}, "The argument within of ask is not right"),
        ("add_document", {"source": "http://127.0.0.1:1/"}, "fetch_urls"),
    ],
)  # fmt: skip
def test_an_error_is_a_text_with_the_next_step(
    port: int, tool: str, arguments: dict[str, Any], report: str
) -> None:
    said = call(port, tool, **arguments)
    assert said.is_error
    assert said.structured_content is None, "clients refuse structured content on an error"
    assert report in said.content[0].text
    assert "\n" not in said.content[0].text
    assert "pydantic" not in said.content[0].text


def test_no_argument_holds_nul(port: int) -> None:
    said = run(port, lambda client: client.call_tool("ask", {"question": "How\0much?"}))
    assert (said.is_error, "NUL" in said.content[0].text) == (True, True)


def test_a_body_broken_off_leaves_no_trace(port: int, caplog: pytest.LogCaptureFixture) -> None:
    head = f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}\r\n"
    kind = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"{head}{kind}Content-Length: 100\r\n\r\n{{".encode())
    run(port, lambda client: client.list_tools())  # which comes after it
    assert not [record for record in caplog.records if record.exc_info]


def test_a_file_that_cannot_be_parsed_says_why(port: int, note: Path) -> None:
    broken = note.with_name("broken.pdf")
    broken.write_bytes(b"%PDF-1.7\nbroken")
    said = call(port, "add_document", source=str(broken))
    assert said.is_error
    assert "broken.pdf" in said.content[0].text


def test_tools_say_what_they_do(port: int) -> None:
    tools = {tool.name: tool for tool in run(port, lambda client: client.list_tools()).tools}
    assert set(tools) == TOOLS
    for name, tool in tools.items():
        assert tool.description
        assert tool.output_schema
        assert tool.annotations.read_only_hint is (name != "add_document")
    assert tools["add_document"].annotations.destructive_hint is False


def test_documents_are_resources(port: int, engine: Engine) -> None:
    (entry,) = engine.documents()

    async def work(client: Client) -> Any:
        listed = (await client.list_resources()).resources
        read = await client.read_resource(str(listed[0].uri))
        with pytest.raises(MCPError):
            await client.read_resource("wherein://document/nobody")
        with pytest.raises(MCPError):
            await client.read_resource("wherein://document/..%2f..%2fetc%2fpasswd")
        return listed, read

    listed, read = run(port, work)
    assert [str(one.uri) for one in listed] == [f"wherein://document/{entry.document}"]
    assert listed[0].name == "Ferry"
    assert read.contents[0].text == engine.document(entry.document).text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "https://evil.example"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "evil.example"}, 403),
    ],
)
def test_nobody_else_gets_in(port: int, headers: dict[str, str], status: int) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    answered = httpx2.post(
        f"http://127.0.0.1:{port}/mcp", json=body, headers=headers, timeout=GIVE_UP_SECONDS
    )
    assert answered.status_code == status


def test_without_the_package_the_error_says_how_to_get_it(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "wherein.server.doors.mcp_door", raising=False)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    answered = httpx2.post(
        f"http://127.0.0.1:{port}/mcp",
        json={},
        headers={"Authorization": f"Bearer {TOKEN}"},
        timeout=GIVE_UP_SECONDS,
    )
    assert answered.status_code == 501
    assert "pip install" in answered.json()["error"]["next_step"]


# The command as it is run, in an engine that does everything a library may do by mistake: it warns,
# draws a progress bar, prints, writes to the file descriptor and starts a program that writes too.
NOISY = """
import os, subprocess, sys, warnings
from wherein.answering.engine import Engine
from wherein.cli.main import invoke

def noisy(name):
    real = getattr(Engine, name)
    def louder(self, *arguments, **named):
        from rich.progress import track
        print("printed"); sys.stdout.flush()
        warnings.warn("a warning")
        for _ in track(range(3)):
            pass
        os.write(1, b"written to the descriptor\\n")
        subprocess.run([sys.executable, "-c", "print('a child')"])
        return real(self, *arguments, **named)
    setattr(Engine, name, louder)

for name in ("stream", "search", "kept", "add"):
    noisy(name)
sys.exit(invoke(["mcp"]))
"""


def test_nothing_but_the_protocol_is_on_standard_output(home: Path, note: Path) -> None:
    broken = note.with_name("broken.pdf")
    broken.write_bytes(b"%PDF-1.7\nbroken")
    calls = [
        ("add_document", {"source": str(note)}),
        ("add_document", {"source": str(broken)}),
        ("ask", {"question": QUESTION}),
        ("search", {"query": "ferry"}),
        ("fetch", {"id": "nobody"}),
        ("nothing", {}),
    ]
    begin = {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }  # fmt: skip
    server = subprocess.Popen(
        [sys.executable, "-W", "always", "-c", NOISY],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "WHEREIN_HOME": str(home), "PYTHONWARNINGS": "always"},
    )  # fmt: skip
    assert server.stdin
    assert server.stdout

    def send(**message: Any) -> None:
        assert server.stdin
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        server.stdin.flush()

    lines = []
    try:
        send(id=0, method="initialize", params=begin)
        lines.append(server.stdout.readline())
        send(method="notifications/initialized")
        for number, (name, arguments) in enumerate(calls, start=1):
            send(id=number, method="tools/call", params={"name": name, "arguments": arguments})
            lines.append(server.stdout.readline())
    finally:
        rest, errors = server.communicate(timeout=GIVE_UP_SECONDS)
    messages = [json.loads(line) for line in [*lines, *rest.splitlines()]]
    assert [message["id"] for message in messages] == list(range(len(calls) + 1))
    assert all(message["jsonrpc"] == "2.0" for message in messages)
    failed = [
        bool(message["result"].get("isError")) for message in messages[1:] if "result" in message
    ]
    assert failed[:5] == [False, True, False, False, True]
    assert messages[3]["result"]["structuredContent"]["answers"][0]["text"] == "240 kroner"
    assert server.returncode == 0
    for noise in (b"printed", b"a warning", b"written to the descriptor", b"a child"):
        assert noise in errors, "the noise was made, and went elsewhere"


def test_the_sdks_client_over_standard_input_and_output(home: Path, note: Path) -> None:
    environment = {**os.environ, "WHEREIN_HOME": str(home)}
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "wherein", "mcp"], env=environment
    )

    async def main() -> Any:
        async with Client(command) as client:
            await client.call_tool("add_document", {"source": str(note)})
            return await client.call_tool("ask", {"question": QUESTION})

    said = anyio.run(main)
    assert said.structured_content["answers"][0]["text"] == "240 kroner"
