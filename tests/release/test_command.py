"""`make dist` as a person meets it: what a clone lacks is left out with a sentence, and stops nothing that was not asked for by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.release import __main__ as command
from tools.release.building import Built
from tools.release.distributions import Distribution, NotBuilt, NotHere


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what is built; the recogniser's files are not here."""
    names: list[str] = []

    def build(distribution: Distribution, out: Path, *_: object, **__: object) -> Built:
        if distribution.name == "wherein-voice":
            raise NotHere("The folder models/moonshine-tiny is not here. Get it: make speech-model")
        out.mkdir(exist_ok=True)
        wheel = out / f"{distribution.name.replace('-', '_')}-0.1.0-py3-none-any.whl"
        wheel.write_bytes(b"")
        names.append(distribution.name)
        return Built(wheel)

    def offline(wheels: list[Path], out: Path, extras: list[str]) -> Path:
        names.append("+".join(["offline", *extras]))
        (out / "offline.zip").write_bytes(b"")
        return out / "offline.zip"

    monkeypatch.setattr(command, "build", build)
    monkeypatch.setattr(command, "write_offline", offline)
    monkeypatch.setattr(command, "write_extension", lambda *_: [])
    return names


def test_what_a_clone_lacks_is_left_out_and_said(
    built: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--out", str(tmp_path), "--offline", "--extras", "mcp,zim"]) == 0
    assert built == ["wherein", "wherein-large", "wherein-lab", "offline+mcp+zim"]
    assert "Get it: make speech-model" in capsys.readouterr().err
    assert json.loads((tmp_path / "release.json").read_text())["product"] == "wherein"
    assert len((tmp_path / "SHA256SUMS").read_text().splitlines()) == 7


def test_what_was_asked_for_by_name_is_an_error(built: list[str], tmp_path: Path) -> None:
    assert command.main(["wherein", "wherein-voice", "--out", str(tmp_path), "--offline"]) == 1
    assert built == ["wherein"]


def test_what_can_not_be_built_is_an_error_also_without_a_name(
    built: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def extension(*_: object) -> list[Path]:
        raise NotBuilt("It breaks a rule.")

    monkeypatch.setattr(command, "write_extension", extension)
    assert command.main(["--out", str(tmp_path), "--offline"]) == 1
    assert not [name for name in built if name.startswith("offline")]


def test_a_name_that_is_none_is_said(built: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["whereinn"], ["--offline", "--extras", "mpc"]):
        with pytest.raises(SystemExit):
            command.main(arguments)
    said = capsys.readouterr().err
    assert "whereinn is none of wherein, " in said
    assert "mpc is none of the extras llm, mcp, milvus, speech, team, zim." in said
    assert built == []
