"""Reads the same questions with two releases of onnxruntime by turns: are the answers equal, and which is faster?

`compare_runtimes.py SQUAD.json.gz --other FOLDER [--reader NAME] [--limit N]`, where FOLDER is the
`site-packages` with the other release. Each release has a process of its own, and they take blocks of
questions in alternating order, so that what else the machine does slows both.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import IO, Any

BLOCK = 20


def answer(data: str, reader: str, limit: int) -> None:
    """One release: answers a block of question numbers for each line of standard input."""
    import onnxruntime
    from wherein_lab.data.squad_file import read_squad, sample
    from wherein_lab.reading.reading import judge
    from wherein_lab.registry.readers import open_reader

    opened, file = open_reader(reader), read_squad(Path(data))
    questions = sample(file.asked, limit, 0)
    judge(opened, file, questions[:5])  # the model is loaded and warm
    print(json.dumps({"release": onnxruntime.__version__, "n": len(questions)}), flush=True)
    for line in sys.stdin:
        first, last = json.loads(line)
        began = time.process_time()
        judged, seconds, _ = judge(opened, file, questions[first:last])
        rows = [
            {
                "said": one.said,
                "confidence": one.confidence,
                "shown": one.shown,
                "golds": one.asked.golds,
            }
            for one in judged
        ]
        reply = {"rows": rows, "seconds": seconds, "processor_seconds": time.process_time() - began}
        print(json.dumps(reply), flush=True)


def started(arguments: argparse.Namespace, before: str | None) -> subprocess.Popen[str]:
    paths = [] if before is None else [before]
    paths += [path for path in sys.path if path]
    return subprocess.Popen(
        [
            sys.executable,
            __file__,
            arguments.data,
            "--answer",
            "--reader",
            arguments.reader,
            "--limit",
            str(arguments.limit),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
    )


def reply(process: subprocess.Popen[str]) -> dict[str, Any]:
    stdout: IO[str] | None = process.stdout
    assert stdout is not None
    row = json.loads(stdout.readline())
    assert isinstance(row, dict)
    return row


def compare(arguments: argparse.Namespace) -> dict[str, Any]:
    from wherein_lab.metrics.squad_measures import token_f1

    processes = [started(arguments, None), started(arguments, arguments.other)]
    releases = [reply(process) for process in processes]
    rows: list[list[dict[str, Any]]] = [[], []]
    blocks: list[list[dict[str, Any]]] = [[], []]
    for number, first in enumerate(range(0, releases[0]["n"], BLOCK)):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            process = processes[which]
            assert process.stdin is not None
            process.stdin.write(json.dumps([first, first + BLOCK]) + "\n")
            process.stdin.flush()
            block = reply(process)
            rows[which] += block["rows"]
            blocks[which].append(block)
    for process in processes:
        process.communicate()
    pairs = list(zip(*rows, strict=True))

    def f1(which: int) -> float:
        said = (token_f1(r["said"] if r["shown"] else "", r["golds"]) for r in rows[which])
        return round(100 * sum(said) / len(pairs), 2)

    def ratio(key: str) -> float:
        return float(round(median(b[key] / a[key] for a, b in zip(*blocks, strict=True)), 3))

    return {
        "reader": arguments.reader,
        "releases": [release["release"] for release in releases],
        "n": len(pairs),
        "same_answer": sum(a["said"] == b["said"] for a, b in pairs),
        "same_shown": sum(a["shown"] == b["shown"] for a, b in pairs),
        "largest_difference_of_confidence": max(
            abs(a["confidence"] - b["confidence"]) for a, b in pairs
        ),
        "f1": [f1(0), f1(1)],
        "seconds": [round(sum(b["seconds"] for b in side), 2) for side in blocks],
        "median_ratio_of_a_block": {
            "clock": ratio("seconds"),
            "processor": ratio("processor_seconds"),
        },
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data")
    parser.add_argument("--other", help="the site-packages folder with the other release")
    parser.add_argument("--reader", default="small")
    parser.add_argument("--limit", type=int, default=400)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        answer(given.data, given.reader, given.limit)
    else:
        print(json.dumps(compare(given), indent=1))
