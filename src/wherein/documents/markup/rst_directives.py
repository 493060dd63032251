"""Adds the directives of reStructuredText and Sphinx: listings, tables, notes, pictures, and what is documented by name."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence

from wherein.core.unread import UnreadKind
from wherein.documents.building.block_writer import BlockWriter, generated
from wherein.documents.markup.rst_blocks import RstBlocks

_CODE = frozenset(
    "code code-block sourcecode parsed-literal prompt doctest testcode testoutput productionlist ipython math console".split()
)
_NOTES = frozenset(
    "note warning tip hint important caution danger error attention seealso todo".split()
)
_VERSIONS = {
    "versionadded": "Added in version ", "versionchanged": "Changed in version ", "deprecated": "Deprecated since version ",
    "deprecated-removed": "Deprecated since version ", "versionremoved": "Removed in version ",
}  # fmt: skip
# What shows nothing of its own, or shows what other files hold.
_SILENT = frozenset(
    """contents index meta include raw role default-role highlight module currentmodule program sectnum header footer target-notes
    tabularcolumns literalinclude graphviz digraph plot automodule autoclass autofunction autosummary automethod autodata
    autoexception highlightlang cmd-output program-output click argparse bibliography sectionauthor codeauthor centered_ date title
    py:module py:currentmodule c:namespace default-domain restructuredtext-test-directive replace unicode""".split()
)
_WRAPPERS = frozenset(
    "only ifconfig container class rst-class cssclass compound epigraph highlights pull-quote hlist tab-set tabs glossary topic sidebar admonition line-block".split()
)
_LIST_TABLE_ROW = re.compile(r"\*(?:[ ]+|$)")
_LIST_TABLE_CELL = re.compile(r"-(?:[ ]+|$)")


def add_directive(
    blocks: RstBlocks,
    name: str,
    arguments: str,
    options: dict[str, str],
    content: list[str],
    depth: int,
) -> None:
    """Add what one directive shows."""
    writer = blocks.writer
    if name in _SILENT:
        return
    if name in _CODE:
        if "caption" in options:
            writer.caption(blocks.shown(options["caption"]))
        writer.code("\n".join(content) if content or name != "math" else arguments)
    elif name in ("image", "figure"):
        blocks.counts[UnreadKind.PICTURE] += 1
        if alternative := options.get("alt"):
            blocks.text(blocks.shown(alternative))
        blocks.add(content, depth + 1)
    elif name == "toctree":
        for line in content:
            if " <" in line:
                blocks.writer.item(line.split(" <", 1)[0].strip())
    elif name in ("table", "list-table", "csv-table"):
        _add_table(blocks, name, arguments, options, content, depth)
    elif name in _NOTES:
        blocks.prefix = generated(name.capitalize() + ": ")
        _add_below(blocks, arguments, content, depth)
    elif name in _VERSIONS:
        version, text = [*arguments.split(None, 1), "", ""][:2]
        blocks.prefix = (
            generated(_VERSIONS[name]) + version + (generated(": ") if text or content else "")
        )
        _add_below(blocks, text or ("" if content else "."), content, depth)
    elif name in _WRAPPERS:
        if arguments and name in ("topic", "sidebar", "admonition"):
            blocks.text(blocks.shown(arguments))
        blocks.add(content, depth + 1)
    elif name in ("rubric", "centered"):
        blocks.text(blocks.shown(arguments))
    elif arguments:
        blocks.described([blocks.shown(line) for line in arguments.split("\n")], content, depth)
    else:
        blocks.add(content, depth + 1)


def _add_below(blocks: RstBlocks, arguments: str, content: list[str], depth: int) -> None:
    if arguments:
        blocks.text(blocks.shown(" ".join(arguments.split())))
    blocks.add(content, depth + 1)
    blocks.prefix = ""


def _add_table(
    blocks: RstBlocks,
    name: str,
    arguments: str,
    options: dict[str, str],
    content: list[str],
    depth: int,
) -> None:
    if arguments:
        blocks.writer.caption(blocks.shown(arguments))
    if name == "table":
        blocks.add(content, depth + 1)
        return
    number = options.get("header-rows", "0")
    header_rows = int(number) if number.isdecimal() and len(number) < 4 else 0
    if name == "list-table":
        rows = _listed(content, blocks.writer.expect_cells)
    else:
        heads = [options["header"]] if "header" in options else []
        header_rows += len(heads)
        separator = options.get("delim", ",")
        separator = separator if len(separator) == 1 else ","
        rows = _separated([*heads, *content], separator, blocks.writer)
    blocks.writer.table(rows, header_rows, blocks.shown)


def _listed(content: Sequence[str], expect: Callable[[int], None]) -> list[list[str]]:
    """The rows of a table that is written as a list of lists; `expect` is told how many cells they have, and may raise."""
    rows: list[list[list[str]]] = []
    cells = 0
    for line in content:
        if match := _LIST_TABLE_ROW.match(line):
            rows.append([])
            line = line[match.end() :]
        line = line.strip()
        if rows and (cell := _LIST_TABLE_CELL.match(line)):
            cells += 1
            expect(cells)
            rows[-1].append([line[cell.end() :]])
        elif rows and rows[-1] and line:
            rows[-1][-1].append(line)
    return [[" ".join(parts).strip() for parts in row] for row in rows]


def _separated(lines: Sequence[str], separator: str, writer: BlockWriter) -> list[list[str]]:
    rows = writer.rows()
    try:
        for row in csv.reader(lines, delimiter=separator, skipinitialspace=True):
            rows.grow(row)
    except csv.Error:
        rows = writer.rows()
        for line in lines:
            rows.grow(line.split(separator))
    return rows
