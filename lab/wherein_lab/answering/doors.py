"""The same questions at every door: Python, HTTP, OpenAI's form and the Model Context Protocol. Judges no answer.

The memory is off, so that every door reads for itself. Two doors agree on a question where their first
three answers have the same text and place in the same document, and the same refusal.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
import anyio.to_thread
import httpx2
import uvicorn

from wherein import Engine
from wherein.answering.options import Options
from wherein.server.app import create_app
from wherein.server.run import HOST, listen
from wherein_lab.data.squad_file import read_squad

FIRST = 3
DOORS = ("python", "http", "openai", "mcp")
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
"""Whether the question is answered, its answers, and its answers graded perhaps."""


@dataclass(frozen=True, slots=True)
class Parity:
    """The results of all doors. `unequal` and `not_verbatim` list questions."""

    questions: int
    answered: int
    shown: int
    unequal: dict[str, list[str]]
    not_verbatim: list[str]

    def figures(self) -> dict[str, Any]:
        same = {door: self.questions - len(names) for door, names in self.unequal.items()}
        return {
            "n": self.questions,
            "answered": self.answered,
            "shown": self.shown,
            "identical": same,
            "not_verbatim": len(self.not_verbatim),
        }


def without_memory(home: Path) -> Engine:
    """An engine over a new home that does not remember questions."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text("memory = false\n", "utf-8")
    return Engine.open(home)


def compare(
    engine: Engine,
    questions: Sequence[Asked],
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> Parity:
    """Ask every question at every door. Needs the packages `openai` and `mcp`."""
    return anyio.run(partial(_compare, engine, questions, on_progress))


def measure(data: Path, limit: int, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Ask the first questions of a SQuAD file at every door, each of its own paragraph, and count what differs."""
    with TemporaryDirectory() as folder:
        engine = without_memory(Path(folder) / "home")
        with engine:
            squad = read_squad(data)
            asked = squad.asked[:limit]
            files = {}
            for row in asked:
                place = (row.article, row.paragraph)
                if place not in files:
                    files[place] = Path(folder) / f"{row.article:03}-{row.paragraph:03}.txt"
                    files[place].write_text(squad.paragraphs[row.article][row.paragraph], "utf-8")
            ids = {entry.source: entry.document for entry in engine.add(*files.values()).added}
            questions = [
                Asked(row.question, ids[str(files[row.article, row.paragraph])]) for row in asked
            ]
            return compare(engine, questions, on_progress).figures()


async def _compare(
    engine: Engine, questions: Sequence[Asked], on_progress: Callable[[int, int], None]
) -> Parity:
    unequal: dict[str, list[str]] = {door: [] for door in DOORS[1:]}
    not_verbatim = []
    answered = shown = 0
    text = cache(lambda document: engine.kept(document).text)
    async with _opened(engine) as doors:
        for number, asked in enumerate(questions):
            said = {door: await ask(asked) for door, ask in doors.items()}
            ours = said["python"]
            answered += ours[0]
            for door, names in unequal.items():
                if said[door] != ours:
                    names.append(asked.question)
            every = [one for _, answers, perhaps in said.values() for one in (*answers, *perhaps)]
            shown += len(every)
            if any(text(one.document)[one.start : one.end] != one.text for one in every):
                not_verbatim.append(asked.question)
            on_progress(number + 1, len(questions))
    return Parity(len(questions), answered, shown, unequal, not_verbatim)


@asynccontextmanager
async def _opened(engine: Engine) -> AsyncIterator[dict[str, Callable[[Asked], Awaitable[Said]]]]:
    """The doors of a running server, and Python, by name. The server stops when the context ends."""
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client
    from openai import AsyncOpenAI

    bound = listen(0)
    port = bound.getsockname()[1]
    config = uvicorn.Config(create_app(engine, _TOKEN), log_level="critical", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([bound],))
    thread.start()
    base = f"http://{HOST}:{port}"
    headers = {"Authorization": f"Bearer {_TOKEN}"}
    try:
        async with (
            httpx2.AsyncClient(headers=headers, timeout=120) as http,
            AsyncOpenAI(base_url=f"{base}/v1", api_key=_TOKEN, max_retries=0) as chat,
            Client(streamable_http_client(f"{base}/mcp", http_client=http)) as assistant,
        ):

            async def of_python(asked: Asked) -> Said:
                source = None if asked.document is None else engine.kept(asked.document)
                result = await anyio.to_thread.run_sync(
                    engine.ask, asked.question, source, Options(memory=False)
                )
                places = [
                    tuple(
                        Shown(a.text, a.document, a.span.start, a.span.end) for a in found[:FIRST]
                    )
                    for found in (result.answers, result.perhaps)
                ]
                return result.answered, places[0], places[1]

            async def of_http(asked: Asked) -> Said:
                body: dict[str, Any] = {"question": asked.question, "memory": "off"}
                if asked.document is not None:
                    body["document"] = asked.document
                response = await http.post(f"{base}/v1/ask", json=body)
                return _said(response.raise_for_status().json())

            async def of_openai(asked: Asked) -> Said:
                name = "wherein" if asked.document is None else f"wherein/{asked.document}"
                done: Any = await chat.chat.completions.create(
                    model=name, messages=[{"role": "user", "content": asked.question}]
                )
                cited = [note.wherein for note in done.choices[0].message.annotations or []]
                return _said({**done.wherein, "answers": cited})

            async def of_mcp(asked: Asked) -> Said:
                arguments = {"question": asked.question}
                if asked.document is not None:
                    arguments["document"] = asked.document
                called: Any = await assistant.call_tool("ask", arguments)
                return _said(called.structured_content)

            yield dict(zip(DOORS, (of_python, of_http, of_openai, of_mcp), strict=True))
    finally:
        server.should_exit = True
        await anyio.to_thread.run_sync(thread.join)


def _said(found: dict[str, Any]) -> Said:
    places = [
        tuple(
            Shown(one["text"], one["document"], one["start"], one["end"])
            for one in found[grade][:FIRST]
        )
        for grade in ("answers", "perhaps")
    ]
    return found["answered"], places[0], places[1]
