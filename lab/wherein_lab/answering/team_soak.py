"""Lets fifty clients ask two servers over one PostgreSQL for minutes, ends one of them half-way, and compares every answer and
the database with what they must be.

Each client asks once a second what three others asked before, so that everybody is answered from memory; one more changes a title once a second. A request that gets no reply
is sent to the other server, as a proxy would, and is counted as uncertain: it may have been done.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

CLIENTS = 50
ASKED = 100
"""Documents, with a question each, that the clients ask."""
UNCOUNTED_S = 10.0
"""Uses that a killed server had not written yet: it holds them for two seconds, and a busy machine is late."""
SETTINGS = "memory_share = true\nmemory_askers = 3\n"
_REPLY_S = 120.0
_TITLE = "Title"


@dataclass(frozen=True, slots=True)
class Reply:
    """A question that was answered: which, by which server, when, and the milliseconds as the server has them."""

    question: int
    server: int
    at: float
    milliseconds: float
    is_remembered: bool


@dataclass
class Soaked:
    """What came of a run. `wrong` are answers that are not what they must be, with what they were."""

    replies: list[Reply] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    refused: Counter[int] = field(default_factory=Counter)
    uncertain: Counter[int] = field(default_factory=Counter)
    """By question: how often no reply came."""
    titles: int = 0
    titles_uncertain: int = 0
    last_title: str = ""
    killed_at: float = 0.0
    seconds: float = 0.0
    logged: list[float] = field(default_factory=list)
    """Milliseconds of each question of the paced run, by the servers' logs."""
    rate_replies: int = 0
    rate_seconds: float = 0.0
    servers_seconds: float = 0.0
    database_seconds: float = 0.0
    """Processor seconds that both servers used, and that the database used, during the run without pauses."""

    def figures(self) -> dict[str, Any]:
        """Numbers for people: exact hits in milliseconds at the server, as the answer says them and from request to end of
        response, and the rate without pauses."""
        hits = sorted(reply.milliseconds for reply in self.replies if reply.is_remembered)
        cuts = statistics.quantiles(hits, n=100)
        return {
            "clients": CLIENTS,
            "seconds": round(self.seconds),
            "answers": len(self.replies),
            "exact_hits": len(hits),
            "exact_hit_p50_ms": round(cuts[49], 1),
            "exact_hit_p99_ms": round(cuts[98], 1),
            "request_p50_ms": round(statistics.median(self.logged), 1),
            "wrong": len(self.wrong),
            "refused": sum(self.refused.values()),
            "without_a_reply": sum(self.uncertain.values()),
            "changes": self.titles,
            "changes_without_a_reply": self.titles_uncertain,
            "most_questions_a_second": round(self.rate_replies / self.rate_seconds, 1),
            "servers_processor_ms_a_question": round(
                1000 * self.servers_seconds / self.rate_replies, 1
            ),
            "database_processor_ms_a_question": round(
                1000 * self.database_seconds / self.rate_replies, 1
            ),
            "cores": os.cpu_count(),
            "load_average": round(os.getloadavg()[0], 1),
        }


class Server:
    """One server as a process, with a home of its own; its log of requests goes to a file."""

    def __init__(self, home: Path, store: str) -> None:
        self._home, self._store = home, store
        self.process: subprocess.Popen[str] | None = None
        self.port = 0
        self.token = ""

    def start(self) -> None:
        self._home.mkdir(parents=True, exist_ok=True)
        (self._home / "config.toml").write_text(SETTINGS, "utf-8")
        command = ["-m", "wherein", "--home", str(self._home), "serve", "--port", "0", "--json", "--log", "--no-browser"]  # fmt: skip
        with (self._home / "log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, *command],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "WHEREIN_STORE": self._store},
            )
        assert self.process.stdout is not None
        ready = json.loads(self.process.stdout.readline())
        self.port = int(ready["address"].rsplit(":", 1)[1])
        self.token = Path(ready["token"]).read_text("utf-8").strip()

    def kill(self) -> None:
        """End it as a failing machine would."""
        assert self.process is not None
        self.process.kill()
        self._end()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self._end()

    def _end(self) -> None:
        assert self.process is not None
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def milliseconds(self, began: str, ended: str) -> list[float]:
        """Of each question that its log has between two times, what it took from its request to the end of its response."""
        lines = (self._home / "log").read_text("utf-8").splitlines()
        told = [json.loads(line) for line in lines if line.startswith("{")]
        return [
            one["ms"]
            for one in told
            if one["route"] == "/v1/ask" and one["status"] == 200 and began < one["time"] < ended
        ]


class Caller:
    """Sends the requests of one client; where a server gives no reply, the other server gets the request again."""

    def __init__(self, servers: list[Server], first: int, name: str) -> None:
        self._servers = servers
        self.at = first
        self._name = name
        self._connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any] | None:
        """Status and JSON of the reply; None without one, after which the other server is asked."""
        server = self._servers[self.at]
        try:
            if self._connection is None:
                self._connection = http.client.HTTPConnection(
                    "127.0.0.1", server.port, timeout=_REPLY_S
                )
            self._connection.request(
                method,
                path,
                json.dumps(body),
                {
                    "Authorization": f"Bearer {server.token}",
                    "Content-Type": "application/json",
                    "Wherein-Asker": self._name,
                },
            )
            reply = self._connection.getresponse()
            return reply.status, json.loads(reply.read())
        except (OSError, http.client.HTTPException, ValueError):
            self.close()
            self.at = 1 - self.at
            return None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def question(number: int) -> str:
    return f"When was the lighthouse of Harbour {number} built?"


def year(number: int) -> str:
    return str(1800 + number)


def documents(folder: Path) -> list[Path]:
    """A file for each question, and one more whose title is changed."""
    folder.mkdir(parents=True)
    files = []
    for number in range(ASKED):
        files.append(folder / f"harbour {number}.txt")
        files[-1].write_text(
            f"The lighthouse of Harbour {number} was built in {year(number)}.", "utf-8"
        )
    files.append(folder / "renamed.txt")
    files[-1].write_text("Nobody asks about this one.", "utf-8")
    return files


def run(
    servers: list[Server], ids: list[str], seconds: float, rate_seconds: float, database: int
) -> Soaked:
    """The paced run with one server killed half-way, then one without pauses over both. `ids` are the documents' ids, the
    renamed one last; `database` is the database's process."""
    found, lock = Soaked(seconds=seconds, rate_seconds=rate_seconds), threading.Lock()
    began = _now()
    _paced(servers, ids, seconds, found, lock)
    ended = _now()
    found.logged = [ms for server in servers for ms in server.milliseconds(began, ended)]
    servers[1].start()
    before = len(found.replies)
    processes = [server.process.pid for server in servers if server.process is not None]
    began_servers, began_database = _processor(*processes), _processor(database)
    _together(
        lambda number, end: _asks(servers, number, ids, end, 0.0, found, lock),
        CLIENTS,
        rate_seconds,
    )
    found.servers_seconds = _processor(*processes) - began_servers
    found.database_seconds = _processor(database) - began_database
    found.rate_replies = len(found.replies) - before
    return found


def _processor(*processes: int) -> float:
    """Seconds of processor time of some processes and all below them, also of those that have ended."""
    parents: dict[int, list[int]] = {}
    seconds: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
            process = int(stat.parent.name)
            parents.setdefault(int(fields[1]), []).append(process)
            seconds[process] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    below = list(processes)
    for process in below:
        below += parents.get(process, [])
    return sum(seconds.get(process, 0.0) for process in below)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _paced(
    servers: list[Server], ids: list[str], seconds: float, found: Soaked, lock: threading.Lock
) -> None:
    def client(number: int, end: float) -> None:
        if number == CLIENTS:
            _renames(servers, ids[-1], end, found)
        else:
            _asks(servers, number, ids, end, 1.0, found, lock)

    def half_way() -> None:
        found.killed_at = time.monotonic()
        servers[1].kill()

    killing = threading.Timer(seconds / 2, half_way)
    killing.start()
    _together(client, CLIENTS + 1, seconds)
    killing.join()


def _together(client: Callable[[int, float], None], clients: int, seconds: float) -> None:
    end = time.monotonic() + seconds
    with ThreadPoolExecutor(clients) as pool:
        for done in [pool.submit(client, number, end) for number in range(clients)]:
            done.result()


def _asks(
    servers: list[Server],
    number: int,
    ids: list[str],
    end: float,
    pause: float,
    found: Soaked,
    lock: threading.Lock,
) -> None:
    draw, caller = random.Random(number), Caller(servers, number % 2, f"client-{number}")
    due = time.monotonic() + draw.random() * pause
    while (now := time.monotonic()) < end:
        if now < due:
            time.sleep(min(due - now, end - now))
            continue
        due += pause
        one, server = draw.randrange(ASKED), caller.at
        reply = caller.send("POST", "/v1/ask", {"question": question(one), "document": ids[one]})
        with lock:
            _take(reply, one, server, ids[one], found)
    caller.close()


def _take(
    reply: tuple[int, Any] | None, one: int, server: int, document: str, found: Soaked
) -> None:
    if reply is None:
        found.uncertain[one] += 1
        return
    status, result = reply
    if status != 200:
        found.refused[status] += 1
        return
    answers = result["answers"]
    best = (answers[0]["text"], answers[0]["document"]) if answers else None
    if best != (year(one), document):
        found.wrong.append(f"{question(one)} {best}")
    steps = {step["outcome"]: step["step"] for step in result["steps"]}
    found.replies.append(
        Reply(
            one,
            server,
            time.monotonic(),
            result["milliseconds"],
            steps.get("answered") == "memory",
        )
    )


def _renames(servers: list[Server], document: str, end: float, found: Soaked) -> None:
    caller = Caller(servers, 1, "editor")
    number = 0
    while time.monotonic() < end:
        number += 1
        title = f"{_TITLE} {number}"
        reply = caller.send("PATCH", f"/v1/documents?document={document}", {"title": title})
        if reply is None:
            found.titles_uncertain += 1
        elif reply[0] == 200:
            found.titles += 1
            found.last_title = title
            caller.close()
            caller.at = 1 - caller.at if not found.killed_at else 0
        else:
            found.refused[reply[0]] += 1
        time.sleep(1.0)
    caller.close()


def lost_or_doubled(found: Soaked, counted: dict[str, int], before: dict[str, int]) -> list[str]:
    """The questions whose count of uses in the database is impossible: more than were sent, or fewer than were answered and written.

    `counted` and `before` are the uses by question, after the run and before it.
    """
    answered: Counter[int] = Counter(reply.question for reply in found.replies)
    unwritten: Counter[int] = Counter(
        reply.question
        for reply in found.replies
        if reply.server == 1 and found.killed_at - UNCOUNTED_S < reply.at <= found.killed_at + 1.0
    )
    troubles = []
    for number in range(ASKED):
        uses = counted.get(question(number), 0) - before.get(question(number), 0)
        most = answered[number] + found.uncertain[number]
        if not answered[number] - unwritten[number] <= uses <= most:
            troubles.append(
                f"{question(number)} {uses} uses, answered {answered[number]} times,"
                f" uncertain {found.uncertain[number]}, unwritten at most {unwritten[number]}"
            )
    return troubles
