"""Asks many questions of many documents: one row per document, one column per question. Writes no table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path

from wherein.core.agreement import SameAnswer, Saying, agreement
from wherein.core.answer import Answer, Result
from wherein.core.document import Document
from wherein.core.errors import SourceError, StorageFull, UsageError
from wherein.core.file_change import FileChange
from wherein.documents.isolation.failure import as_failure
from wherein.questions.question import parse_question

MOST_QUESTIONS = 10_000


class Status(StrEnum):
    """The outcome of a cell."""

    ANSWERED = "answered"
    PERHAPS = "perhaps"  # no answer passed the bound; the likeliest of the less sure ones
    REFUSED = "refused"
    FAILED = "failed"  # the document could not be read


@dataclass(frozen=True, slots=True)
class Cell:
    """The best answer of one document to one question, with its place where there is an answer."""

    status: Status
    answer: str = ""
    quote: str = ""
    page: int | None = None
    confidence: float | None = None
    link: str = ""
    start: int | None = None
    end: int | None = None
    date: str | None = None
    """The latest date that the document states."""


@dataclass(frozen=True, slots=True)
class Row:
    """One document with a cell for each question. `reason` says why the document could not be read; "" where it could."""

    source: str
    title: str
    document: str
    cells: tuple[Cell, ...]
    reason: str = ""
    asked: int = 0
    """The number of cells that were asked now; the others are from the journal."""
    content_hash: str = ""
    copy_of: str = ""
    """As in Source."""
    file_change: FileChange | None = None
    """The change of the document's file since the asked copy was stored."""


@dataclass(frozen=True, slots=True)
class Source:
    """A document to ask: a fingerprint that changes with its content, and a function that reads it."""

    name: str
    content_hash: Callable[[], str]
    load: Callable[[], Document]
    copy_of: str = ""
    """The id of the library's document whose kept copy is asked; "" for an article and for a file that is read now."""


def read_questions(path: Path | str) -> tuple[str, ...]:
    """The questions of a file, one per line, without blank lines and doubles.

    Raises UsageError for a file that can't be read, for no question or too many, and for a line that is no question.
    """
    try:
        lines = Path(path).read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"The questions in {path} can't be read ({getattr(error, 'strerror', None) or 'not UTF-8'}).",
            "Name a text file in UTF-8 with a question on each line.",
        ) from error
    texts: list[str] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            text = parse_question(line).text
        except UsageError as error:
            raise UsageError(f"Line {number} of {path}: {error.what}", error.next_step) from error
        texts.append(text)
    questions = without_doubles(texts)
    if not questions:
        raise UsageError(f"{path} has no question.", "Write one on each line.")
    if len(questions) > MOST_QUESTIONS:
        raise UsageError(
            f"{path} has {len(questions):,} questions.", f"Give at most {MOST_QUESTIONS:,}."
        )
    return questions


def without_doubles(questions: Iterable[str]) -> tuple[str, ...]:
    """Each question once, as it was written first; case and the sign at its end make no other question."""
    once: dict[str, str] = {}
    for question in questions:
        once.setdefault(question.casefold().rstrip(" ?.!") or question, question)
    return tuple(once.values())


class Journal:
    """The cells asked so far, in a file of JSON lines beside the table, so that an interrupted run can continue.

    A line is written whole and flushed before the next cell is asked; an incomplete last line is ignored. A cell is
    identified by its question, its document's content and the options.
    """

    def __init__(self, path: Path | None, how: str = "") -> None:
        self._path = path
        self._how = how
        self._cells: dict[str, Cell] = {}
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            raw = path.read_bytes()
            if raw and not raw.endswith(b"\n"):  # killed in the middle of a line
                path.write_bytes(raw[: raw.rfind(b"\n") + 1])
        except OSError as error:
            raise SourceError(
                f"{path} can't be used ({error.strerror}).", "Give another --out."
            ) from error
        for line in raw.splitlines():
            try:
                row = json.loads(line)
                cell = Cell(**{**row["cell"], "status": Status(row["cell"]["status"])})
                self._cells[str(row["key"])] = cell
            except (ValueError, KeyError, TypeError):
                continue

    def key(self, content_hash: str, question: str) -> str:
        parts = json.dumps([content_hash, question, self._how])
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def get(self, key: str) -> Cell | None:
        return self._cells.get(key)

    def put(self, key: str, cell: Cell) -> None:
        """Keep a cell. Raises StorageFull."""
        self._cells[key] = cell
        if self._path is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "cell": asdict(cell)}) + "\n")
        except OSError as error:
            raise StorageFull(
                f"{self._path} can't be written ({error.strerror}).",
                "Make room or change its permissions, then run the same command again.",
            ) from error


def ask_each(
    sources: Iterable[Source],
    questions: Sequence[str],
    ask: Callable[[str, Document], Result],
    journal: Journal,
    link: Callable[[Answer, Document], str],
    on_progress: Callable[[int, str], None] = lambda cells, source: None,
    file_change: Callable[[str], FileChange | None] = lambda document: None,
) -> Iterator[Row]:
    """The rows, in the order of the documents; a document whose cells are all in the journal is not read.

    A document that can't be read gives a row of failed cells, which are tried again by the next run. `file_change` says
    what became of the file of a kept copy, by the document's id.
    """
    done = 0
    for source in sources:
        asked, title, identity, content_hash, reason = 0, "", "", "", ""
        cells: list[Cell] = []
        try:
            content_hash = source.content_hash()
            document: Document | None = None
            for question in questions:
                on_progress(done, source.name)
                key = journal.key(content_hash, question)
                cell = journal.get(key)
                if cell is None:
                    document = document or source.load()
                    cell = cell_of(ask(question, document), document, link)
                    journal.put(key, cell)
                    asked += 1
                cells.append(cell)
                done += 1
            if document is not None:
                title, identity = document.title, document.id
        except StorageFull:
            raise
        except Exception as error:  # whatever one document does, the others are asked
            done += len(questions) - len(cells)
            cells += [Cell(Status.FAILED)] * (len(questions) - len(cells))
            reason = str(as_failure(error, source.name))
        change = file_change(source.copy_of) if source.copy_of else None
        yield Row(
            source.name, title, identity, tuple(cells), reason, asked,
            content_hash, source.copy_of, change,
        )  # fmt: skip


def cell_of(result: Result, document: Document, link: Callable[[Answer, Document], str]) -> Cell:
    """The best answer of a result, or the likeliest of the less sure ones, or a refusal."""
    best = next(iter(result.answers or result.perhaps), None)
    if best is None:
        return Cell(Status.REFUSED)
    return Cell(
        Status.ANSWERED if result.answers else Status.PERHAPS,
        " ".join((best.written or best.text).split()),
        " ".join(best.quote.split()),
        best.page,
        round(best.confidence, 4),
        link(best, document),
        best.span.start,
        best.span.end,
        best.date,
    )


def column_agreement(rows: Sequence[Row], question: int) -> tuple[SameAnswer, ...]:
    """The documents' answers to one question, equal ones grouped; `places` are row numbers. Only answered cells count."""
    answered = [n for n, row in enumerate(rows) if row.cells[question].status is Status.ANSWERED]
    cells = [rows[number].cells[question] for number in answered]
    groups = agreement([Saying(cell.answer, cell.confidence or 0.0, cell.date) for cell in cells])
    return tuple(
        replace(group, places=tuple(answered[place] for place in group.places)) for group in groups
    )
