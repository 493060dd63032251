"""Measures whether the app's marks are on the words of PDFs: drawn by the app in Chromium, judged by pdfminer.six.

Spans of whole words are drawn at random from real PDFs and from turned copies of some, a share of each kind. A span is
right when the centres of at least 99 % of its letters and figures lie in the drawn boxes, and of no other word's.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from wherein.answering.engine import Engine
from wherein.core.document import Document
from wherein.core.errors import WhereinError
from wherein.core.span import Span
from wherein_lab.browser.in_browser import run_tool
from wherein_lab.browser.pdf_letters import JudgedPage, Letter, folded, judged_pages
from wherein_lab.browser.served import served
from wherein_lab.data.shared_data import shared_path
from wherein_lab.fresh_home import open_with

KINDS = ("hyphenated", "pages", "ligatures", "tables", "rotated", "columns", "lines")
"""Kinds of spans, the rarest first; a span of several kinds counts for the first that still needs one."""
PDFS = "data/docs/pdf"
OF_TABLES = (
    "WARN-Report-for-7-1-2015-to-03-25-2016.pdf",
    "nics-background-checks-2015-11.pdf",
    "table-multi-row-column-cells.pdf",
    "korean-text-with-tables.pdf",
    "federal-register-2020-17221.pdf",
)
TURNED = ("tracemonkey.pdf", "multi_page.pdf", "normal_4pages.pdf")
"""Files of which copies with rotated pages are made, because few PDFs of the shared data have such pages."""
SHOWN = ((0, 0), (0, 0), (1, 0), (0, 2), (2, 1), (3, 0))
"""Quarter turns and zoom steps that are applied in the viewer, a pair for each document in turn."""
RIGHT = 0.99
_SEED = 30
_PAGES = 24
_DRAWS = 500
_LEAST_LETTERS = 5
_WORD = re.compile(r"\S+")
_EDGE = 1e-4


@dataclass(frozen=True, slots=True)
class Drawn:
    """A span, the judge's places of its letters on each page, and the kind that it counts for."""

    document: str
    file: str
    span: Span
    text: str
    kinds: frozenset[str]
    letters: dict[int, Sequence[Letter]] = field(hash=False)
    pages: frozenset[int]
    """Also those where it has no letters."""


@dataclass(frozen=True, slots=True)
class _File:
    """A PDF of the library with the pages that the judge read."""

    path: Path
    document: Document
    pages: dict[int, JudgedPage]


def measure(
    each: int, pictures: Path | None, on_progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Draw `each` spans of every kind and judge the boxes that the app draws for them.

    A PDF that pdf.js cannot open is `shown_as_text` and not judged. `right` is the share of spans whose marks are right, by kind too; `letters` the share of letters in the boxes;
    `other_words` the spans whose boxes hold a letter of another word; `unmarked` those without boxes. Raises DataMissing
    without the PDFs, ExtraMissing without pdfminer.six, Node.js or the built app.
    """
    with tempfile.TemporaryDirectory() as name, open_with(Path(name) / "home", ()) as engine:
        folder = Path(name)
        files = list(_files(engine, folder, random.Random(_SEED)))
        chosen = _chosen(files, each)
        pages = {
            (file.document.id, number): page
            for file in files
            for number, page in file.pages.items()
        }
        ways = {file.document.id: SHOWN[n % len(SHOWN)] for n, file in enumerate(files)}
        engine.close()
        judged, seen, as_text = [], [], set()
        with served(folder / "home") as link:
            rows = _boxes(link, chosen, ways, pictures)
            for number, (drawn, row) in enumerate(zip(chosen, rows, strict=True), 1):
                on_progress(number, len(chosen))
                if not row["drawn"]:
                    as_text.add(drawn.file)
                    continue
                turns, _ = ways[drawn.document]
                seen.append(drawn)
                judged.append(_judged(drawn, row["boxes"], pages, turns))
    return _report(seen, judged, len(files)) | {"shown_as_text": sorted(as_text)}


def _files(engine: Engine, folder: Path, chance: random.Random) -> Iterator[_File]:
    """The PDFs that the product and pdfminer.six can both parse."""
    source = shared_path(PDFS)
    paths = sorted(source.glob("*.pdf"))
    paths += [_turned(source / name, folder / f"turned-{name}") for name in TURNED]
    for path in paths:
        try:
            engine.add(path)
        except WhereinError:
            continue
    by_path = {entry.source: entry.document for entry in engine.documents()}
    for path in paths:
        identity = by_path.get(str(path))
        if identity is None:
            continue
        document = engine.kept(identity)
        numbers = [page.number for page in document.pages if page.boxes is not None]
        first = [n for n in numbers if n + 1 in numbers]
        some = chance.sample(first, min(_PAGES // 2, len(first))) or numbers
        wanted = {n for number in some for n in (number, number + 1) if n in numbers}
        try:
            pages = {page.number: page for page in judged_pages(path, wanted)}
        except Exception:  # a damaged or locked file: the judge has no say on it
            continue
        if pages:
            yield _File(path, document, pages)


def _turned(path: Path, into: Path) -> Path:
    """A copy whose pages are turned by a quarter, a half and three quarters in turn."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    for number in range(len(document)):
        page = document[number]
        page.set_rotation((page.get_rotation() + 90 * (1 + number % 3)) % 360)
    document.save(into)
    document.close()
    return into


def _chosen(files: Sequence[_File], each: int) -> list[Drawn]:
    """Spans at random, `each` of every kind where there are so many, by document."""
    chance = random.Random(_SEED)
    pools: dict[str, list[list[Drawn]]] = defaultdict(list)
    for file in files:
        drawn = list(_drawn(file, chance))
        for kind in KINDS:
            of_kind = [one for one in drawn if kind in one.kinds]
            if of_kind:
                pools[kind].append(of_kind)
    chosen: dict[Span | tuple[str, Span], Drawn] = {}
    for kind in KINDS:
        taken = 0
        # A span from one document after another, so that none is most of a kind.
        for row in range(max((len(pool) for pool in pools[kind]), default=0)):
            for pool in pools[kind]:
                if row >= len(pool) or taken >= each:
                    continue
                one = pool[row]
                if (one.document, one.span) in chosen:
                    continue
                chosen[one.document, one.span] = Drawn(
                    one.document,
                    one.file,
                    one.span,
                    one.text,
                    frozenset({kind}),
                    one.letters,
                    one.pages,
                )
                taken += 1
    return sorted(chosen.values(), key=lambda one: (one.file, one.span))


def _drawn(file: _File, chance: random.Random) -> Iterator[Drawn]:
    """Spans of whole words that stand once on each of their pages, by the judge's text and by the document's own."""
    text = file.document.text
    spans = {page.number: page.span for page in file.document.pages}
    words = {
        n: [m.span() for m in _WORD.finditer(text, span.start, span.end)]
        for n, span in spans.items()
    }
    own = {n: folded(span.of(text)) for n, span in spans.items() if n in file.pages}
    seen = set()
    for draw in range(_DRAWS):
        number = chance.choice(sorted(file.pages))
        here, following = words[number], words.get(number + 1, [])
        count = chance.randint(1, 12)
        if not here:
            continue
        if draw % 5 == 0 and number + 1 in file.pages and following:
            before = chance.randint(1, 5)
            few = [*here[-before:], *following[: chance.randint(1, 5)]]
        else:
            at = chance.randrange(len(here))
            few = here[at : at + count]
        span = Span(few[0][0], few[-1][1])
        if span in seen:
            continue
        seen.add(span)
        letters: dict[int, Sequence[Letter]] = {}
        for n, of_page in spans.items():
            part = Span(
                max(span.start, of_page.start),
                max(min(span.end, of_page.end), max(span.start, of_page.start)),
            )
            wanted = folded(part.of(text))
            if not of_page.overlaps(span) or not wanted:
                continue
            found = file.pages[n].only(wanted) if n in file.pages else None
            if found is None or own[n].count(wanted) != 1 or len(wanted) < _LEAST_LETTERS:
                letters = {}
                break
            letters[n] = found
        if letters:
            kinds = frozenset(_kinds(file, letters))
            pages = frozenset(n for n, of_page in spans.items() if of_page.overlaps(span))
            yield Drawn(
                file.document.id, file.path.name, span, span.of(text), kinds, letters, pages
            )


def _kinds(file: _File, letters: dict[int, Sequence[Letter]]) -> Iterator[str]:
    if len(letters) > 1:
        yield "pages"
    if file.path.name in OF_TABLES:
        yield "tables"
    for number, found in letters.items():
        if file.pages[number].turned or not all(letter.upright for letter in found):
            yield "rotated"
        if file.pages[number].columns:
            yield "columns"
        if any(letter.ligature for letter in found):
            yield "ligatures"
        for one, other in pairwise(found):
            if abs(other.y - one.y) > 0.5 * one.height and one.upright:
                yield "hyphenated" if other.after_hyphen else "lines"


def _boxes(
    link: str,
    chosen: Sequence[Drawn],
    ways: dict[str, tuple[int, int]],
    pictures: Path | None,
) -> Iterator[dict[str, Any]]:
    asked = []
    for one in chosen:
        turns, zooms = ways[one.document]
        asked.append(
            json.dumps(
                {
                    "document": one.document, "start": one.span.start, "end": one.span.end,
                    "turns": turns, "zooms": zooms, "pages": sorted(one.letters),
                }
            )
        )  # fmt: skip
    arguments = [link, *([str(pictures)] if pictures else [])]
    yield from run_tool("measure-pdf-marks.mjs", arguments, given="\n".join(asked) + "\n")


@dataclass(frozen=True, slots=True)
class _Judged:
    letters: int
    inside: int
    others: str

    @property
    def right(self) -> bool:
        return self.inside >= RIGHT * self.letters and not self.others


def _judged(
    drawn: Drawn,
    boxes: list[list[float]] | None,
    pages: dict[tuple[str, int], JudgedPage],
    turns: int,
) -> _Judged:
    """How many of the span's letters lie in boxes, and which letters of other words do."""
    letters = sum(len(found) for found in drawn.letters.values())
    inside = 0
    others = []
    for number, found in drawn.letters.items():
        here = [box[1:] for box in boxes or () if box[0] == number]
        own = {id(letter) for letter in found}
        for letter in pages[drawn.document, number].letters:
            if not _is_in(letter, here, turns):
                continue
            if id(letter) in own:
                inside += 1
            else:
                others.append(letter.folded)
    stray = {int(box[0]) for box in boxes or ()} - drawn.pages
    others += [f"[page {number}]" for number in sorted(stray)]
    return _Judged(letters, inside, "".join(others))


def _is_in(letter: Letter, boxes: Sequence[Sequence[float]], turns: int) -> bool:
    x, y = letter.x, letter.y
    for _ in range(turns):
        x, y = 1 - y, x
    return any(
        left - _EDGE <= x <= right + _EDGE and top - _EDGE <= y <= bottom + _EDGE
        for left, top, right, bottom in boxes
    )


def _report(chosen: Sequence[Drawn], judged: Sequence[_Judged], files: int) -> dict[str, Any]:
    rows = list(zip(chosen, judged, strict=True))
    kinds = {}
    for kind in KINDS:
        of_kind = [one for drawn, one in rows if kind in drawn.kinds]
        kinds[kind] = {
            "spans": len(of_kind),
            "files": len({drawn.file for drawn in chosen if kind in drawn.kinds}),
            "right": _share(sum(one.right for one in of_kind), len(of_kind)),
            "letters": _share(sum(o.inside for o in of_kind), sum(o.letters for o in of_kind)),
        }
    wrong = Counter(drawn.file for drawn, one in rows if not one.right)
    return {
        "files": files,
        "spans": len(rows),
        "right": _share(sum(one.right for one in judged), len(rows)),
        "letters": _share(sum(one.inside for one in judged), sum(one.letters for one in judged)),
        "other_words": sum(bool(one.others) for one in judged),
        "unmarked": sum(one.inside == 0 for one in judged),
        "kinds": kinds,
        "wrong_by_file": dict(wrong.most_common()),
        "wrong": [
            {
                "file": drawn.file, "kind": min(drawn.kinds), "text": drawn.text[:100], "pages": sorted(drawn.letters),
                "start": drawn.span.start, "end": drawn.span.end,
                "letters": one.letters, "inside": one.inside, "others": one.others[:60],
            }
            for drawn, one in rows
            if not one.right
        ],
    }  # fmt: skip


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
