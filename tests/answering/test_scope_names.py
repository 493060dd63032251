"""Names of folders and bases for menus: short where they mean one folder, and each means what it says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.answering.library.named_scope import named_scope
from wherein.answering.library.scope_names import MOST_FOLDERS, scope_names
from wherein.library.store import Entry


def entry(source: str) -> Entry:
    return Entry(f"id:{source}", "", source, 1, "text", "2026-01-01T00:00:00Z", "")


def names(*sources: str, bases: frozenset[str] = frozenset()) -> list[str]:
    return scope_names([entry(source) for source in sources], bases)


def test_folders_of_files_that_were_sent_are_not_listed() -> None:
    sources = ("/home/me/data/files/3f/a.md", "/home/me/data/files/77/b.md", "/me/files/c.md")
    entries = [entry(source) for source in sources]
    assert scope_names(entries, (), "/home/me/data/files") == ["/me/files"]


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ((), []),
        (("https://example.org/a/b.html", "-"), []),
        (("/notes.md",), []),
        (("/home/me/papers/a.pdf", "/home/me/papers/b.pdf"), ["papers"]),
        # Where two listed folders meet, they can be asked together.
        (("/me/papers/2023/a.pdf", "/me/papers/2024/b.pdf"), ["papers", "2023", "2024"]),
        # A name that two folders have would mean both.
        (("C:\\Users\\me\\papers\\a.pdf", "C:\\Users\\me\\papers\\b.pdf"), ["papers"]),
        (
            ("C:\\me\\a\\notes\\x.md", "C:\\me\\b\\notes\\y.md"),
            ["C:\\me\\a\\notes", "C:\\me\\b\\notes", "me"],
        ),
        ((r"\\machine\share\papers\a.pdf",), ["papers"]),
        ((r"\\machine\share\a.pdf",), []),
        (("/me/a/notes/x.md", "/me/b/notes/y.md"), ["me", "/me/a/notes", "/me/b/notes"]),
        # A file's name comes first, and so does a base's.
        (("/me/papers/x.md", "/me/other/papers"), ["me", "other", "/me/papers"]),
        (("/me/sample/x.md",), ["/me/sample"]),
    ],
)
def test_cases(sources: tuple[str, ...], expected: list[str]) -> None:
    bases = frozenset({"sample"}) if any("sample" in source for source in sources) else frozenset()
    found = names(*sources, bases=bases)
    assert sorted(found) == sorted([*bases, *expected])
    assert found[: len(bases)] == sorted(bases)


def test_a_menu_is_not_endless() -> None:
    many = names(*(f"/me/{number}/x.md" for number in range(500)), bases=frozenset({"wiki"}))
    assert len(many) == MOST_FOLDERS + 1


def test_tags_stand_between_bases_and_folders() -> None:
    tagged = replace(entry("/me/papers/a.pdf"), tags=("work", "2024"))
    assert scope_names([tagged], {"wiki"}) == ["wiki", "tag:2024", "tag:work", "papers"]
    scope = named_scope(("tag:work",), lambda: [tagged], lambda name: None, {"wiki"})
    assert scope.documents == {tagged.document}


_PART = st.sampled_from(["a", "b", "notes", "x.md", "sample"])
_SOURCES = st.lists(st.lists(_PART, min_size=1, max_size=5).map(lambda p: "/" + "/".join(p)), max_size=8, unique=True)  # fmt: skip


@given(_SOURCES)
def test_each_name_means_one_folder(sources: list[str]) -> None:
    entries = [entry(source) for source in sources]

    def known(name: str) -> Entry | None:
        called = [
            one for one in entries if one.source.rsplit("/", 1)[-1] == name or one.source == name
        ]
        return called[0] if len(called) == 1 else None

    for name in names(*sources, bases=frozenset({"sample"})):
        scope = named_scope((name,), lambda: entries, known, {"sample"})
        if name == "sample":
            continue
        folders = {
            "/".join(source.split("/")[:depth])
            for source in sources
            for depth in range(2, source.count("/") + 1)
        }
        meant = [
            {one.document for one in entries if one.source.startswith(folder + "/")}
            for folder in folders
            if folder.endswith(name)
        ]
        # A document at the folder's own path is the one thing that is asked in its place.
        assert scope.documents in meant or name in sources
