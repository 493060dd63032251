"""A base on disk: articles and redirects in SQLite, and the name index derived from them."""

from __future__ import annotations

import json
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from wherein.core.errors import BaseDamaged, StoreDamaged, UnknownDocument
from wherein.home.database import Database
from wherein.knowledge.base import Article, BaseInfo
from wherein.knowledge.damage import damaged
from wherein.knowledge.index_build import Entry
from wherein.knowledge.name_index import NameIndex
from wherein.knowledge.record import Cell, Origin, Record, Section
from wherein.knowledge.seal import broken

OPENING_CHARACTERS = 1000
"""Characters of an article stored apart and uncompressed, so that linking never unpacks a whole article."""
WORDS_FOLDER = "words"
"""Where in a base its articles' word index lies, if it has one."""
MOST_REDIRECTS = 8
"""Most redirects followed in a chain, which also ends a circle."""

MIGRATIONS = (
    """
    CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE articles (
        id       INTEGER PRIMARY KEY,
        title    TEXT NOT NULL UNIQUE,
        opening  TEXT NOT NULL,
        rest     BLOB,
        length   INTEGER NOT NULL,
        sections TEXT,
        source   TEXT NOT NULL
    );
    CREATE TABLE aliases (
        alias TEXT NOT NULL,
        title TEXT NOT NULL,
        PRIMARY KEY (alias, title)
    ) WITHOUT ROWID;
    CREATE INDEX aliases_by_title ON aliases (title);
    """,
    "CREATE TABLE places (article INTEGER PRIMARY KEY, packed BLOB NOT NULL);",
    "ALTER TABLE articles ADD COLUMN cells BLOB;",
)
Place = tuple[int, int, tuple[str, ...]]
"""Start, end and heading path of a passage of an article."""


class BaseStore:
    """The SQLite file of one base, for building and reading. One thread at a time."""

    def __init__(self, folder: Path) -> None:
        """Raises BaseDamaged, as all that reads does, NewerLibrary, StorageFull or LibraryError."""
        self._folder = folder
        with self._whole():
            self._database = Database(folder / "base.sqlite", MIGRATIONS, "knowledge base")
        self._rows = self._database.connection
        self._lock = threading.RLock()

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Map errors that show changed files to BaseDamaged for this base."""
        try:
            yield
        except (StoreDamaged, zlib.error, ValueError, TypeError) as error:
            if isinstance(error, BaseDamaged):
                raise
            raise damaged(self._folder, "its articles can't be read") from error

    # --- building

    def state(self, name: str) -> str | None:
        with self._whole(), self._database.explained():
            row = self._rows.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def origins(self) -> tuple[Origin, ...]:
        """The origins of the base's sources."""
        kept = self.state("origins") or "[]"
        with self._whole():
            return tuple(Origin(**origin) for origin in json.loads(kept))

    def dropped(self) -> Counter[str]:
        """Counts of the parts of articles that could not be shown, by kind."""
        with self._whole(), self._database.explained():
            rows = self._rows.execute(
                "SELECT value FROM state WHERE name LIKE 'dropped %'"
            ).fetchall()
            return sum((Counter(json.loads(_text(value))) for (value,) in rows), Counter())

    def put(
        self,
        records: Iterable[Record],
        state: dict[str, str],
        doubled: Callable[[Record], None] = lambda record: None,
    ) -> int:
        """Store these records and the state in one transaction; returns the number of records.

        Of two articles with one title, the longer one is stored; `doubled` is called for the second.
        """
        count = 0
        with self._database.transaction():
            for record in records:
                count += 1
                if record.redirect_to:
                    self._redirect(record.title, record.redirect_to)
                    continue
                # A page that only says what else is called so is no article to be read.
                if record.title and not record.disambiguation:
                    if self._has(record.title):
                        doubled(record)
                    self._article(record)
            for name, value in state.items():
                self._rows.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (name, value))
        return count

    def _alias(self, alias: str, title: str) -> None:
        if alias != title:
            self._redirect(alias, title)

    def _redirect(self, name: str, title: str) -> None:
        """A redirect to itself is stored, too: it is a name that has no article."""
        if name:
            self._rows.execute("INSERT OR IGNORE INTO aliases VALUES (?, ?)", (name, title))

    def _has(self, title: str) -> bool:
        found = self._rows.execute("SELECT 1 FROM articles WHERE title = ?", (title,)).fetchone()
        return found is not None

    def _article(self, record: Record) -> None:
        for alias in (*record.aliases, *record.names):
            self._alias(alias, record.title)
        opening, rest = _cut(record.text)
        sections = [[s.heading, s.level, s.start] for s in record.sections]
        cells = [[c.start, c.end, c.row, c.column] for c in record.cells]
        self._rows.execute(
            "INSERT INTO articles (title, opening, rest, length, sections, source, cells)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (title) DO UPDATE SET opening = excluded.opening,"
            " rest = excluded.rest, length = excluded.length, sections = excluded.sections,"
            " source = excluded.source, cells = excluded.cells WHERE excluded.length > articles.length",
            (
                record.title,
                opening,
                zlib.compress(rest.encode("utf-8"), 6) if rest else None,
                len(record.text),
                json.dumps(sections, ensure_ascii=False) if sections else None,
                record.source,
                zlib.compress(json.dumps(cells, ensure_ascii=False).encode("utf-8"))
                if cells
                else None,
            ),
        )

    def entries(self) -> Iterator[Entry]:
        """Every article as an `Entry` of the index, numbered from 0; ids are renumbered accordingly."""
        named = groupby(self._aliases(), key=itemgetter(0))
        held = next(named, None)
        for number, (id_, title, opening) in enumerate(
            self._rows.execute("SELECT id, title, opening FROM articles ORDER BY id")
        ):
            if id_ != number + 1:
                raise AssertionError("articles are numbered without gaps; see `renumber`")
            aliases: list[str] = []
            if held is not None and held[0] == id_:
                aliases = [alias for _, alias in held[1]]
                held = next(named, None)
            yield Entry(number, title, opening, aliases)

    def _aliases(self) -> Iterator[tuple[int, str]]:
        """(id, alias), sorted by SQLite on disk; chains of redirects are followed to the article."""
        return self._rows.execute(
            f"""
            WITH RECURSIVE leads (alias, title, depth) AS (
                SELECT alias, title, 1 FROM aliases
                UNION
                SELECT leads.alias, aliases.title, depth + 1 FROM leads
                JOIN aliases ON aliases.alias = leads.title
                WHERE depth < {MOST_REDIRECTS} AND leads.title NOT IN (SELECT title FROM articles)
            )
            SELECT DISTINCT articles.id, leads.alias FROM leads
            JOIN articles ON articles.title = leads.title
            WHERE leads.alias != leads.title ORDER BY 1, 2
            """
        )

    def renumber(self) -> None:
        """Renumber the ids as 1, 2, 3 … in their order, since upserts and removals leave gaps."""
        with self._database.transaction():
            last, count = self._rows.execute("SELECT max(id), count(*) FROM articles").fetchone()
            if last not in (None, count):
                ids = [row[0] for row in self._rows.execute("SELECT id FROM articles ORDER BY id")]
                self._rows.executemany(
                    "UPDATE articles SET id = ? WHERE id = ?",
                    ((new, old) for new, old in enumerate(ids, 1) if new != old),
                )

    def put_places(self, places: Iterable[tuple[int, Sequence[Place]]]) -> None:
        """Store the places of the passages of these articles (by number) in one transaction."""
        with self._database.transaction():
            self._rows.executemany(
                "INSERT OR REPLACE INTO places VALUES (?, ?)",
                (
                    (number + 1, zlib.compress(json.dumps(of, ensure_ascii=False).encode("utf-8")))
                    for number, of in places
                ),
            )

    # --- reading

    def places(self, number: int) -> list[Place] | None:
        """The places of an article's passages; None where they are not stored."""
        with self._lock, self._whole(), self._database.explained():
            row = self._rows.execute(
                "SELECT packed FROM places WHERE article = ?", (number + 1,)
            ).fetchone()
            if row is None:
                return None
            kept = json.loads(zlib.decompress(row[0]).decode("utf-8"))
            return [(start, end, tuple(section)) for start, end, section in kept]

    def last(self) -> int:
        """The number of the last article; -1 where there is none."""
        with self._lock, self._whole(), self._database.explained():
            return (
                int(self._rows.execute("SELECT coalesce(max(id), 0) FROM articles").fetchone()[0])
                - 1
            )

    def check(self) -> None:
        """Read everything. Raises BaseDamaged."""
        with self._whole():
            self._database.check()
        for number in range(self.last() + 1):
            self.article(number)
            self.places(number)

    def counts(self) -> tuple[int, int]:
        """(articles, aliases)."""
        with self._whole(), self._database.explained():
            articles = self._rows.execute("SELECT count(*) FROM articles").fetchone()[0]
            return articles, self._rows.execute(
                "SELECT count(*) FROM aliases WHERE alias != title"
            ).fetchone()[0]

    def head(self, number: int) -> tuple[str, str]:
        """(title, opening)."""
        title, opening = self._one("SELECT title, opening FROM articles WHERE id = ?", number)
        with self._whole():
            return _text(title), _text(opening)

    def article(self, number: int) -> Article:
        title, opening, rest, sections, source, cells = self._one(
            "SELECT title, opening, rest, sections, source, cells FROM articles WHERE id = ?",
            number,
        )
        with self._whole():
            text = _text(opening)
            if rest is not None:
                text += zlib.decompress(rest).decode("utf-8")  # type: ignore[arg-type]
            headings = (
                tuple(Section(*row) for row in json.loads(_text(sections))) if sections else ()
            )
            kept = json.loads(zlib.decompress(cells).decode("utf-8")) if cells is not None else []  # type: ignore[arg-type]
            places = tuple(Cell(*cell) for cell in kept)
            return Article(number, _text(title), text, headings, _text(source), places)

    def _one(self, query: str, number: int) -> tuple[object, ...]:
        with self._lock, self._whole(), self._database.explained():
            row = self._rows.execute(query, (number + 1,)).fetchone()
        if row is None:
            if 0 <= number <= self.last():  # they are numbered without gaps
                raise damaged(self._folder, "an article is missing")
            raise UnknownDocument(
                f"There is no article {number} in the knowledge base.", "See: wherein kb list"
            )
        return tuple(row)

    def titles(self, begins: str, after: str, limit: int) -> list[str]:
        escaped = begins.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        with self._lock, self._whole(), self._database.explained():
            rows = self._rows.execute(
                "SELECT title FROM articles WHERE title > ? AND title LIKE ? ESCAPE '!'"
                " ORDER BY title LIMIT ?",
                (after, f"{escaped}%", limit),
            ).fetchall()
        return [_text(title) for (title,) in rows]

    def leads_to_itself(self, name: str) -> bool:
        """Whether this name, or the same with a capital, is a redirect to itself, at once or in a circle."""
        for written in dict.fromkeys((name, name[:1].upper() + name[1:])):
            seen: set[str] = set()
            title = written
            with self._lock, self._whole(), self._database.explained():
                while title not in seen:
                    seen.add(title)
                    row = self._rows.execute("SELECT title FROM aliases WHERE alias = ?", (title,)).fetchone()  # fmt: skip
                    if row is None:
                        break
                    title = _text(row[0])
                else:
                    return self.number(written) is None
        return False

    def number(self, title: str) -> int | None:
        with self._lock, self._whole(), self._database.explained():
            for _ in range(MOST_REDIRECTS):
                row = self._rows.execute("SELECT id FROM articles WHERE title = ?", (title,)).fetchone()  # fmt: skip
                if row is not None:
                    return int(row[0]) - 1
                row = self._rows.execute("SELECT title FROM aliases WHERE alias = ?", (title,)).fetchone()  # fmt: skip
                if row is None:
                    return None
                title = row[0]
        return None


def _text(value: object) -> str:
    """A text of the database. Raises TypeError for any other value, which a damaged row may have."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _cut(text: str) -> tuple[str, str]:
    """The opening and the rest of a text, split at a space; concatenated they are the text."""
    if len(text) <= OPENING_CHARACTERS:
        return text, ""
    space = text.rfind(" ", OPENING_CHARACTERS // 2, OPENING_CHARACTERS)
    end = space if space > 0 else OPENING_CHARACTERS
    return text[:end], text[end:]


class InstalledBase:
    """A `KnowledgeBase` that was built into a folder. Threads may share it."""

    def __init__(self, folder: Path) -> None:
        """Raises BaseDamaged, as all that reads does, NewerLibrary, StorageFull or LibraryError."""
        self.folder = folder
        self._compare(broken(folder))
        self._store = BaseStore(folder)
        try:
            self.names = NameIndex(folder)
            if self._store.last() + 1 != self.names.articles:
                raise damaged(folder, "names and articles do not fit together")
        except BaseException:
            self._store.close()
            raise
        self._head = lru_cache(maxsize=20_000)(self._store.head)

    def _compare(self, broken: list[str]) -> None:
        """Record changed files. A base with a damaged word index is still usable by names."""
        others = [name for name in broken if not name.startswith(f"{WORDS_FOLDER}/")]
        if others:
            raise damaged(self.folder, f"{others[0]} is not what was built")
        self.words_damaged = bool(broken)

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def info(self) -> BaseInfo:
        """The base's entry, computed once, since an installed base does not change."""
        articles, aliases = self._store.counts()
        words = self._store.state("words")
        if words is not None and not words.isdecimal():
            raise damaged(self.folder, "its counts can't be read")
        return BaseInfo(
            self.name,
            self._store.origins(),
            articles,
            aliases,
            self._store.state("built") or "",
            sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file()),
            None if words is None else int(words),
        )

    @property
    def dropped(self) -> Counter[str]:
        """Counts of the parts of articles that could not be shown when it was built, by kind."""
        return self._store.dropped()

    def title(self, number: int) -> str:
        return self._head(number)[0]

    def opening(self, number: int) -> str:
        return self._head(number)[1]

    def article(self, number: int) -> Article:
        return self._store.article(number)

    def number(self, title: str) -> int | None:
        return self._store.number(title)

    def leads_to_itself(self, name: str) -> bool:
        return self._store.leads_to_itself(name)

    def titles(self, begins: str, after: str, limit: int) -> list[str]:
        """Titles in order: those with the prefix `begins`, in any case, that come after the title `after`."""
        return self._store.titles(begins, after, limit)

    def places(self, number: int) -> list[Place] | None:
        return self._store.places(number)

    def check(self) -> None:
        """Read all of it. Raises BaseDamaged."""
        self._compare(broken(self.folder, thoroughly=True))
        if self.words_damaged:
            raise damaged(self.folder, "its word index is not what was built")
        self._store.check()

    def put_places(self, places: Iterable[tuple[int, Sequence[Place]]]) -> None:
        """As `BaseStore.put_places`, for building a word index while the base is built."""
        self._store.put_places(places)

    def close(self) -> None:
        self._store.close()
