"""Measures the memory under load: starts `wherein serve` and sends requests of many clients at once over HTTP.

Times are the client's: from sending a request to its last byte, including waiting in queues. The load is an open loop
(Schroeder, Wierman and Harchol-Balter, 2006): each client sends at fixed times, however late the answers come.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from wherein.answering.engine import Engine
from wherein.assets.store import AssetStore
from wherein.core.errors import ServerError
from wherein.encoding.encoder import Encoder
from wherein.home.folder import Home
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein_lab.memory.memory_scale import (
    PER_PAGE,
    make_memory,
    page_document,
    question_text,
)

CLIENTS = 50
RATES = (100, 200, 300, 400, 600, 800, 1200, 1600)
"""Requests a second to try, to find the highest sustained rate."""
SUSTAINED_P99_MS = 20.0


@dataclass(frozen=True, slots=True)
class Latencies:
    """The milliseconds of each answer, and how many answers were not the expected ones."""

    milliseconds: tuple[float, ...]
    wrong: int

    def at(self, share: float) -> float:
        return round(float(np.quantile(self.milliseconds, share)), 2)


@dataclass(frozen=True, slots=True)
class LoadFigures:
    """`exact_*`: `clients` each ask once a second; `beside_*`: the same while similar questions are requested twice a
    second. `highest_rate` is the most requests a second with the 99th percentile within `SUSTAINED_P99_MS` (0: none of
    `RATES`). `wrong` counts answers that were not served from memory or differ from the stored ones.
    """

    questions: int
    clients: int
    seconds: float
    n: int
    wrong: int
    exact_p50_ms: float
    exact_p99_ms: float
    similar_n: int
    similar_p50_ms: float
    similar_p99_ms: float
    beside_exact_p50_ms: float
    beside_exact_p99_ms: float
    highest_rate: int
    made_s: float
    encoded_s: float
    cores: int
    load_before: float


def measure_load(
    folder: Path, questions: int, encoder: Encoder, seconds: float, rates: Sequence[int] = RATES
) -> LoadFigures:
    """Make a home in `folder` with the given number of stored questions (or use the existing one), serve it and ask it."""
    home = Home(folder)
    home.folder.mkdir(parents=True, exist_ok=True)
    home.config.write_text("memory_share = true\nmemory_askers = 1\n", "utf-8")
    model = AssetStore(home.assets).identity("small")
    began = time.perf_counter()
    with SqliteMemory(home.memory) as store:
        make_memory(store, questions, model, _options_of_a_request())
        made = time.perf_counter() - began
        began = time.perf_counter()
        QuestionMemory(store, encoder=lambda: encoder).others.similar("warm")
        encoded = time.perf_counter() - began
    load = os.getloadavg()[0]
    pages = -(-questions // PER_PAGE)
    with _serving(folder) as (port, token):
        asking = _Asking(port, token, pages, np.random.default_rng(0))
        asyncio.run(
            asking.exact(CLIENTS, min(3.0, seconds))
        )  # warm up connections, threads and caches
        asyncio.run(asking.similar(min(5.0, seconds), 2.0))
        exact = asyncio.run(asking.exact(CLIENTS, seconds))
        similar = asyncio.run(asking.similar(max(1.0, seconds / 2), 4.0))
        beside, _ = asyncio.run(asking.both(CLIENTS, max(1.0, seconds / 2)))
        highest = 0
        for rate in rates:
            tried = asyncio.run(asking.exact(rate, max(1.0, seconds / 4)))
            if tried.at(0.99) > SUSTAINED_P99_MS or tried.wrong:
                break
            highest = rate
    return LoadFigures(
        questions,
        CLIENTS,
        seconds,
        len(exact.milliseconds),
        exact.wrong + similar.wrong + beside.wrong,
        exact.at(0.5),
        exact.at(0.99),
        len(similar.milliseconds),
        similar.at(0.5),
        similar.at(0.99),
        beside.at(0.5),
        beside.at(0.99),
        highest,
        round(made, 1),
        round(encoded, 1),
        os.cpu_count() or 0,
        round(load, 2),
    )


def _options_of_a_request() -> str:
    """The options with which the server stores the answer to a question that is asked as `_Asking` asks it."""
    document = page_document(0)
    with tempfile.TemporaryDirectory() as scratch:
        with Engine.open(scratch) as engine:
            engine.ask(question_text(0, 0), document)
        with SqliteMemory(Home(Path(scratch)).memory) as store:
            (held,) = store.exchange.held()
    return held.question.answers[0].options


def as_row(figures: LoadFigures) -> dict[str, object]:
    return asdict(figures)


@contextmanager
def _serving(folder: Path) -> Iterator[tuple[int, str]]:
    """Run `wherein serve` over a home and give its port and token. Raises ServerError when it does not start."""
    process = subprocess.Popen(
        [sys.executable, "-m", "wherein", "serve", "--port", "0", "--no-browser"],
        env=os.environ | {"WHEREIN_HOME": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if line.startswith("Serving on "):
                port = int(line.split("://")[1].split()[0].rsplit(":", 1)[1])
                yield port, Home(folder).token()
                return
        raise ServerError("The server did not start.", "Try it by hand: wherein serve --port 0")
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


class _Asking:
    """Clients that each keep a connection and send requests at fixed times."""

    def __init__(self, port: int, token: str, pages: int, draw: np.random.Generator) -> None:
        self._port = port
        self._token = token
        self._pages = pages
        self._draw = draw

    async def exact(self, rate: int, seconds: float) -> Latencies:
        """`rate` clients that each ask a stored question of its page once a second."""
        return _together(
            await asyncio.gather(*(self._client(number, 1.0, seconds) for number in range(rate)))
        )

    async def similar(self, seconds: float, per_second: float) -> Latencies:
        """One client that requests similar questions."""
        return await self._client(0, 1 / per_second, seconds, similar=True)

    async def both(self, rate: int, seconds: float) -> tuple[Latencies, Latencies]:
        exact, similar = await asyncio.gather(self.exact(rate, seconds), self.similar(seconds, 2.0))
        return exact, similar

    async def _client(
        self, number: int, every: float, seconds: float, similar: bool = False
    ) -> Latencies:
        times = max(1, int(seconds / every))
        requests = [self._similar() if similar else self._stored(number) for _ in range(times)]
        first = time.perf_counter() + float(self._draw.uniform(0, every))
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        taken = []
        wrong = 0
        try:
            for turn, (request, expected) in enumerate(requests):
                due = first + turn * every
                behind = time.perf_counter() > due
                if not behind:
                    await asyncio.sleep(due - time.perf_counter())
                # A client whose previous answer was late has waited since the request was due, so latency counts from there.
                began = due if behind and turn else time.perf_counter()
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
                body = await reader.readexactly(length)
                taken.append(1000 * (time.perf_counter() - began))
                wrong += not (head.startswith(b"HTTP/1.1 200") and expected in body)
        finally:
            writer.close()
        return Latencies(tuple(taken), wrong)

    def _picked(self) -> tuple[int, int]:
        return int(self._draw.integers(self._pages)), int(self._draw.integers(PER_PAGE))

    def _stored(self, client: int) -> tuple[bytes, bytes]:
        page, which = self._picked()
        document = page_document(page)
        body = {
            "question": question_text(page, which),
            "text": document.text,
            "blocks": [
                {"kind": block.kind.value, "start": block.span.start, "end": block.span.end}
                for block in document.blocks
            ],
            "title": document.title,
            "url": document.source,
        }
        return self._request("POST /v1/ask", client, json.dumps(body)), b'"found_by":"memory"'

    def _similar(self) -> tuple[bytes, bytes]:
        from urllib.parse import quote

        text = question_text(*self._picked())
        expected = json.dumps({"question": text}, separators=(",", ":"))[1:-1].encode()
        return self._request(f"GET /v1/questions/similar?q={quote(text)}", 0, ""), expected

    def _request(self, line: str, client: int, body: str) -> bytes:
        head = (
            f"{line} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nAuthorization: Bearer {self._token}"
            f"\r\nWherein-Asker: load-client-{client}\r\nContent-Type: application/json"
            f"\r\nContent-Length: {len(body.encode())}\r\n\r\n"
        )
        return (head + body).encode()


def _together(each: Sequence[Latencies]) -> Latencies:
    return Latencies(
        tuple(ms for asked in each for ms in asked.milliseconds), sum(asked.wrong for asked in each)
    )
