"""Every tool of the Model Context Protocol with every argument of the wrong kind: an error in our own words, or an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.types import TextContent

from wherein import Engine
from wherein.server.doors.mcp_door import mcp_door

_VALUES: tuple[Any, ...] = (
    "", " ", "missing.txt", "/", "/no such/file.pdf", "/proc/self/mem", "~nobody/x", "http://[::", "http://127.0.0.1:1/",
    "tag:", "base:nobody", "a" * 5_000, "e\u0301\u202e\u200b👍🏽", "two\nlines", "%s{0}", "-1", 0, -1, 10**30, 1e308, True, None, [],
    [""], ["nobody"], [None], [["x"]], {}, {"a": {"b": 1}}, [1] * 2_000,
)  # fmt: skip
_FITTING: dict[str, Any] = {
    "question": "Who is it?",
    "query": "boat",
    "id": "nobody",
    "text": "It is.",
    "source": "/x",
}
_FORBIDDEN = re.compile(
    r"\b[A-Z]\w*(?:Error|Exception|Warning)\b|Traceback|Errno|site-packages|\w\.py\b|sqlite3|pydantic|Error executing tool|"
    r"failed that should not|Input should|Field required|validation|not enough values|codec can't|has no attribute|NoneType"
)

_SENTENCES = re.compile(r"[.?!:…] \S")


def _calls(tools: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for tool in tools:
        known = tool.input_schema["properties"]
        whole = {name: _FITTING[name] for name in tool.input_schema.get("required", ())}
        yield tool.name, {}
        yield tool.name, {**whole, "unknown": 1}
        for name in known:
            for value in _VALUES:
                yield tool.name, {**whole, name: value}


def test_a_tool_says_in_our_own_words_what_it_cannot_work_with(
    engine: Engine, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Trip\n\nThe boat leaves at nine.\n")
    engine.add(page)
    walked: list[tuple[str, str, str | None]] = []

    async def work() -> None:
        async with Client(mcp_door(engine)) as client:
            for name, arguments in _calls((await client.list_tools()).tools):
                said = await client.call_tool(name, arguments)
                first = said.content[0] if said.is_error else None
                text = first.text if isinstance(first, TextContent) else None
                walked.append((name, str(arguments)[:200], text))

    anyio.run(work)
    refused = [(name, given, text) for name, given, text in walked if text is not None]
    assert len(refused) > len(walked) / 3
    wrong = [
        row
        for row in refused
        if _FORBIDDEN.search(row[2]) or "\n" in row[2] or not _SENTENCES.search(row[2])
    ]
    assert not wrong


@pytest.mark.parametrize(
    "address",
    ["wherein://document/nobody", "wherein://x", "file:///etc/passwd", "wherein://document/%ff"],
)
def test_a_resource_that_is_not_there_is_told_so(engine: Engine, address: str) -> None:
    async def work() -> str:
        async with Client(mcp_door(engine)) as client:
            try:
                await client.read_resource(address)
            except Exception as error:
                return str(error)
        return ""

    said = anyio.run(work)
    assert said
    assert not _FORBIDDEN.search(said)
