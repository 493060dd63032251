"""What every importer promises (`knowledge/record.py`), held by each one of the registry on a source of its own form."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from tests.knowledge.test_importers import FakeArchive, dump, entries, page
from wherein.knowledge.importers import IMPORTERS, importer_for
from wherein.knowledge.importers.folder import Folder
from wherein.knowledge.importers.json_lines import JsonLines
from wherein.knowledge.importers.xml_dump import XmlDump
from wherein.knowledge.importers.zim import Zim
from wherein.knowledge.record import Importer


def _lines(folder: Path) -> Path:
    path = folder / "articles.jsonl"
    rows = [
        {"title": f"Lake {name}", "text": f"{name} is a lake.\r\n"}
        for name in ("Baz", "Eld", "Orm")
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def _dump(folder: Path) -> Path:
    path = folder / "dump.xml"
    path.write_text(
        dump(page("Bobigny", "'''Bobigny''' is a commune."), page("B", redirect="Bobigny")), "utf-8"
    )
    return path


def _folder(folder: Path) -> Path:
    for name in ("one", "two"):
        (folder / f"{name}.txt").write_text(f"The {name} tower is tall.", "utf-8")
    return folder


MAKERS: dict[type, Callable[[Path], Path]] = {JsonLines: _lines, XmlDump: _dump, Folder: _folder}


def test_every_importer_is_held_to_it() -> None:
    assert {*MAKERS, Zim} == set(IMPORTERS)


@pytest.fixture(params=[kind.__name__ for kind in IMPORTERS])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Importer]:
    """Opens the same source each time it is called."""
    (kind,) = (kind for kind in IMPORTERS if kind.__name__ == request.param)
    if kind is Zim:
        return lambda: Zim(tmp_path / "a.zim", lambda path: FakeArchive(entries()))
    source = MAKERS[kind](tmp_path)
    return lambda: importer_for(source)


def test_records_come_in_the_same_order_each_time(make: Callable[[], Importer]) -> None:
    first = list(make().records())
    assert first
    assert list(make().records()) == first


def test_skip_leaves_out_the_first_ones(make: Callable[[], Importer]) -> None:
    every = list(make().records())
    for count in range(len(every) + 1):
        assert list(make().records(count)) == every[count:]


def test_texts_are_canonical_and_redirects_have_none(make: Callable[[], Importer]) -> None:
    for record in make().records():
        assert "\r" not in record.text
        assert "\0" not in record.text
        assert not (record.redirect_to and record.text)
        for section in record.sections:
            assert record.text.startswith(section.heading, section.start)
            assert 1 <= section.level <= 6


def test_the_size_is_none_or_at_least_what_comes(make: Callable[[], Importer]) -> None:
    importer = make()
    size = importer.size()
    assert size is None or size >= len(list(importer.records()))


def test_an_origin_names_its_source_and_what_is_left_out_has_a_reason(
    make: Callable[[], Importer],
) -> None:
    importer = make()
    list(islice(importer.records(), 100))
    assert importer.origin.source
    assert all(left.what and left.reason for left in importer.left_out)
