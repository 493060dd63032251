"""`wherein transcribe` as a person or a script meets it."""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.speech.model import CLIPS, model_folder
from wherein.cli.main import invoke
from wherein.speech.registry import DEFAULT
from wherein.speech.wav import write_wav

QUESTION = CLIPS / "when-did-ada-lovelace.wav"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with the recogniser."""
    folder = model_folder(DEFAULT)
    if folder is None:
        pytest.skip("The recogniser is not on this machine: make speech-model")
    home = tmp_path / "home"
    (home / "assets").mkdir(parents=True)
    shutil.copytree(folder, home / "assets" / DEFAULT)
    monkeypatch.setenv("WHEREIN_HOME", str(home))
    return home


@pytest.fixture
def silence(tmp_path: Path) -> Path:
    import numpy as np

    path = tmp_path / "silence.wav"
    path.write_bytes(write_wav(np.zeros(16_000, np.float32), 16_000))
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = invoke([str(argument) for argument in arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_without_the_model_it_says_how_to_get_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "empty"))
    status, out, err = run(capsys, "transcribe", QUESTION)
    assert (status, out) == (1, "")
    assert "Get it: wherein models get moonshine-tiny" in err


def test_one_recording(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    status, out, _ = run(capsys, "transcribe", QUESTION)
    assert status == 0
    assert out.startswith("When did Ada")
    status, out, _ = run(capsys, "transcribe", QUESTION, "--json")
    found: dict[str, Any] = json.loads(out)
    assert status == 0
    assert found["text"].startswith("When did Ada")
    assert found["seconds"] == pytest.approx(2.875, abs=0.01)
    assert found["confidence"] > 0.8
    assert [word["word"] for word in found["words"]] == found["text"].split()
    assert "unheard" not in found


def test_names_of_a_document_are_expected(
    capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path
) -> None:
    (tmp_path / "note.md").write_text("# Babbage\n\nIn 1833 Ada Lovelace met Charles Babbage.\n")
    status, out, _ = run(capsys, "transcribe", QUESTION, "--about", tmp_path / "note.md")
    assert (status, out.strip()) == (0, "When did Ada Lovelace meet Charles Babbage?")


def test_several_one_of_them_silent(
    capsys: pytest.CaptureFixture[str], home: Path, silence: Path
) -> None:
    status, out, err = run(capsys, "transcribe", QUESTION, silence)
    assert status == 1
    assert out.startswith(f"{QUESTION}: When did Ada")
    assert "I didn't catch that: nothing was said." in err
    status, out, _ = run(capsys, "transcribe", QUESTION, silence, "--json")
    rows = json.loads(out)["recordings"]
    assert status == 1
    assert [row.get("unheard") for row in rows] == [None, "silent"]
    assert rows[1]["text"] == ""


def test_standard_input(
    capsys: pytest.CaptureFixture[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(QUESTION.read_bytes())))
    status, out, _ = run(capsys, "transcribe", "-")
    assert (status, out[:12]) == (0, "When did Ada")


def test_another_recogniser(capsys: pytest.CaptureFixture[str], home: Path, tmp_path: Path) -> None:
    status, _, err = run(capsys, "transcribe", QUESTION, "--with", "whisper-base")
    assert status == 1
    assert "wherein models get whisper-base" in err
    status, _, err = run(capsys, "transcribe", QUESTION, "--translate")
    assert status == 2
    assert "whisper-base" in err
    assert run(capsys, "transcribe", QUESTION, "--with", "nobody")[0] == 2
    assert run(capsys, "transcribe", QUESTION, "--with", "endpoint")[0] == 2


def test_what_is_no_recording(
    capsys: pytest.CaptureFixture[str],
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wherein.speech.hearing.containers.find_spec", lambda name: None)
    (tmp_path / "note.txt").write_text("no sound")
    for name, said in (("nowhere.wav", "no recording"), ("note.txt", "no WAV file")):
        status, out, err = run(capsys, "transcribe", tmp_path / name)
        assert (status, out) == (1, "")
        assert said in err
    assert run(capsys, "transcribe")[0] == 2
