"""Every retriever that the settings can name, through the engine: adding, finding, progress while indexing."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.library.indexes import parts_of
from wherein.core.errors import AssetMissing, UsageError


def written(home: Path, **settings: str) -> None:
    home.mkdir()
    lines = (f'{key} = "{value}"' for key, value in settings.items())
    (home / "config.toml").write_text("\n".join(lines), "utf-8")


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "alps.md").write_text(
        "# The Matterhorn\n\nEdward Whymper first climbed the Matterhorn in 1865.\n", "utf-8"
    )
    (folder / "sea.md").write_text(
        "# The Baltic\n\nFerries cross the sea between Helsinki and Stockholm.\n", "utf-8"
    )
    return folder


@pytest.mark.parametrize(
    ("retriever", "folders"),
    [
        ("bm25", {"bm25"}),
        ("keyword", {"keyword"}),
        ("dense", {"dense"}),
        ("hybrid", {"bm25", "dense"}),
        ("keyword+dense", {"keyword", "dense"}),
        ("kar", {"kar"}),
    ],
)
def test_the_settings_choose_the_retriever(
    retriever: str, folders: set[str], texts: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    written(home, retriever=retriever)
    with Engine.open(home) as engine:
        engine.add(texts)
        assert {folder.name for folder in (home / "indexes").iterdir()} == folders
        assert engine.search("ferries to Stockholm")[0].passage.section[0] == "The Baltic"
        (texts / "sea.md").write_text("# The Baltic\n\nIt freezes over in winter.\n", "utf-8")
        engine.add(texts)
        assert "freezes" in engine.search("does it freeze in winter")[0].passage.text


@pytest.mark.parametrize("name", ["", "bm26", "bm25+", "dense+dense", "hybrid+dense", "karr"])
def test_an_unknown_retriever_is_named(name: str) -> None:
    with pytest.raises(UsageError, match=r"no retriever called"):
        parts_of(name)


def test_an_unknown_encoder_is_named(texts: Path, tmp_path: Path) -> None:
    written(tmp_path / "home", encoder="word2vec")
    with (
        Engine.open(tmp_path / "home") as engine,
        pytest.raises(UsageError, match="no encoder called 'word2vec'"),
    ):
        engine.add(texts)


def test_an_encoder_that_was_not_got_says_how(texts: Path, tmp_path: Path) -> None:
    written(tmp_path / "home", retriever="dense", encoder="minilm-l6")
    with (
        Engine.open(tmp_path / "home") as engine,
        pytest.raises(AssetMissing, match="wherein models get minilm-l6"),
    ):
        engine.add(texts)


def test_indexing_reports_progress(tmp_path: Path) -> None:
    written(tmp_path / "home", retriever="bm25")
    long = tmp_path / "long.md"
    section = "\n\n".join(f"# Part {n}\n\nSentence {n} of a long file." for n in range(450))
    long.write_text(section, "utf-8")
    on_progress: list[tuple[int, int, str]] = []
    with Engine.open(tmp_path / "home") as engine:
        engine.add(long, on_progress=lambda done, of, what: on_progress.append((done, of, what)))
        indexing = [(done, of) for done, of, what in on_progress if what.startswith("indexing")]
        assert indexing == [(0, 450), (200, 450), (400, 450)]
        on_progress.clear()
        long.write_text(section + "\n\n# More\n\nOne more sentence.", "utf-8")
        other = tmp_path / "other.md"
        other.write_text("# Other\n\nAnother text.", "utf-8")
        engine.add(
            other, long, on_progress=lambda done, of, what: on_progress.append((done, of, what))
        )
        indexing = [(done, of) for done, of, what in on_progress if what.startswith("indexing")]
        assert indexing[-2:] == [(200, 452), (400, 452)]
