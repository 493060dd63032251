"""The checkout that travels is light, and comes back whole."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.light_checkout import MOST_BYTES, exclude_file, main, travelling


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A clone with two megabytes and more in it, an ignored folder and a README."""

    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q")
    git("config", "user.email", "a@example.org")
    git("config", "user.name", "A")
    for name, data in (
        ("README.md", b"read"),
        ("models/big", bytes(MOST_BYTES + 1)),
        (".gitignore", b"made/\n"),
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    git("add", ".")
    git("commit", "-qm", "all")
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "ignored").write_bytes(bytes(100))
    exclude_file(tmp_path).write_text("*.orig\n")
    return tmp_path


def test_it_leaves_the_kept_files_and_brings_all_back(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "borrowed").mkdir()
    (root / "borrowed" / "piece").write_bytes(bytes(MOST_BYTES))
    assert main(["on", "--exclude", "borrowed"], root) == 0
    assert "10 bytes are left" in capsys.readouterr().out
    assert not (root / "models").exists()
    assert (root / "made" / "ignored").exists()
    assert (root / "borrowed" / "piece").exists()
    assert main(["on"], root) == 1  # a second time says so
    assert "sparse already" in capsys.readouterr().err
    assert main(["off"], root) == 0
    assert (root / "models" / "big").stat().st_size == MOST_BYTES + 1
    assert exclude_file(root).read_text() == "*.orig\n"


def test_it_refuses_what_is_not_committed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "new").write_text("x")
    before = travelling(root)
    assert main(["on"], root) == 1
    assert "new is not committed (of 1 such files)" in capsys.readouterr().err
    assert travelling(root) == before
