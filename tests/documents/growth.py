"""How the time of parsing grows with each construct of each format. `python -m tests.documents.growth` prints the table.

A construct is a name and a function that makes a file which repeats or nests one thing n times. The time of parsing
and splitting it is compared at n, 2n and 4n.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from tests.documents.growth_hostile import HOSTILE
from tests.documents.growth_markup import ASCIIDOC, CODE, LATEX, LOG, MANUAL, ORG, RST
from tests.documents.growth_texts import (
    CALENDAR,
    CONTACTS,
    CSV,
    EML,
    HTML,
    INI,
    JSON,
    MARKDOWN,
    MHTML,
    NOTEBOOK,
    RTF,
    SUBTITLES,
    TEXT,
    TOML,
    YAML,
)
from tests.documents.growth_zipped import DOCX, EPUB, ODS, ODT, PDF, PPTX, XLSX, Maker
from tests.documents.made import MAKERS
from wherein.documents.isolation.failure import as_failure
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.split import passages_in

_BY_FORMAT: Mapping[str, Mapping[str, Maker]] = {
    "html": HTML,
    "mhtml": MHTML,
    "markdown": MARKDOWN,
    "text": TEXT,
    "manual": MANUAL,
    "rst": RST,
    "latex": LATEX,
    "code": CODE,
    "log": LOG,
    "org": ORG,
    "asciidoc": ASCIIDOC,
    "csv": CSV,
    "subtitles": SUBTITLES,
    "notebook": NOTEBOOK,
    "calendar": CALENDAR,
    "contacts": CONTACTS,
    "json": JSON,
    "yaml": YAML,
    "toml": TOML,
    "ini": INI,
    "pdf": PDF,
    "docx": DOCX,
    "epub": EPUB,
    "pptx": PPTX,
    "xlsx": XLSX,
    "odt": ODT,
    "ods": ODS,
    "rtf": RTF,
    "eml": EML,
}
CONSTRUCTS: Mapping[str, Mapping[str, Maker]] = {
    kind: {**constructs, **HOSTILE.get(kind, {})} for kind, constructs in _BY_FORMAT.items()
}
MOST_PER_DOUBLING = 2.6
SHORTEST_SECONDS = 0.02
"""A reading that is shorter says nothing of growth; n is doubled until one reading takes so long."""
DOUBLINGS = 2
LARGEST_BYTES = 4_000_000
"""Of the longest file. Beyond it the system's work for memory that is given back and asked for again grows by steps."""
READINGS = 5


@dataclass(frozen=True, slots=True)
class Growth:
    """Processor time of one construct at n, 2n and 4n; `refused` is the sentence of the bound that it met, if any."""

    kind: str
    construct: str
    n: int
    seconds: tuple[float, ...]
    refused: str = ""

    @property
    def doublings(self) -> tuple[float, ...]:
        return tuple(b / a for a, b in zip(self.seconds, self.seconds[1:], strict=False))

    @property
    def average(self) -> float:
        """The factor of one doubling, over all of them; 1 where there is none."""
        if len(self.seconds) < 2:
            return 1.0
        return float((self.seconds[-1] / self.seconds[0]) ** (1 / (len(self.seconds) - 1)))


def reading(kind: str, data: bytes) -> tuple[float, str]:
    """Processor seconds of parsing and splitting a file once, and the sentence with which it was refused."""
    name = MAKERS[kind][0]
    gc.disable()  # a collection would cost what all tests before have left behind
    began = time.process_time()
    refused = ""
    try:
        for _ in passages_in(parse(Source(data, name, f"/{name}"))):
            pass
    except Exception as error:
        refused = as_failure(error, name).what
    finally:
        gc.enable()
    return time.process_time() - began, refused


def growth(
    kind: str,
    construct: str,
    *,
    shortest_seconds: float = SHORTEST_SECONDS,
    readings: int = READINGS,
) -> Growth:
    """Find an n that takes long enough, then compare n, 2n and 4n by the least of some readings."""
    make = CONSTRUCTS[kind][construct]
    n = 250
    data = make(n)
    seconds, refused = reading(kind, data)
    while (
        seconds < shortest_seconds and len(data) << DOUBLINGS + 1 <= LARGEST_BYTES and not refused
    ):
        n *= 2
        data = make(n)
        seconds, refused = reading(kind, data)
    found: list[float] = []
    for step in range(DOUBLINGS + 1):
        data = make(n << step)
        least = float("inf")
        for _ in range(readings):
            seconds, refused = reading(kind, data)
            least = min(least, seconds)
        if refused:
            break
        found.append(least)
    return Growth(kind, construct, n, tuple(found), refused)


def every() -> Iterator[tuple[str, str]]:
    for kind, constructs in CONSTRUCTS.items():
        for construct in constructs:
            yield kind, construct


def main(wanted: list[str]) -> None:
    """Print a row for each construct of the named formats, or of all, and then a row for each format."""
    print("| format | construct | n | seconds at n | at 2n | at 4n | per doubling |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    found: dict[str, list[Growth]] = {}
    for kind, construct in every():
        if wanted and kind not in wanted:
            continue
        of = growth(kind, construct)
        found.setdefault(kind, []).append(of)
        print(f"| {kind} | {_shown(of)} |", flush=True)
    print()
    print(
        "| format | constructs | refused | per doubling (median) | fastest growing | n | seconds at n | at 2n | at 4n | per doubling |"
    )
    print("| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for kind, every_of in found.items():
        refused = sum(bool(of.refused) for of in every_of)
        averages = [of.average for of in every_of if len(of.seconds) > 1]
        fastest = max(every_of, key=lambda of: of.average)
        print(
            f"| {kind} | {len(every_of)} | {refused} | {median(averages):.2f} | {_shown(fastest)} |"
        )


def _shown(of: Growth) -> str:
    construct = of.construct.replace("|", "\\|")
    cells = [f"{seconds:.3f}" for seconds in of.seconds] + ["refused"] * (1 + DOUBLINGS)
    average = f"{of.average:.2f}" if len(of.seconds) > 1 else "-"
    return " | ".join((f"`{construct}`", f"{of.n:,}", *cells[: 1 + DOUBLINGS], average))


if __name__ == "__main__":
    main(sys.argv[1:])
