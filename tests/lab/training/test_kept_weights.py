"""Weights out of the history: fetched once and checked; one sentence where the clone has no history."""

from __future__ import annotations

import hashlib
import json
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from wherein_lab.checkout import CHECKOUT
from wherein_lab.cli.train import group
from wherein_lab.training.runs import kept_weights
from wherein_lab.training.runs.kept_weights import (
    KeptWeights,
    fetch,
    read_list,
    weights_file,
)

from wherein.core.errors import AssetDamaged, AssetMissing, UsageError, WhereinError

BASE, DIFFERENCE = b"\0base" * 300_000, b"\xffdifference"


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(
        ["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose first commit has weights that its last one lacks, with a branch of its own."""
    root = tmp_path_factory.mktemp("history") / "clone"
    (root / "weights").mkdir(parents=True)
    git(root, "init", "--quiet", "--initial-branch", "main")
    (root / "weights" / "base.safetensors").write_bytes(BASE)
    (root / "weights" / "further.safetensors").write_bytes(DIFFERENCE)
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "Add weights")
    git(root, "rm", "--quiet", "-r", "weights")
    (root / "README.md").write_text("Nothing\n")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "Take the weights out of the tree")
    return root


@pytest.fixture
def listed(clone: Path) -> dict[str, KeptWeights]:
    first = git(clone, "rev-parse", "HEAD~1")

    def row(name: str, data: bytes, base: str | None = None) -> KeptWeights:
        file = f"{name}.safetensors"
        digest = hashlib.sha256(data).hexdigest()
        return KeptWeights(name, file, f"weights/{file}", first, digest, len(data), base)

    return {"base": row("base", BASE), "further": row("further", DIFFERENCE, "base")}


def test_a_file_comes_with_its_base(
    clone: Path, listed: dict[str, KeptWeights], tmp_path: Path
) -> None:
    found = fetch("further", tmp_path / "weights", listed, clone)
    assert found.read_bytes() == DIFFERENCE
    assert found.with_name("base.safetensors").read_bytes() == BASE
    assert len(list(found.parent.iterdir())) == 2


def test_what_is_there_is_not_fetched_again_and_what_is_damaged_is(
    clone: Path, listed: dict[str, KeptWeights], tmp_path: Path
) -> None:
    found = fetch("base", tmp_path, listed, clone)
    assert fetch("base", tmp_path, listed, tmp_path / "no clone at all") == found
    found.write_bytes(BASE[:-1])
    assert fetch("base", tmp_path, listed, clone).read_bytes() == BASE


def test_a_shallow_clone_says_how_to_get_the_history(
    clone: Path, listed: dict[str, KeptWeights], tmp_path: Path
) -> None:
    git(tmp_path, "clone", "--quiet", "--depth", "1", clone.as_uri(), "shallow")
    with pytest.raises(AssetMissing, match="made without it") as caught:
        fetch("base", tmp_path / "out", listed, tmp_path / "shallow")
    assert caught.value.next_step == "Get the history: git fetch --unshallow"
    assert not (tmp_path / "out").exists()
    git(tmp_path / "shallow", "fetch", "--quiet", "--unshallow")
    fetch("base", tmp_path / "out", listed, tmp_path / "shallow")


def test_a_folder_that_is_no_clone_is_told_apart(
    clone: Path, listed: dict[str, KeptWeights], tmp_path: Path
) -> None:
    with pytest.raises(AssetMissing, match="is no clone") as caught:
        fetch("base", tmp_path / "out", listed, tmp_path)
    assert "Clone the repository" in caught.value.next_step
    (tmp_path / ".git").mkdir()
    with pytest.raises(AssetMissing, match="git cannot read"):
        fetch("base", tmp_path / "out", listed, tmp_path)


def test_a_clone_of_one_branch_lacks_the_commit(
    clone: Path, listed: dict[str, KeptWeights], tmp_path: Path
) -> None:
    other = {"base": replace(listed["base"], commit="1" * 40)}
    with pytest.raises(AssetMissing, match="lacks commit 111111111111"):
        fetch("base", tmp_path, other, clone)


def test_another_file_than_the_listed_one_is_not_kept(
    clone: Path, listed: dict[str, KeptWeights], tmp_path: Path
) -> None:
    other = {"base": replace(listed["base"], sha256="0" * 64)}
    with pytest.raises(AssetDamaged, match="is not the listed file"):
        fetch("base", tmp_path / "out", other, clone)
    assert not list((tmp_path / "out").iterdir())


def test_a_file_is_taken_as_it_is_and_an_unknown_name_lists_the_known(tmp_path: Path) -> None:
    (tmp_path / "own.safetensors").write_bytes(b"own")
    assert weights_file(tmp_path / "own.safetensors", tmp_path) == tmp_path / "own.safetensors"
    with pytest.raises(AssetMissing, match="no weights at nowhere") as caught:
        weights_file(Path("nowhere"), tmp_path)
    assert "small-taught-pages" in caught.value.next_step


def test_the_commands_fetch_by_name(
    clone: Path, listed: dict[str, KeptWeights], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "clone", "--quiet", str(clone), "checkout")
    list_in(tmp_path / "checkout").write_text("".join(_table(one) for one in listed.values()))
    monkeypatch.setattr(kept_weights, "CHECKOUT", tmp_path / "checkout")
    root = tmp_path / "root"
    done = CliRunner().invoke(group, ["weights", "--root", str(root)], catch_exceptions=False)
    lines = done.output.splitlines()
    assert [Path(line).name for line in lines] == ["base.safetensors", "further.safetensors"]
    assert weights_file(Path("further"), root) == root / "weights" / "further.safetensors"
    with pytest.raises(UsageError, match="no kept weights other"):
        CliRunner().invoke(group, ["weights", "other", "--root", str(root)], catch_exceptions=False)


def test_a_malformed_list_is_one_sentence(tmp_path: Path) -> None:
    bad = list_in(tmp_path)
    for text in ("[a]\nfile = 1", "[a\n", '[a]\nbase = "b"\nfile = ""\npath = ""\ncommit = ""\nsha256 = ""\nbytes = 1\n'):  # fmt: skip
        bad.write_text(text)
        with pytest.raises(AssetDamaged):
            read_list(tmp_path)


def test_the_history_of_this_repository_holds_what_is_listed(tmp_path: Path) -> None:
    listed = read_list()
    for name, one in listed.items():
        try:
            path = fetch(name, tmp_path, listed)
        except WhereinError as error:
            pytest.skip(f"{error} {error.next_step}")
        assert path.stat().st_size == one.bytes
        assert not (CHECKOUT / one.path).exists()
        git(CHECKOUT, "merge-base", "--is-ancestor", one.commit, "HEAD")


def list_in(checkout: Path) -> Path:
    """The path of the list in a checkout, whose folder is made."""
    (checkout / kept_weights.LIST).parent.mkdir()
    return checkout / kept_weights.LIST


def _table(one: KeptWeights) -> str:
    rows = {name: value for name, value in asdict(one).items() if value is not None}
    del rows["name"]
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in rows.items()]
    return f"[{one.name}]\n{''.join(lines)}"
