"""`wherein speak`, `ask --speak` and `listen --file` as a person meets them. The synthesiser and the player stand in."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest

from tests.contract.test_synthesiser import Tone
from tests.speech.test_guards import Says
from tests.speech.test_transcribe import QUESTION, home, run, silence
from wherein.speech.recogniser import Heard, Samples
from wherein.speech.saying.said import as_said
from wherein.speech.saying.synthesiser import Sound
from wherein.speech.wav import read_wav, write_wav

__all__ = ["home", "silence"]  # fixtures

NOTE = "# Babbage\n\nAda Lovelace met Charles Babbage on 5 June 1833. Ada Lovelace was seventeen then.\n"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was said aloud."""
    heard: list[str] = []
    monkeypatch.setattr("wherein.speech.registry.SYNTHESISERS", {"tone": Tone})
    monkeypatch.setattr("wherein.cli.terminal.playing.player", lambda: ("true",))
    monkeypatch.setattr(
        "wherein.cli.terminal.playing.play",
        lambda sounds: heard.extend(sound.text for sound in sounds),
    )
    return heard


def test_speak_aloud(capsys: pytest.CaptureFixture[str], played: list[str]) -> None:
    assert run(capsys, "speak", "It costs $5. Dr. Haugen pays.")[0] == 0
    assert played == ["It costs five dollars.", "Doctor Haugen pays."]


def test_speak_into_a_file(
    capsys: pytest.CaptureFixture[str],
    played: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("In 1849."))
    status, out, _ = run(capsys, "speak", "-", "--out", tmp_path / "a.wav", "--json")
    found = json.loads(out)
    assert status == 0
    assert found["text"] == "In eighteen forty-nine."
    assert len(read_wav((tmp_path / "a.wav").read_bytes())) / 16_000 == pytest.approx(
        found["seconds"], abs=0.02
    )
    assert played == []


def test_what_cannot_be_said(
    capsys: pytest.CaptureFixture[str], played: list[str], tmp_path: Path
) -> None:
    assert run(capsys, "speak")[0] == 2
    assert run(capsys, "speak", "…", "--out", tmp_path / "a.wav")[0] == 2
    assert run(capsys, "speak", "Yes.", "--voice", "nobody")[0] == 2
    assert run(capsys, "speak", "Yes.", "--speed", "9")[0] == 2
    assert run(capsys, "speak", "x" * 100_001)[0] == 2
    assert run(capsys, "speak", "Yes.", "--out", "-", "--json")[:2] == (2, "")
    assert not (tmp_path / "a.wav").exists()
    status, _, err = run(capsys, "speak", "Yes.", "--out", tmp_path / "none" / "a.wav")
    assert status == 2
    assert "can't be written (No such file or directory)" in err


def test_a_script_that_the_voice_does_not_know(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Mute(Tone):
        def speak(self, text: str, voice: str | None = None, speed: float = 1.0):
            return iter(())

    monkeypatch.setattr("wherein.speech.registry.SYNTHESISERS", {"tone": Mute})
    status, _, err = run(capsys, "speak", "日本語です。", "--out", tmp_path / "a.wav")
    assert status == 2
    assert "finds no words to speak" in err
    assert not (tmp_path / "a.wav").exists()


def test_a_voice_is_found_in_whichever_synthesiser_has_it(
    capsys: pytest.CaptureFixture[str],
    played: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    class Other(Tone):
        name = "other"
        voices = ("bright", "dim")

    here = {"tone": Tone, "other": Other}
    monkeypatch.setattr("wherein.speech.registry.SYNTHESISERS", here)
    arguments = ("speak", "Yes.", "--out", tmp_path / "a.wav", "--json", "--voice")
    assert json.loads(run(capsys, *arguments, "bright")[1])["synthesiser"] == "other"
    assert json.loads(run(capsys, *arguments, "high")[1])["synthesiser"] == "tone"


def test_voices(capsys: pytest.CaptureFixture[str], played: list[str]) -> None:
    found = json.loads(run(capsys, "speak", "--voices", "--json")[1])
    assert [row["voice"] for row in found["voices"]] == ["low", "high"]


def test_without_a_player_the_next_step_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.speech.registry.SYNTHESISERS", {"tone": Tone})
    monkeypatch.setattr("wherein.cli.terminal.playing.shutil.which", lambda name: None)
    status, _, err = run(capsys, "speak", "Yes.")
    assert status == 1
    assert "--out FILE" in err


def test_a_player_gets_each_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from wherein.cli.terminal.playing import play

    script = tmp_path / "paplay"
    script.write_text(f'#!/bin/sh\nwc -c < "$1" >> {tmp_path}/sizes\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    sounds: list[Sound] = list(Tone().speak("One. Two three."))
    play(sounds)
    sizes = [int(line) for line in (tmp_path / "sizes").read_text().split()]
    assert sizes == [44 + 2 * len(sound.samples) for sound in sounds]


def test_the_answer_is_said(
    capsys: pytest.CaptureFixture[str],
    played: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "other"))
    (tmp_path / "note.md").write_text(NOTE)
    question = "When did Ada Lovelace meet Charles Babbage?"
    assert run(capsys, "ask", tmp_path / "note.md", question, "--speak")[0] == 0
    assert played == [
        "Ada Lovelace met Charles Babbage on the fifth of June eighteen thirty-three."
    ]


def test_a_spoken_question_is_answered(
    capsys: pytest.CaptureFixture[str],
    played: list[str],
    home: Path,
    silence: Path,
    tmp_path: Path,
) -> None:
    (tmp_path / "note.md").write_text(NOTE)
    status, out, _ = run(capsys, "listen", tmp_path / "note.md", "--file", QUESTION, "--speak")
    assert status == 0
    assert out.startswith("“When did Ada Lovelace meet Charles Babbage?”")
    assert "5 June 1833" in out
    assert played[0].startswith("Ada Lovelace met")
    status, out, _ = run(
        capsys, "listen", tmp_path / "note.md", "--file", QUESTION, "--file", silence, "--json"
    )
    rows = json.loads(out)["recordings"]
    assert status == 1
    assert rows[0]["answers"][0]["text"] == "5 June 1833"
    assert rows[1] == {"file": str(silence), "heard": "", "unheard": "silent"}


def test_the_spoken_answer_is_heard_again(
    capsys: pytest.CaptureFixture[str],
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The whole way: a recording of the question, its answer said by a real voice, and what is heard of that."""
    pytest.importorskip("hibari", reason="hibari is not installed: pip install -e '.[speech]'")
    sounds: list[Sound] = []
    monkeypatch.setattr("wherein.cli.terminal.playing.play", sounds.extend)
    (tmp_path / "note.md").write_text(NOTE)
    assert run(capsys, "listen", tmp_path / "note.md", "--file", QUESTION, "--speak")[0] == 0
    said = np.concatenate([sound.samples for sound in sounds])
    (tmp_path / "answer.wav").write_bytes(write_wav(said, sounds[0].rate))
    status, out, _ = run(
        capsys, "transcribe", tmp_path / "answer.wav", "--about", tmp_path / "note.md"
    )
    assert status == 0
    assert as_said(out.strip()) == " ".join(sound.text for sound in sounds)
    assert "fifth of June" in sounds[0].text


def test_a_question_in_another_language_is_asked_in_english(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Knows(Says):
        def translate(self, samples: Samples) -> Heard:
            return Heard("When did Ada Lovelace meet Charles Babbage?", 0.9, language="de")

    knows = Knows("Wann traf Ada Lovelace Charles Babbage?", 0.9)
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("wherein.cli.spoken.listening.open_recogniser", lambda *given: knows)
    (tmp_path / "note.md").write_text(NOTE)
    asked = ("listen", tmp_path / "note.md", "--file", QUESTION)
    status, out, _ = run(capsys, *asked, "--translate")
    assert status == 0
    assert out.startswith("“When did Ada Lovelace meet Charles Babbage?”")
    assert "5 June 1833" in out
    assert run(capsys, *asked)[1].startswith("“Wann traf")


def test_questions_from_the_microphone(
    capsys: pytest.CaptureFixture[str],
    played: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """One question, one silence, Ctrl-C: the microphone is closed while an answer is said."""
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "home"))
    (tmp_path / "note.md").write_text(NOTE)
    monkeypatch.setattr(
        "wherein.cli.spoken.listening.load_recogniser",
        lambda method, translate: Says("When did Ada Lovelace meet Charles Babbage?", 0.9),
    )
    question = read_wav(QUESTION.read_bytes())
    heard: list[Samples] = [question, np.zeros(16_000, np.float32)]
    open_now = 0

    class Microphone:
        @classmethod
        def open(cls) -> Microphone:
            return cls()

        def __enter__(self) -> Microphone:
            nonlocal open_now
            open_now += 1
            return self

        def __exit__(self, *_: object) -> None:
            nonlocal open_now
            open_now -= 1

        def question(self, on_begin: Callable[[], None]) -> Samples:
            on_begin()
            assert open_now == 1
            if not heard:
                raise KeyboardInterrupt
            return heard.pop(0)

    def play(sounds: Iterable[Sound]) -> None:
        assert open_now == 0
        played.extend(sound.text for sound in sounds)

    monkeypatch.setattr("wherein.speech.hearing.microphone.Microphone", Microphone)
    monkeypatch.setattr("wherein.cli.terminal.playing.play", play)
    status, out, err = run(capsys, "listen", tmp_path / "note.md", "--speak")
    assert status == 0
    assert out.count("“When did Ada Lovelace meet Charles Babbage?”") == 1
    assert "5 June 1833" in out
    assert "nothing was said" in err
    assert len(played) == 1
    heard.append(question)
    status, out, _ = run(capsys, "listen", tmp_path / "note.md", "--json")
    assert status == 0
    assert json.loads(out)["answers"][0]["text"] == "5 June 1833"


def test_recordings_that_cannot_be_read_do_not_end_the_others(
    capsys: pytest.CaptureFixture[str],
    played: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "home"))
    (tmp_path / "note.md").write_text(NOTE)
    (tmp_path / "broken.wav").write_bytes(b"RIFF\4\0\0\0WAVE")
    monkeypatch.setattr(
        "wherein.cli.spoken.listening.load_recogniser",
        lambda method, translate: Says("When did Ada Lovelace meet Charles Babbage.", 0.9),
    )
    files = (tmp_path / "broken.wav", tmp_path / "none.wav", tmp_path, QUESTION)
    options = [part for file in files for part in ("--file", file)]
    status, out, err = run(capsys, "listen", tmp_path / "note.md", *options)
    assert status == 1
    assert "“When did Ada Lovelace meet Charles Babbage?”" in out
    assert f"{tmp_path / 'broken.wav'}: The WAV file holds no sound" in err
    assert f"There is no recording {tmp_path / 'none.wav'}." in err
    assert f"{tmp_path} is no file." in err
    status, out, err = run(capsys, "transcribe", *files)
    assert status == 1
    assert out == f"{QUESTION}: When did Ada Lovelace meet Charles Babbage.\n"
    assert f"{tmp_path / 'broken.wav'}: The WAV file holds no sound" in err
    rows = json.loads(run(capsys, "transcribe", *files, "--json")[1])["recordings"]
    errors = [row.get("error") for row in rows]
    assert errors == ["parse", "source_not_found", "source_not_found", None]


def test_without_a_player_nothing_is_heard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(
        "wherein.cli.spoken.listening.load_recogniser",
        lambda method, translate: Says("Where?", 0.9),
    )
    monkeypatch.setattr("wherein.cli.terminal.playing.shutil.which", lambda name: None)
    status, out, err = run(capsys, "listen", "--file", QUESTION, "--speak")
    assert (status, out) == (1, "")
    assert "No program that plays sound" in err


def test_without_a_microphone_the_next_step_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path))
    monkeypatch.setattr(
        "wherein.cli.spoken.listening.load_recogniser", lambda method, translate: Says("Yes.", 0.9)
    )
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    status, out, err = run(capsys, "listen")
    assert (status, out) == (1, "")
    assert "--file" in err
