"""Reads the data of a chart and the texts of a diagram (SmartArt) from their parts. Knows no document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wherein.core.document import BlockKind
from wherein.documents.building.canonical import CanonicalText, trimmed
from wherein.documents.building.number_format import shown
from wherein.documents.building.sheets.regions import Row, Value, ValueKind, kind_of_text
from wherein.documents.building.sheets.sheet_tables import SheetTables
from wherein.documents.building.whole_number import whole_number

_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_D = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
CHART = _C + "chart"
DIAGRAM = _D + "relIds"
_JOINTS = frozenset({"parTrans", "sibTrans", "pres"})
_MOST_POINTS = 100_000


def add_chart(out: CanonicalText, tables: SheetTables, blob: bytes) -> bool:
    """Add a chart as its titles and the table of its data, one column a series; False where it keeps no data."""
    root = _root(blob)
    names: list[Value] = []
    rows: dict[int, dict[int, Value]] = {}
    for column, series in enumerate(root.iter(_C + "ser"), start=2):
        points = _points(_first(series, "val", "yVal"))
        for at, text in _points(_first(series, "cat", "xVal")).items():
            rows.setdefault(at, {}).setdefault(1, Value(1, text, kind_of_text(text)))
        for at, text in points.items():
            rows.setdefault(at, {})[column] = Value(column, text, ValueKind.NUMBER)
        if points:
            name = " ".join(_points(series.find(_C + "tx")).values())
            if name:
                names.append(Value(column, name, ValueKind.TEXT))
        if sum(map(len, rows.values())) > _MOST_POINTS:
            return False
    if not rows:
        return False
    for title in root.iter(_C + "title"):
        out.add(BlockKind.CAPTION, _drawn_text(title))
    ordered = [[rows[at][column] for column in sorted(rows[at])] for at in sorted(rows)]
    numbered = [Row(at, cells) for at, cells in enumerate(ordered, start=2)]
    tables.add_records([Row(1, names), *numbered] if names else numbered, has_names=bool(names))
    return True


def add_diagram(out: CanonicalText, blob: bytes) -> None:
    """Add the texts of a diagram, each as an item."""
    for point in _root(blob).iter(_D + "pt"):
        if point.get("type") not in _JOINTS:
            out.add(BlockKind.LIST_ITEM, _drawn_text(point))


def _root(blob: bytes) -> Any:
    from lxml import etree

    return etree.fromstring(blob, etree.XMLParser(resolve_entities=False, no_network=True))


def _first(series: Any, *names: str) -> Any | None:
    return next((found for name in names if (found := series.find(_C + name)) is not None), None)


def _points(of: Any | None) -> dict[int, str]:
    """The texts of the points that a chart keeps, by their numbers; the levels of a category are joined."""
    points: dict[int, str] = {}
    if of is None:
        return points
    if (plain := of.find(_C + "v")) is not None:
        return {0: trimmed(plain.text or "")}
    is_number = next(of.iter(_C + "numCache", _C + "numLit"), None) is not None
    code = next((c.text or "General" for c in of.iter(_C + "formatCode")), "General")
    for point in of.iter(_C + "pt"):
        text = trimmed(point.findtext(_C + "v") or "")
        if not text:
            continue
        own = point.get("formatCode") or code
        at = whole_number(point.get("idx"), 0)
        text = _as_shown(text, own) if is_number else text
        points[at] = f"{text}, {points[at]}" if at in points else text
    return points


def _as_shown(text: str, code: str) -> str:
    try:
        number = float(text)
    except ValueError:
        return text
    is_whole = abs(number) < 1e15 and number == int(number)
    return shown(int(number) if is_whole else number, code) or text


def _drawn_text(element: Any) -> str:
    """The text of the paragraphs within, a line each."""
    return "\n".join(filter(None, _lines(element)))


def _lines(element: Any) -> Iterator[str]:
    for paragraph in element.iter(_A + "p"):
        yield trimmed("".join(part.text or "" for part in paragraph.iter(_A + "t")))
