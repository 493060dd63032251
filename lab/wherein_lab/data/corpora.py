"""Reads corpora and questions from files: JSON lines, tables, BEIR, FlashRAG, SQuAD, folders of documents.

Errors name the number of their line; empty and repeated entries are left out and counted.
"""

from __future__ import annotations

import gzip
import json
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from wherein.core.document import Block, BlockKind, Document
from wherein.core.errors import DataMissing, UsageError, WhereinError
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.passages.split import PASSAGE_UNITS, paragraph_blocks, split, units

Row: TypeAlias = dict[str, Any]

_ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.xz")

FORM = """\
{"id": "q1", "question": "Who climbed it first?", "answers": ["Whymper"], "relevant": {"alps.md": 1}}"""
"""An example line of a file of questions. Answers and judgements are optional."""
TABLE_FORM = "id, question, answers, relevant"
"""The first line of a table of questions (.tsv), tabs between; several values of a cell are separated by " | "."""
_HOW = f"Write each line like {FORM}"

WHOLE_UNITS = 2 * PASSAGE_UNITS
"""Items up to this size stay one passage, as the authors of the data sets split them."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Passages in corpus order, and the number of items left out, by reason."""

    passages: tuple[Passage, ...]
    documents: int
    left_out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers or judgements, as far as the set has them."""

    id: str
    text: str
    grades: Mapping[str, int] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    is_answerable: bool = True


def read_corpus(*paths: Path) -> Corpus:
    """Read JSON-lines or SQuAD files (several with a `*` in the name), BEIR folders, and folders of documents (or a tar of one).

    Raises UsageError, DataMissing.
    """
    passages: list[Passage] = []
    seen: set[str] = set()
    left_out: dict[str, int] = {}
    for identity, title, text, ready in (item for path in paths for item in _items(path)):
        if not text.strip():
            left_out["empty"] = left_out.get("empty", 0) + 1
        elif identity in seen:
            left_out["repeated"] = left_out.get("repeated", 0) + 1
        else:
            seen.add(identity)
            passages.extend(ready or _cut(identity, title, text))
    if not passages:
        named = ", ".join(str(path) for path in paths)
        raise UsageError(f"There is nothing to search in {named}.", "Name a corpus with text.")
    return Corpus(tuple(passages), len(seen), left_out)


def read_questions(path: Path) -> list[Question]:
    """Read questions from a JSON-lines or SQuAD file or a table (.tsv), or from a BEIR folder with its qrels.

    Raises UsageError with the line's number and the expected form, DataMissing.
    """
    if path.is_dir():
        return _beir_questions(path)
    if _is_squad(path):
        return [
            Question(
                str(row["id"]),
                str(row["question"]),
                {identity: 1},
                tuple(answer["text"] for answer in row.get("answers", ())),
                is_answerable=not row.get("is_impossible", False),
            )
            for identity, _, paragraph in _squad_paragraphs(path)
            for row in paragraph.get("qas", ())
        ]
    found: dict[str, Question] = {}
    rows = _table(path) if path.name.endswith((".tsv", ".tsv.gz")) else json_lines(path, _HOW)
    for number, row in rows:
        question = _question(path, number, row)
        if question.id in found:
            raise UsageError(
                f"Line {number} of {path} repeats the question id {question.id!r}.",
                "Give each question an id of its own.",
            )
        found[question.id] = question
    return list(found.values())


def json_lines(path: Path, how: str = "Correct or remove the line.") -> Iterator[tuple[int, Row]]:
    """Yield (line number from 1, object) of a JSON-lines file, gzip or plain.

    `how` is the next step in the error for a line that is not an object.
    """
    for number, line in text_lines(path):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise UsageError(f"Line {number} of {path} is not JSON ({error}).", how) from error
        if not isinstance(row, dict):
            raise UsageError(f"Line {number} of {path} is not a JSON object.", how)
        yield number, row


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, line) of a text file, gzip or plain, without its blank lines.

    Raises DataMissing where there is no such file, UsageError where it is not UTF-8.
    """
    with _open(path) as file:
        try:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, line.rstrip("\r\n")
        except (UnicodeDecodeError, gzip.BadGzipFile, EOFError) as error:
            raise UsageError(
                f"{path} can't be read as text ({error}).", "Name a file of text in UTF-8."
            ) from error


def _table(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows of a table, as the objects that JSON lines would contain."""
    lines = text_lines(path)
    names = [name.strip().lower() for name in next(lines, (0, ""))[1].split("\t")]
    if not {"question", "query"} & set(names):
        raise UsageError(
            f'The first line of {path} names no column "question".',
            f"Begin with the names of the columns ({TABLE_FORM}), tabs between.",
        )
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) > len(names):
            raise UsageError(
                f"Line {number} of {path} has {len(cells)} columns, its first line {len(names)}.",
                "Take the tabs out of the cells.",
            )
        row: Row = dict(zip(names, (cell.strip() for cell in cells), strict=False))
        for several in ("answer", "answers", "relevant"):
            if several in row:
                row[several] = [part.strip() for part in row[several].split(" | ") if part.strip()]
        yield number, row


def _items(path: Path) -> Iterator[tuple[str, str, str, list[Passage]]]:
    """Yield (id, title, text, passages if already split) of every item."""
    if "*" in path.name:
        files = sorted(path.parent.glob(path.name))
        if not files:
            raise DataMissing(f"No file matches {path}.", "Check the pattern.")
        for file in files:
            yield from _items(file)
    elif path.is_dir():
        lines = _one_of(path, "corpus.jsonl", "corpus.jsonl.gz")
        yield from _items(lines) if lines else _document_items(path)
    elif path.name.endswith(_ARCHIVES):
        yield from _archive_items(path)
    elif _is_squad(path):
        for identity, name, paragraph in _squad_paragraphs(path):
            yield identity, name, str(paragraph["context"]), []
    else:
        names: dict[tuple[str, str], str] = {}
        titles: set[str] = set()
        for number, row in json_lines(path):
            title, text = _text_of(path, number, row)
            # Without an id, the title is the item's name, unless an earlier item has it.
            unnamed = f"line-{number}" if not title or title in titles else title
            titles.add(title)
            named = _id_of(row) or names.setdefault((title, text), unnamed)
            sections = row.get("sections")
            cut = _cut_at_headings(named, title, text, sections) if sections else []
            yield named, title, text, cut


def _text_of(path: Path, number: int, row: Row) -> tuple[str, str]:
    """Title and text; the `contents` of FlashRAG begin with a line that has the title in quotes."""
    text = row.get("text", row.get("contents"))
    if not isinstance(text, str):
        raise UsageError(f"Line {number} of {path} has no text.", 'Give each line a "text".')
    title = str(row.get("title") or "")
    first, _, rest = text.partition("\n")
    quoted = len(first) > 2 and first[0] == first[-1] == '"'
    if quoted and "text" not in row and not title and rest.strip():
        return first[1:-1], rest
    return title, text


def id_of(number: int, row: Row) -> str:
    """The id of a question: the one in its line, else the line's number."""
    return _id_of(row) or f"line-{number}"


def _id_of(row: Row) -> str:
    """The id in a line; empty when it is missing, null or blank."""
    named = row.get("id", row.get("_id"))
    return "" if named is None else str(named).strip()


def _document_items(folder: Path) -> Iterator[tuple[str, str, str, list[Passage]]]:
    from wherein.answering.library.adding import Selection, Walk
    from wherein.answering.library.sources import SourceParser
    from wherein.documents.source import path_of

    folder = path_of(folder)
    with SourceParser(private=False, addresses=False) as parser:
        for path in Walk(Selection()).files(folder):
            try:
                document = parser.parse(parser.load(str(path)))
            except WhereinError:
                yield str(path), "", "", []
                continue
            name = str(path.relative_to(folder))
            cut = [
                Passage(name, p.index, p.span, p.text, _under(document.title, p.section))
                for p in split(document)
            ]
            yield name, document.title, document.text, cut


def _archive_items(path: Path) -> Iterator[tuple[str, str, str, list[Passage]]]:
    """The documents of a packed folder; it is unpacked into a folder of its own only."""
    with tempfile.TemporaryDirectory(prefix="wherein-eval-") as folder:
        try:
            with tarfile.open(path) as archive:
                archive.extractall(folder, filter="data")
        except FileNotFoundError as error:
            raise DataMissing(f"{path} does not exist.", "Check the path.") from error
        except (OSError, tarfile.TarError) as error:
            raise UsageError(
                f"{path} can't be unpacked ({error}).", "Unpack it by hand and name the folder."
            ) from error
        yield from _document_items(Path(folder))


def _under(title: str, section: tuple[str, ...]) -> tuple[str, ...]:
    return section if not title or section[:1] == (title,) else (title, *section)


def _cut(identity: str, title: str, text: str) -> list[Passage]:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")
    section = (title,) if title else ()
    if units(text) <= WHOLE_UNITS:
        return [Passage(identity, 0, Span(0, len(text)), text, section)]
    document = Document(identity, identity, title, "text", text, "")
    return [
        Passage(identity, p.index, p.span, p.text, _under(title, p.section))
        for p in split(document)
    ]


def _cut_at_headings(
    identity: str, title: str, text: str, sections: Sequence[Row]
) -> list[Passage]:
    """An article whose `sections` give the places of its headings: `heading`, `start`, optionally `level`."""
    blocks: list[Block] = []
    at = 0
    for section in [*sections, {"heading": "", "start": len(text)}]:
        start = int(section["start"])
        for block in paragraph_blocks(text[at:start]):
            blocks.append(Block(block.kind, block.span.shifted(at)))
        at = start + len(section["heading"])
        if section["heading"]:
            level = min(6, 1 + int(section.get("level", 1)))
            blocks.append(Block(BlockKind.HEADING, Span(start, at), level))
    document = Document(identity, identity, title, "text", text, "", tuple(blocks))
    return [
        Passage(identity, p.index, p.span, p.text, _under(title, p.section))
        for p in split(document)
    ]


def _question(path: Path, number: int, row: Row) -> Question:
    text = row.get("question", row.get("text", row.get("query")))
    if not isinstance(text, str):
        raise UsageError(f"Line {number} of {path} has no question.", _HOW)
    stated = (row.get(key) for key in ("answers", "answer", "golden_answers"))
    answers: Any = next((some for some in stated if some is not None), ())
    if isinstance(answers, str):
        answers = [answers]
    if not isinstance(answers, list | tuple) or any(isinstance(a, dict | list) for a in answers):
        raise UsageError(f"Line {number} of {path} has answers that are not strings.", _HOW)
    grades = row.get("relevant", {})
    try:
        known = dict.fromkeys(grades, 1) if isinstance(grades, list) else grades
        grades = {str(key): int(grade) for key, grade in known.items() if int(grade) > 0}
    except (AttributeError, TypeError, ValueError) as error:
        raise UsageError(f"Line {number} of {path} has wrong grades ({grades!r}).", _HOW) from error
    return Question(
        id_of(number, row),
        text,
        grades,
        tuple(str(answer) for answer in answers),
        tuple(str(entity["title"]) for entity in row.get("entities", ())),
        not row.get("unanswerable", False),
    )


def _beir_questions(folder: Path) -> list[Question]:
    lines = _one_of(folder, "queries.jsonl", "queries.jsonl.gz")
    qrels = _one_of(folder, "qrels/test.tsv", "qrels/dev.tsv")
    if lines is None or qrels is None:
        raise DataMissing(
            f"{folder} has no queries.jsonl and qrels/test.tsv.", "Name a BEIR folder or a file."
        )
    grades: dict[str, dict[str, int]] = {}
    for number, line in text_lines(qrels):
        parts = line.split("\t")
        if number == 1 and parts[-1:] == ["score"]:
            continue
        if len(parts) != 3 or not parts[2].lstrip("-").isdigit():
            raise UsageError(
                f"Line {number} of {qrels} is not query, document, grade.", "Correct the line."
            )
        if int(parts[2]) > 0:
            grades.setdefault(parts[0], {})[parts[1]] = int(parts[2])
    questions = (_question(lines, number, row) for number, row in json_lines(lines, _HOW))
    return [Question(q.id, q.text, grades[q.id]) for q in questions if q.id in grades]


def _squad_paragraphs(path: Path) -> Iterator[tuple[str, str, Row]]:
    """Yield (id, title, paragraph) of a SQuAD file; the id is the title and the paragraph's number."""
    with _open(path) as file:
        try:
            paragraphs = [
                (f"{title}#{number}", title, paragraph)
                for article in json.load(file)["data"]
                for title in (str(article["title"]).replace("_", " "),)
                for number, paragraph in enumerate(article["paragraphs"])
                if isinstance(paragraph["context"], str)
            ]
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"{path} is not SQuAD's JSON ({error!r}).",
                "Name a file of that form, or JSON lines.",
            ) from error
    yield from paragraphs


def _is_squad(path: Path) -> bool:
    return path.name.endswith((".json", ".json.gz"))


def _open(path: Path) -> TextIO:
    if not path.is_file():
        raise DataMissing(f"There is no file {path}.", "Check the path.")
    return (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else path.open(encoding="utf-8")
    )


def _one_of(folder: Path, *names: str) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)
