"""Lets fifty clients ask one server for minutes, and records responses, times and memory.

Each text has a number of its own, so that an answer to another client's question is detected.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

PEOPLE = 50
# In a process of its own: here it would wait for the fifty threads that ask.
PROBE = """
import sys, time, urllib.request
base, end = sys.argv[1], time.monotonic() + float(sys.argv[2])
while time.monotonic() < end:
    asked = time.monotonic()
    with urllib.request.urlopen(f"{base}/v1/health", timeout=30) as response:
        assert response.status == 200
        response.read()
    print(time.monotonic() - asked)
    time.sleep(0.2)
"""


@dataclass
class Table:
    """The counts and measurements of one run; times in seconds, memory in MB."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    """The errors of requests that got no response."""
    mixed_up: list[str] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    before: float = 0.0
    after: float = 0.0

    def rows(self, lasted: float) -> dict[str, Any]:
        cuts = statistics.quantiles(self.seconds, n=100)
        return {
            "people": PEOPLE,
            "requests": sum(self.statuses.values()),
            "per_second": round(len(self.seconds) / lasted, 1),
            "p50": round(cuts[49], 3),
            "p99": round(cuts[98], 3),
            "errors": len(self.broken)
            + sum(count for status, count in self.statuses.items() if status not in (200, 429)),
            "told_to_wait": self.statuses[429],
            "mixed_up": len(self.mixed_up),
            "health_max": round(max(self.health), 3),
            "memory_before": round(self.before),
            "memory_after": round(self.after),
            "growth": round(self.after / self.before, 3),
        }


def memory(process: int) -> float:
    """The resident memory of a process, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def soak(home: Path, seconds: float) -> Table:
    """Send questions for this many seconds. An answer is mixed up if its sentence lacks the number of its client's text."""
    serve = ["--home", str(home), "serve", "--port", "0", "--json"]
    table = Table()
    server = subprocess.Popen(
        [sys.executable, "-m", "wherein", *serve], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout
    try:
        ready = json.loads(server.stdout.readline())
        base, token = ready["address"], Path(ready["token"]).read_text().strip()
        began = time.monotonic()
        end = began + seconds
        lock = threading.Lock()

        def person(number: int) -> None:
            headers = {"Authorization": f"Bearer {token}", "Wherein-Asker": f"person-{number:04}"}
            draw = random.Random(number)
            with httpx2.Client(base_url=base, headers=headers, timeout=120) as client:
                while time.monotonic() < end:
                    one = draw.randrange(10**6)
                    text = f"The harbour master is Captain Smith{one}. The ferry leaves at seven."
                    body = {"question": "Who is the harbour master?", "text": text}
                    asked = time.monotonic()
                    try:
                        response = client.post("/v1/ask", json=body)
                    except httpx2.HTTPError as error:
                        with lock:
                            table.broken.append(f"{type(error).__name__}: {error}")
                        continue
                    took = time.monotonic() - asked
                    with lock:
                        table.statuses[response.status_code] += 1
                        if response.status_code == 200:
                            table.seconds.append(took)
                            best = response.json()["answers"][0]
                            mine = f"Smith{one}." in best["quote"]
                            if not mine or text[best["start"] : best["end"]] != best["text"]:
                                table.mixed_up.append(text)
                    if response.status_code == 429:
                        time.sleep(float(response.headers["Retry-After"]))

        with ThreadPoolExecutor(PEOPLE) as people:
            done = [people.submit(person, number) for number in range(PEOPLE)]
            prober = subprocess.Popen(
                [sys.executable, "-c", PROBE, base, str(seconds)], stdout=subprocess.PIPE, text=True
            )
            time.sleep(seconds / 10)
            table.before = memory(server.pid)
            told, _ = prober.communicate()
            assert prober.returncode == 0
            table.health = [float(line) for line in told.split()]
            for one in done:
                one.result()
        table.after = memory(server.pid)
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
    return table
