"""Parses files of keys and values (JSON, JSON Lines, YAML, TOML, ini): a key's path is the headings above it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

from wherein.core.document import BlockKind
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.canonical import CanonicalText, clean, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.building.sheets.regions import Row, Value, ValueKind, kind_of_text
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.plain.key_tree import (
    DEEPEST,
    MOST_VALUES,
    Mapping,
    Tree,
    too_deep,
    too_many,
)
from wherein.documents.plain.text import parse_text
from wherein.documents.plain.yaml_tree import yaml_trees
from wherein.documents.source import Source

_NAMES = ("name", "title", "label", "id", "key")
_COMMENT = re.compile(r"^[ \t]*#.*\S", re.MULTILINE)
_SECTION = re.compile(r"\s*\[([^\]\n]+)\]\s*(?:[#;].*)?")
# With a sign of equality or a colon, or as in the files of squid and ssh: a name, and a value of few words.
_OUT_OF_USE = re.compile(
    r"(?:[#;!]++|//|--)[ \t]*(?P<name>[\w.@/-]{1,200})(?:[ \t]*=.*|:(?!//)[ \t]*\S+|(?<=[_\d])(?:[ \t]+\S+){1,3})|"
    r"(?:[#;!]++[ \t]*(?P<joined>[A-Za-z]\w*[_\d]\w*)|[#;!](?P<close>[A-Za-z][\w.-]*))(?:[ \t]+\S+){1,3}"
)
_FIRST_WORD = re.compile(r"\S{1,200}")
_COMMENT_SIGNS = ("#", ";", "!", "//", "--")
_LONGEST_KEY = 200
_DOTTED = re.compile(
    r"(?<![\w-])(?:(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+\.[ \t]*+)++", re.ASCII
)
"""A key of several parts, without its last one."""


def parse_json(source: Source) -> Parsed:
    """JSON, or JSON Lines: records with the same keys are tables. What is not well-formed is read as plain text."""
    text = _text(source)
    try:
        trees = [_of_json(text)]
    except (ValueError, RecursionError):
        try:
            trees = [[_of_json(line) for line in text.split("\n") if line.strip()]]
        except (ValueError, RecursionError):
            return parse_text(source)
    return _parsed(trees, source.name)


def parse_yaml(source: Source) -> Parsed:
    """The documents of a YAML file, one after the other. What is not well-formed is read as plain text."""
    import yaml

    text = _text(source)
    try:
        trees = list(yaml_trees(text, source.name))
    except (yaml.YAMLError, ValueError):
        return parse_text(source)
    return _parsed(trees, source.name, comments=text)


def parse_toml(source: Source) -> Parsed:
    """Tables are headings. What is not well-formed is read as plain text. Raises SourceTooLarge for keys of too many parts."""
    text = _text(source)
    # The parser takes time quadratic in the parts of a key, and passes through those of a table's for each key in it.
    if any(match[0].count(".") > DEEPEST for match in _DOTTED.finditer(text)):
        raise too_deep(source.name)
    try:
        tree = _of_python(tomllib.loads(text, parse_float=str))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return parse_text(source)
    return _parsed([tree], source.name, comments=text)


def parse_ini(source: Source) -> Parsed:
    """Sections are headings, settings are pairs, and all other lines, comments among them, are paragraphs.

    A comment keeps its sign, or a setting that is out of use would read as one in force. Such a setting is beside the
    main text; it is left out and counted where the file also sets it in force.
    """
    out = CanonicalText()
    tables = SheetTables(out)
    lines = _text(source).split("\n")
    held = _names_in_force(lines)
    replaced = 0
    for line in lines:
        if section := _SECTION.fullmatch(line):
            out.add(BlockKind.HEADING, section.group(1), level=1)
        elif setting := _setting(line):
            tables.add_pair(setting[0], [setting[1]])
        else:
            text = line.strip()
            off = _OUT_OF_USE.fullmatch(text)
            if off is not None and (off["name"] or off["joined"] or off["close"]) in held:
                replaced += 1
            else:
                out.add(BlockKind.PARAGRAPH, text, main=off is None)
    unread = (Unread(UnreadKind.COMMENTED_OUT, replaced),) if replaced else ()
    return Parsed(text=out.text, blocks=out.blocks, unread=unread)


def _names_in_force(lines: list[str]) -> set[str]:
    """The names of a file's settings, be they set with a sign or, as in squid's files, with a space."""
    found: set[str] = set()
    for line in lines:
        if setting := _setting(line):
            found.add(setting[0])
        elif (word := _FIRST_WORD.match(line.strip())) and not word[0].startswith(_COMMENT_SIGNS):
            found.add(word[0])
    return found


def _setting(line: str) -> tuple[str, str] | None:
    """The key and the value of a line like "port = 80" or "port: 80"; None for a comment or anything else."""
    at = next((place for place, sign in enumerate(line[: _LONGEST_KEY + 1]) if sign in "=:"), 0)
    key = line[:at].strip()
    return None if not key or key.startswith(_COMMENT_SIGNS) else (key, line[at + 1 :].strip())


def _text(source: Source) -> str:
    return clean(without_mark(decode(source.data, source.charset)))


def _of_json(text: str) -> Tree:
    made = json.loads(
        text, object_pairs_hook=_Pairs, parse_int=str, parse_float=str, parse_constant=str
    )
    return _of_python(made)


class _Pairs(list[tuple[str, Any]]):
    """The pairs of an object, told apart from an array."""


def _of_python(value: Any) -> Tree:
    if isinstance(value, _Pairs):
        return Mapping(tuple((key, _of_python(each)) for key, each in value))
    if isinstance(value, dict):
        return Mapping(tuple((str(key), _of_python(each)) for key, each in value.items()))
    if isinstance(value, list):
        return [_of_python(each) for each in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else clean(str(value))


def _parsed(trees: list[Tree], name: str, comments: str = "") -> Parsed:
    writer = _Writer(name)
    for tree in trees:
        writer.add(tree, ())
    found = sum(1 for _ in _COMMENT.finditer(comments))
    unread = (Unread(UnreadKind.COMMENT, found),) if found else ()
    return Parsed(text=writer.out.text, blocks=writer.out.blocks, unread=unread)


class _Writer:
    """Adds a tree: values and lists of a mapping first, then what has keys of its own, each under its heading."""

    def __init__(self, name: str) -> None:
        self.out = CanonicalText()
        self._tables = SheetTables(self.out)
        self._name = name
        self._values = 0

    def add(self, tree: Tree, path: tuple[str, ...]) -> None:
        self._values += 1
        if self._values > MOST_VALUES:
            raise too_many(self._name)
        if isinstance(tree, Mapping):
            self._add_mapping(tree, path)
        elif isinstance(tree, list):
            self._add_list(tree, path)
        elif tree is not None:
            self.out.add(BlockKind.PARAGRAPH, tree)

    def _add_mapping(self, tree: Mapping, path: tuple[str, ...]) -> None:
        nested: list[tuple[str, Tree]] = []
        for key, value in tree.pairs:
            if (texts := _texts(value)) is None:
                nested.append((key, value))
            elif texts:
                self._tables.add_pair(clean(key), texts)
        for key, value in nested:
            self._add_below(clean(key), value, path)

    def _add_below(self, heading: str, tree: Tree, path: tuple[str, ...]) -> None:
        below = (*path, heading)
        # There are six levels of headings; a deeper one says its path itself.
        shown = heading if len(below) <= 6 else ".".join(below[5:])
        if len(below) > DEEPEST:
            raise too_deep(self._name)
        self.out.add(BlockKind.HEADING, " ".join(shown.split()), level=min(len(below), 6))
        self.add(tree, below)

    def _add_list(self, items: list[Tree], path: tuple[str, ...]) -> None:
        if len(items) > 1 and all(_is_record(item) for item in items):
            self._add_records(items)
            return
        for item in items:
            if (texts := _texts(item)) is not None:
                self.out.add(BlockKind.LIST_ITEM, ", ".join(texts))
            elif isinstance(item, Mapping) and (name := _name_of(item)):
                self._add_below(name, item, path)
            else:
                self.add(item, path)

    def _add_records(self, records: list[Tree]) -> None:
        columns: dict[str, int] = {}
        rows: list[Row] = []
        for number, record in enumerate(records, start=2):
            assert isinstance(record, Mapping)
            cells: dict[int, Value] = {}
            for key, value in record.pairs:
                column = columns.setdefault(clean(key), len(columns) + 1)
                if text := ", ".join(_texts(value) or ()).strip():
                    cells[column] = Value(column, text, kind_of_text(text))
            if cells:
                rows.append(Row(number, [cells[column] for column in sorted(cells)]))
            self._values += len(cells)
            if self._values > MOST_VALUES:
                raise too_many(self._name)
        head = [
            Value(column, key, ValueKind.TEXT) for key, column in columns.items() if key.strip()
        ]
        if rows and head:
            self._tables.add_records([Row(1, head), *rows])


def _texts(tree: Tree) -> list[str] | None:
    """The texts of a value or of a list of values; None for what has keys or lists within."""
    if isinstance(tree, Mapping):
        return None
    items = tree if isinstance(tree, list) else [tree]
    if any(isinstance(item, list | Mapping) for item in items):
        return None
    return [item for item in items if isinstance(item, str) and item.strip()]


def _is_record(tree: Tree) -> bool:
    return isinstance(tree, Mapping) and all(_texts(value) is not None for _, value in tree.pairs)


def _name_of(tree: Mapping) -> str:
    """What names a mapping in a list: its name, title or number."""
    named: Iterator[str] = (
        value
        for wanted in _NAMES
        for key, value in tree.pairs
        if key.lower() == wanted and isinstance(value, str) and value.strip()
    )
    return next(named, "")
