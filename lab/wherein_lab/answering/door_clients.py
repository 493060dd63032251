"""Asks one question through each interface ("door") of a running server, as its own clients do. Compares nothing.

The memory is off, so that a reader answers at every door.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.to_thread
import httpx2
import uvicorn

from wherein import Engine
from wherein.answering.options import Options
from wherein.core.errors import ExtraMissing
from wherein.server.app import create_app
from wherein.server.run import HOST, KEEP_ALIVE_S, listen
from wherein_lab.checkout import CHECKOUT

FIRST = 3
"""Answers of each door that are looked at."""
_TOKEN = "doors"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the id of the document it asks; `None` asks the whole library."""

    question: str
    document: str | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """An answer as a door shows it."""

    text: str
    document: str
    start: int
    end: int


Said = tuple[bool, tuple[Shown, ...], tuple[Shown, ...]]
"""Whether it is answered, the answers, and the perhaps."""

Door = Callable[[Asked], Awaitable[Said]]


@asynccontextmanager
async def opened(engine: Engine, names: Collection[str]) -> AsyncIterator[dict[str, Door]]:
    """The named doors of one engine, Python before them, while a server of it runs."""
    async with AsyncExitStack() as stack:
        base = stack.enter_context(_serving(engine))
        doors: dict[str, Door] = {"python": _python(engine)}
        for name in names:
            doors[name] = await stack.enter_async_context(_MAKERS[name](engine, base))
        yield doors


def said(found: dict[str, Any]) -> Said:
    """A door's reply, in its own JSON."""
    places = [
        tuple(
            Shown(one["text"], one["document"], one["start"], one["end"])
            for one in found[grade][:FIRST]
        )
        for grade in ("answers", "perhaps")
    ]
    return found["answered"], places[0], places[1]


@contextmanager
def _serving(engine: Engine) -> Iterator[str]:
    """The address of a server of this engine, in a thread."""
    bound = listen(0)
    config = uvicorn.Config(
        create_app(engine, _TOKEN),
        log_level="critical",
        lifespan="off",
        timeout_keep_alive=KEEP_ALIVE_S,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([bound],))
    thread.start()
    try:
        yield f"http://{HOST}:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def _python(engine: Engine) -> Door:
    async def ask(asked: Asked) -> Said:
        source = None if asked.document is None else engine.kept(asked.document)
        options = Options(memory=False)
        result = await anyio.to_thread.run_sync(engine.ask, asked.question, source, options)
        places = [
            tuple(Shown(a.text, a.document, a.span.start, a.span.end) for a in found[:FIRST])
            for found in (result.answers, result.perhaps)
        ]
        return result.answered, places[0], places[1]

    return ask


@asynccontextmanager
async def _http(engine: Engine, base: str) -> AsyncIterator[Door]:
    headers = {"Authorization": f"Bearer {_TOKEN}"}
    async with httpx2.AsyncClient(headers=headers, timeout=120) as http:

        async def ask(asked: Asked) -> Said:
            body = {"question": asked.question, "memory": "off", **_document(asked)}
            response = await http.post(f"{base}/v1/ask", json=body)
            return said(response.raise_for_status().json())

        yield ask


@asynccontextmanager
async def _openai(engine: Engine, base: str) -> AsyncIterator[Door]:
    from openai import AsyncOpenAI

    async with AsyncOpenAI(base_url=f"{base}/v1", api_key=_TOKEN, max_retries=0) as chat:

        async def ask(asked: Asked) -> Said:
            name = "wherein" if asked.document is None else f"wherein/{asked.document}"
            done: Any = await chat.chat.completions.create(
                model=name, messages=[{"role": "user", "content": asked.question}]
            )
            cited = [note.wherein for note in done.choices[0].message.annotations or []]
            return said({**done.wherein, "answers": cited})

        yield ask


@asynccontextmanager
async def _mcp(engine: Engine, base: str) -> AsyncIterator[Door]:
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {_TOKEN}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120) as http,
        Client(streamable_http_client(f"{base}/mcp", http_client=http)) as assistant,
    ):

        async def ask(asked: Asked) -> Said:
            arguments = {"question": asked.question, **_document(asked)}
            called: Any = await assistant.call_tool("ask", arguments)
            return said(called.structured_content)

        yield ask


@asynccontextmanager
async def _command_line(engine: Engine, base: str) -> AsyncIterator[Door]:
    """A command for each question, over the same home."""
    before = [sys.executable, "-m", "wherein", "--home", str(engine.home.folder), "ask"]

    async def ask(asked: Asked) -> Said:
        source = [] if asked.document is None else [asked.document]
        command = [*before, "--json", "--no-memory", "--", *source, asked.question]
        done = await anyio.run_process(command)
        return said(json.loads(done.stdout))

    yield ask


@asynccontextmanager
async def _app(engine: Engine, base: str) -> AsyncIterator[Door]:
    """The web app's client, in Node.js."""
    node = shutil.which("node")
    web = CHECKOUT / "web"
    if node is None or not (web / "node_modules").is_dir():
        raise ExtraMissing(
            "Node.js or what the web app needs is not installed.",
            "Install Node.js 20 or newer, then run: make web-build",
        )
    with subprocess.Popen(
        [node, str(web / "tools" / "ask-as-app.mjs"), base, _TOKEN],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        requests, heard = process.stdin, process.stdout
        assert requests is not None
        assert heard is not None

        def once(asked: Asked) -> str:
            requests.write(json.dumps({"question": asked.question, **_document(asked)}) + "\n")
            requests.flush()
            return heard.readline()

        async def ask(asked: Asked) -> Said:
            return said(json.loads(await anyio.to_thread.run_sync(once, asked)))

        try:
            yield ask
        finally:
            requests.close()


def _document(asked: Asked) -> dict[str, str]:
    return {} if asked.document is None else {"document": asked.document}


_MAKERS = {
    "http": _http,
    "openai": _openai,
    "mcp": _mcp,
    "command_line": _command_line,
    "app": _app,
}
SERVED = ("http", "openai", "mcp")
DOORS = tuple(_MAKERS)
"""The doors beside Python."""
