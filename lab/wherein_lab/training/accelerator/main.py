"""`run.py` of a bundle: checks what arrived, trains both readers in the minutes that it is given, and leaves the result in pieces."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from wherein_lab.training.accelerator.failure import RunError

RESERVE_SECONDS = 40.0  # kept back at the end for writing what there is


def arguments(argv: list[str] | None, here: Path) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__)
    parser.add_argument("--minutes", type=float, help="the time for everything, from now on")
    parser.add_argument(
        "--resume", action="store_true", help="go on from the last checkpoint, if there is one"
    )
    parser.add_argument("--check", action="store_true", help="only check the pieces that are here")
    parser.add_argument(
        "--prepare", action="store_true", help="read the text, and try whether compiling pays"
    )
    parser.add_argument(
        "--work", type=Path, default=here / "work", help="the folder of checkpoint, log and result"
    )
    parser.add_argument(
        "--rows", type=int, help="packed rows of an update, instead of the bundle's"
    )
    parser.add_argument(
        "--updates", type=int, help="end each stage after so many updates (rehearsals)"
    )
    parser.add_argument(
        "--memory-rows",
        type=int,
        help="behave as if no more rows at once fit the memory (rehearsals)",
    )
    parser.add_argument(
        "--reserve", type=float, default=RESERVE_SECONDS, help="seconds kept back for the end"
    )
    parser.add_argument("--checkpoint-seconds", type=float, default=60.0)
    parser.add_argument("--threads", type=int, help="threads of a processor without an accelerator")
    parser.add_argument("--time-layers", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def main(here: Path, argv: list[str] | None = None) -> int:
    """Run the bundle in the folder `here`; returns the exit status."""
    began = time.monotonic()
    asked = arguments(argv, here)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"  # threads do not survive a fork
    try:
        from wherein_lab.training.accelerator.run import Bundle, Run

        bundle = Bundle.of(here)
        if asked.check:
            print(bundle.checked())
            return 0
        asked.work.mkdir(parents=True, exist_ok=True)
        run = Run(bundle, asked, began)
        if asked.time_layers:
            run.time_layers(asked.time_layers)
        elif asked.prepare:
            run.prepare()
        elif asked.minutes is None:
            raise RunError("No time was given: name it with --minutes.")
        else:
            run.train()
    except RunError as error:
        print(error, file=sys.stderr)
        return 2
    return 0
