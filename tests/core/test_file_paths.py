"""Paths of Windows and of other systems are told apart, taken apart and put together again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.assets.manifest import asset_of
from wherein.core.errors import SourceNotFound, UsageError
from wherein.core.file_paths import (
    LONGEST_ON_WINDOWS,
    is_device_name,
    is_portable,
    is_too_long_for_windows,
    name_of,
    parts_of,
    separator_of,
)
from wherein.documents.source import read_source
from wherein.knowledge.building import checked_name
from wherein.retrieval.by_words.bm25 import _link


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("/home/me/a.pdf", ["", "home", "me", "a.pdf"]),
        ("/home/me/a\\b.pdf", ["", "home", "me", "a\\b.pdf"]),  # a name may hold a backslash
        ("C:\\Users\\me\\a.pdf", ["C:", "Users", "me", "a.pdf"]),
        ("\\\\machine\\share\\a.pdf", ["", "", "machine", "share", "a.pdf"]),
        ("https://example.org/a/b", ["https:", "", "example.org", "a", "b"]),
        ("a.pdf", ["a.pdf"]),
        ("", [""]),
    ],
)
def test_a_path_is_taken_apart(source: str, expected: list[str]) -> None:
    assert parts_of(source) == expected
    assert name_of(source) == expected[-1]


@given(st.text())
def test_the_parts_give_the_path_back(source: str) -> None:
    assert separator_of(source).join(parts_of(source)) == source


@pytest.mark.parametrize(
    "name",
    ["con", "CON", "Nul.txt", "aux.tar.gz", "prn", "com1", "LPT9.pdf", "com¹.x", "nul .txt", "CONIN$"],
)  # fmt: skip
def test_names_of_devices(name: str) -> None:
    assert is_device_name(name)
    assert not is_portable(name)
    assert not is_portable(f"models/{name}/x")


@pytest.mark.parametrize(
    "name", ["icon", "console.txt", "com", "com10", "nul-1", "a.con", "", "lpt"]
)
def test_other_names(name: str) -> None:
    assert not is_device_name(name)


@pytest.mark.parametrize("path", ["a", "a/b.onnx", "a\\b.onnx", "é/ü.json", ".hidden", "a..b"])
def test_paths_for_every_system(path: str) -> None:
    assert is_portable(path)


@pytest.mark.parametrize(
    "path",
    ["", "/a", "\\a", "../a", "a/../b", "a\\..\\b", "C:a", "C:\\a", "\\\\m\\s\\a", "a:stream", "a.", "a /b"],
)  # fmt: skip
def test_paths_that_lead_out_or_exist_on_one_system_alone(path: str) -> None:
    assert not is_portable(path)


def test_the_longest_path_of_windows() -> None:
    assert not is_too_long_for_windows("C:\\" + "a" * (LONGEST_ON_WINDOWS - 3))
    assert is_too_long_for_windows("C:\\" + "a" * (LONGEST_ON_WINDOWS - 2))
    assert not is_too_long_for_windows("/" + "a" * 1000)


def test_no_knowledge_base_has_a_device_s_name() -> None:
    with pytest.raises(UsageError, match="Windows has a device"):
        checked_name("Nul")
    assert checked_name("nul-1") == "nul-1"


@pytest.mark.parametrize("path", ["C:evil.onnx", "\\evil.onnx", "a/../../b", "aux.json"])
def test_a_list_of_models_names_no_file_outside_of_its_folder(path: str) -> None:
    row = {"name": "a", "what": "", "licence": "", "origin": "", "shipped": False}
    file = {"path": path, "bytes": 1, "sha256": ""}
    with pytest.raises(ValueError, match="leads out"):
        asset_of({**row, "files": [file]})
    package = {"requirement": "a==1", "member": "a", "path": path}
    with pytest.raises(ValueError, match="leads out"):
        asset_of({**row, "files": [], "packages": [package]})


def test_a_path_that_windows_finds_too_long_is_called_so() -> None:
    path = "C:\\" + "a" * 200 + "/" + "b" * 100
    with pytest.raises(SourceNotFound) as caught:
        read_source(Path(path))
    assert "up to 259 characters and this one has 304" in caught.value.next_step


def test_a_file_is_copied_where_no_link_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(self: Path, target: Path) -> None:
        raise OSError(1314, "A required privilege is not held by the client")

    (tmp_path / "meta.json").write_text("{}")
    monkeypatch.setattr(Path, "symlink_to", refused)
    _link(tmp_path / "aside", tmp_path / "meta.json")
    assert (tmp_path / "aside").read_text() == "{}"
