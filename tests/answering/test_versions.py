"""An answer of the library says that there is another copy, or a newer document of the same name."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein import Engine, Options
from wherein.answering.library.versions import Versions
from wherein.core.document import Document
from wherein.library.store import Entry

QUESTION = "How much is the deposit?"


def entry(source: str, title: str = "", date: str | None = None, words: int = 10) -> Entry:
    return Entry(source, title or Path(source).stem, source, words, "text", "", source, date=date)


def no_text(document: str) -> Document:
    raise AssertionError(f"{document} need not be loaded")


def newest(own: Entry, *others: Entry) -> str:
    """The name that the note on a newer document gives; "" without a note."""
    # Another number of words keeps the texts from being compared.
    every = [own, *others]
    (note,) = Versions().notes(own.document, 1, lambda: every, no_text) or ("",)
    return note.rpartition(": “")[2].rstrip("”.")


@pytest.mark.parametrize(
    ("name", "newer"),
    [
        ("lease-2023.pdf", "lease-2024.pdf"),
        ("lease 2024-03.pdf", "lease 2024-11.pdf"),
        ("minutes_20250206.docx", "minutes_20250306.docx"),
        ("Handbook v1.9.docx", "Handbook v1.10.docx"),
        ("handbook_rev2.docx", "handbook_rev3.docx"),
        ("Style guide, 2nd edition.pdf", "Style guide, 3rd edition.pdf"),
    ],
)
def test_a_later_date_or_number_in_the_name_is_newer(name: str, newer: str) -> None:
    older, later = entry(f"/d/{name}", words=10), entry(f"/d/{newer}", words=11)
    assert newest(older, later) == newer
    assert newest(later, older) == ""


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("chapter-3.md", "chapter-4.md"),
        ("room 12.txt", "room 14.txt"),
        ("2023.pdf", "2024.pdf"),
        ("lease-2023.pdf", "sublease-2024.pdf"),
        ("lease.pdf", "lease.docx"),
    ],
)
def test_other_numbers_and_other_names_are_no_versions(name: str, other: str) -> None:
    one, two = entry(f"/d/{name}", words=10), entry(f"/d/{other}", words=11)
    assert newest(one, two) == newest(two, one) == ""


def test_of_the_same_title_and_file_name_the_later_date_is_newer() -> None:
    old = entry("/2023/rules.pdf", "Rules of the club", "2023-01-02")
    new = entry("/2024/rules.pdf", "Rules of the club", "2024-01-02", words=12)
    other = entry("/2025/faq.pdf", "Rules of the club", "2025-01-02", words=13)
    assert newest(old, new, other) == "rules.pdf” (2024-01-02)"


def test_the_newest_of_many_is_named_and_only_where_it_may_be() -> None:
    every = [entry(f"/d/fees-{year}.md", words=year) for year in range(2019, 2026)]
    assert newest(*every) == "fees-2025.md"
    found = Versions().notes(
        every[0].document, 1, lambda: every, no_text, {e.document for e in every[:3]}
    )
    assert "fees-2021.md" in found[0]


def test_names_are_read_once_for_each_state_of_the_library() -> None:
    reads = []

    def entries() -> list[Entry]:
        reads.append(1)
        return [entry("/d/fees-2024.md"), entry("/d/fees-2025.md", words=11)]

    versions = Versions()
    for generation in (1, 1, 1, 2):
        assert versions.notes("/d/fees-2024.md", generation, entries, no_text)
    assert len(reads) == 2


def test_an_answer_of_the_library_names_the_copy_and_the_newer_document(
    engine: Engine, tmp_path: Path
) -> None:
    text = "# Rules of the boat house\n\nThe deposit for a key is 30 crowns, paid in the office.\n"
    for name, said in (
        ("rules-2023.md", text),
        ("copies/rules.md", text),
        ("rules-2025.md", text.replace("30 crowns", "45 crowns")),
    ):
        path = tmp_path / "kept" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(said, "utf-8")
    engine.add(tmp_path / "kept")
    notes = [n for n in engine.ask(QUESTION).notes if n.startswith("The library has")]
    first = Path(engine.ask(QUESTION).answers[0].source).name
    if first == "rules-2025.md":
        assert notes == []
    else:
        assert any("“rules-2023.md” and “rules.md”" in n or "“rules.md” and “rules-2023.md”" in n for n in notes)  # fmt: skip
    asked = engine.ask(QUESTION, options=Options(within=["rules-2023.md", "copies"]))
    assert not any("rules-2025.md" in note for note in asked.notes)


def test_a_text_that_was_saved_in_another_format_is_told(engine: Engine, tmp_path: Path) -> None:
    said = "The deposit for a key is 30 crowns, paid in the office on Mondays.\n"
    (tmp_path / "keys.md").write_text(said, "utf-8")
    (tmp_path / "keys.txt").write_text(said + "\n", "utf-8")
    engine.add(tmp_path / "keys.md", tmp_path / "keys.txt")
    assert any("the same text more than once" in note for note in engine.ask(QUESTION).notes)
