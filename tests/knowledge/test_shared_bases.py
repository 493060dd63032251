"""A team's knowledge bases in PostgreSQL: another machine has the same bytes, whatever interrupts it, and nothing of its own is lost."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.clock import GIVE_UP_SECONDS
from wherein import Engine
from wherein.answering.articles.article_words import index_articles
from wherein.answering.articles.following_bases import following_bases
from wherein.cli.main import main
from wherein.core.errors import BaseDamaged, LibraryError, StoreUnreachable, UnknownName, UsageError
from wherein.home.folder import Home
from wherein.knowledge import shared_bases
from wherein.knowledge.building import build_base, installed_bases
from wherein.knowledge.importers import importer_for
from wherein.knowledge.postgres import PostgresBases
from wherein.knowledge.seal import SEAL, seal, sealed_files
from wherein.knowledge.shared_bases import SharedBase, catch_up, missing, share
from wherein.knowledge.store import InstalledBase
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase


def quiet(done: int, of: int | None, what: str) -> None:
    pass


def built(folder: Path, name: str = "towns", *, articles: int = 3, said: str = "lies by") -> None:
    source = folder.parent / f"{name}.jsonl"
    rows = [
        {"title": f"Town {at}", "text": f"Town {at} {said} the river number {at}. " * 40}
        for at in range(articles)
    ]
    source.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    folder.mkdir(exist_ok=True)
    build_base(folder, name, [importer_for(str(source))], index_words=index_articles).close()


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_bases, "PART", 4096)


@pytest.fixture
def shelf(store_url: str) -> Iterator[PostgresBases]:
    with PostgresBases(StoreAddress.parse(store_url)) as opened:
        yield opened


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "a").mkdir()
    built(tmp_path / "a" / "knowledge")
    return tmp_path / "a" / "knowledge"


@pytest.fixture
def there(tmp_path: Path) -> Path:
    (tmp_path / "b").mkdir()
    return tmp_path / "b" / "knowledge"


def test_another_machine_has_the_same_bytes(shelf: PostgresBases, here: Path, there: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    given = share(shelf, here, "towns", lambda done, of, what: seen.append((done, of)))
    assert seen[-1][0] <= given.bytes == seen[-1][1]
    assert [base.name for base in missing(shelf, there)] == ["towns"]
    assert catch_up(shelf, there).fetched == ("towns",)
    for file in (*sealed_files(here / "towns"), SEAL):
        assert (there / "towns" / file).read_bytes() == (here / "towns" / file).read_bytes()
    base = InstalledBase(there / "towns")
    base.check()
    assert base.article(1).text.startswith("Town 1 lies by the river")
    base.close()
    assert catch_up(shelf, there) == catch_up(shelf, here) == shared_bases.CaughtUp()
    assert missing(shelf, there) == []


class Interrupting:
    """A shelf whose connection breaks after some parts."""

    def __init__(self, shelf: PostgresBases, after: int) -> None:
        self._shelf = shelf
        self._after = after
        self.parts = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._shelf, name)

    def _count(self) -> None:
        if self.parts == self._after:
            raise StoreUnreachable("The line broke.", "Try again.")
        self.parts += 1

    def part(self, version: str, file: str, number: int) -> bytes | None:
        self._count()
        return self._shelf.part(version, file, number)

    def put_part(self, version: str, file: str, number: int, data: bytes) -> None:
        self._count()
        self._shelf.put_part(version, file, number, data)


def test_what_was_interrupted_goes_on(shelf: PostgresBases, here: Path, there: Path) -> None:
    broken = Interrupting(shelf, 5)
    with pytest.raises(LibraryError, match="line broke"):
        share(broken, here, "towns", quiet)  # type: ignore[arg-type]
    assert shelf.listed() == []  # half of a base is not there for anybody
    rest = Interrupting(shelf, -1)
    given = share(rest, here, "towns", quiet)  # type: ignore[arg-type]
    assert rest.parts == len(given.parts) - 5
    with pytest.raises(LibraryError, match="line broke"):
        catch_up(Interrupting(shelf, 5), there)  # type: ignore[arg-type]
    assert installed_bases(there) == []
    rest = Interrupting(shelf, -1)
    assert catch_up(rest, there).fetched == ("towns",)  # type: ignore[arg-type]
    assert (
        rest.parts <= len(given.parts) - 4
    )  # the last file's unfinished part is fetched again at most


def test_a_newer_build_takes_the_place_of_the_older(
    shelf: PostgresBases, here: Path, there: Path
) -> None:
    first = share(shelf, here, "towns", quiet)
    catch_up(shelf, there)
    built(here, said="stands on")
    second = share(shelf, here, "towns", quiet)
    assert [base.version for base in shelf.listed()] == [second.version] != [first.version]
    assert shelf.parts_of(first.version) == set()
    assert catch_up(shelf, there).fetched == ("towns",)
    base = InstalledBase(there / "towns")
    assert "stands on" in base.article(0).text
    base.close()


def test_a_base_that_is_no_longer_shared_goes_but_ones_own_stays(
    shelf: PostgresBases, here: Path, there: Path
) -> None:
    given = share(shelf, here, "towns", quiet)
    catch_up(shelf, there)
    built(there, "own")
    shelf.remove("towns")
    assert shelf.parts_of(given.version) == set()
    assert catch_up(shelf, there).removed == ("towns",)
    assert installed_bases(there) == ["own"]
    with pytest.raises(UnknownName):
        shelf.remove("towns")


def test_an_own_base_of_the_same_name_is_never_replaced(
    shelf: PostgresBases, here: Path, there: Path
) -> None:
    share(shelf, here, "towns", quiet)
    built(there, said="is not by")
    assert catch_up(shelf, there).own == ("towns",)
    assert missing(shelf, there) == []
    base = InstalledBase(there / "towns")
    assert "is not by" in base.article(0).text
    base.close()


def test_who_built_a_base_keeps_it(shelf: PostgresBases, here: Path) -> None:
    share(shelf, here, "towns", quiet)
    assert catch_up(shelf, here) == shared_bases.CaughtUp()
    shelf.remove("towns")
    assert catch_up(shelf, here) == shared_bases.CaughtUp()
    assert installed_bases(here) == ["towns"]


def test_one_bad_base_does_not_keep_the_others_away(
    shelf: PostgresBases, here: Path, there: Path, store_url: str
) -> None:
    given = share(shelf, here, "towns", quiet)
    shelf.publish(replace(given, name="../evil"))
    shelf.publish(replace(given, name="also-bad"))
    database = PostgresDatabase.shared(StoreAddress.parse(store_url))
    database.write(
        lambda connection: (
            connection.execute(
                "UPDATE shared_bases SET files = '{{{' WHERE name = 'also-bad'"
            ).rowcount
        )
    )
    database.close()
    changed = catch_up(shelf, there)
    assert changed.fetched == ("towns",)
    assert len(changed.failed) == 2
    assert all("wherein kb unshare" in str(error) for error in changed.failed)


def test_a_view_in_place_of_a_table_is_not_installed(
    shelf: PostgresBases, here: Path, there: Path
) -> None:
    """It would run what its maker wrote, for as long as they like."""
    with closing(sqlite3.connect(here / "towns" / "base.sqlite")) as changed:
        changed.execute("ALTER TABLE places RENAME TO other")
        changed.execute("CREATE VIEW places AS SELECT article, packed FROM other")
        changed.commit()
    seal(here / "towns")
    share(shelf, here, "towns", quiet)
    (error,) = catch_up(shelf, there).failed
    assert "damaged in the database" in str(error)
    assert installed_bases(there) == []


def test_what_a_killed_fetch_left_goes_after_an_hour(
    shelf: PostgresBases, there: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = there / "towns.fetching-123"
    left.mkdir(parents=True)
    catch_up(shelf, there)
    assert left.exists()
    monkeypatch.setattr(shared_bases, "ABANDONED_S", -3600.0)
    catch_up(shelf, there)
    assert not left.exists()


def test_a_base_under_two_names_keeps_its_parts_while_one_is_shared(
    shelf: PostgresBases, here: Path
) -> None:
    given = share(shelf, here, "towns", quiet)
    shelf.publish(replace(given, name="again"))
    shelf.remove("towns")
    assert shelf.parts_of(given.version) == set(given.parts)


def test_a_damaged_base_is_not_shared(shelf: PostgresBases, here: Path) -> None:
    file = here / "towns" / "base.sqlite"
    data = bytearray(file.read_bytes())
    data[-100] ^= 1
    file.write_bytes(data)
    with pytest.raises(BaseDamaged):
        share(shelf, here, "towns", quiet)
    assert shelf.listed() == []


def test_parts_that_were_changed_in_the_database_are_not_installed(
    shelf: PostgresBases, here: Path, there: Path, store_url: str
) -> None:
    share(shelf, here, "towns", quiet)
    database = PostgresDatabase.shared(StoreAddress.parse(store_url))
    database.write(
        lambda connection: (
            connection.execute(
                "UPDATE base_parts SET data = set_byte(data, 7, get_byte(data, 7) # 1) WHERE number = 1"
            ).rowcount
        )
    )
    database.close()
    (error,) = catch_up(shelf, there).failed
    assert "damaged in the database" in str(error)
    assert not list(there.iterdir())


@pytest.mark.parametrize("file", ["../../token", "/etc/passwd", "a//b", "..", "shared.json", "a/"])
def test_no_file_is_written_outside_of_the_base(
    shelf: PostgresBases, here: Path, there: Path, file: str
) -> None:
    given = share(shelf, here, "towns", quiet)
    shelf.put_part(given.version, file, 0, b"x")
    shelf.publish(replace(given, files=(*given.files, (file, 1))))
    (error,) = catch_up(shelf, there).failed
    assert "that no base has" in str(error)
    assert installed_bases(there) == []


def test_what_is_not_whole_can_not_be_listed(shelf: PostgresBases) -> None:
    base = SharedBase("towns", "v", 1, "", (("base.sqlite", 10),))
    shelf.put_part("v", "base.sqlite", 0, b"only five")
    with pytest.raises(LibraryError, match="Not all"):
        shelf.publish(base)
    assert shelf.listed() == []


def test_two_machines_may_share_and_two_fetch_at_once(
    shelf: PostgresBases, here: Path, there: Path
) -> None:
    failed: list[BaseException] = []

    def together(work: object) -> None:
        def run() -> None:
            try:
                work()  # type: ignore[operator]
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    together(lambda: share(shelf, here, "towns", quiet))
    assert failed == []
    with PostgresBases(shelf._database.address) as second:
        together(lambda: share(second, here, "towns", quiet))
    assert failed == []
    assert catch_up(shelf, there).fetched == ("towns",)


def test_a_server_takes_what_is_shared_while_it_runs(
    store_url: str, here: Path, tmp_path: Path
) -> None:
    told: list[str] = []
    came = threading.Event()

    def tell(sentence: str) -> None:
        told.append(sentence)
        came.set()

    address = StoreAddress.parse(store_url)
    with (
        Engine(replace(Home(tmp_path / "a"), store=address)) as one,
        Engine(replace(Home(tmp_path / "b"), store=address)) as other,
    ):
        with following_bases(other.bases, tell, every_s=0.05):
            one.bases.share("towns")
            assert came.wait(GIVE_UP_SECONDS)
            assert told == ["Fetched the knowledge base towns."]
            assert [link.title for link in other.link("How long is Town 2?")] == ["Town 2"]
            came.clear()
            one.bases.unshare("towns")
            assert came.wait(GIVE_UP_SECONDS)
        assert told[1:] == ["Removed the knowledge base towns, which is no longer shared."]


def test_the_commands(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(home: str, *arguments: str) -> str:
        done = CliRunner().invoke(
            main, ["--home", str(tmp_path / home), "--store", store_url, *arguments]
        )
        assert done.exit_code == 0, done.output
        return done.stdout

    run("one", "kb", "add", "sample")
    assert "Shared sample:" in run("one", "kb", "share", "sample")
    assert "wherein kb fetch sample" in run("two", "kb", "list")
    assert run("two", "kb", "fetch") == "Fetched sample.\n"
    assert run("two", "kb", "fetch") == "Everything that is shared is here.\n"
    question = "Where was Jean-Marie Pelt born?"
    first, second = (
        json.loads(run(home, "ask", "--no-memory", question, "--json")) for home in ("one", "two")
    )
    assert [answer["text"] for answer in first["answers"]] == [
        answer["text"] for answer in second["answers"]
    ]
    run("one", "kb", "unshare", "sample")
    assert "no longer shared" in run("two", "kb", "fetch")


def test_without_a_database_it_says_which_option_names_one(engine: Engine) -> None:
    with pytest.raises(UsageError, match="team's database"):
        engine.bases.share("towns")
    assert engine.bases.missing() == []
