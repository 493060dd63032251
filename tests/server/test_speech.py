"""Sound in OpenAI's form through its real client, against a running server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import openai
import pytest
from openai import OpenAI

from tests.contract.test_synthesiser import Tone
from tests.server.serving import TOKEN, serving
from tests.speech.model import CLIPS, model_folder
from tests.speech.test_guards import Says
from wherein import Engine
from wherein.assets.store import AssetStore
from wherein.speech.recogniser import Heard, Samples, Word
from wherein.speech.registry import DEFAULT, RECOGNISERS
from wherein.speech.wav import read_wav, write_wav

QUESTION = CLIPS / "when-did-ada-lovelace.wav"
NOTE = "# Babbage\n\nIn 1833 Ada Lovelace met Charles Babbage. Ada Lovelace was young.\n"


class Spy:
    """A recogniser that hears one text, translates it, and keeps the names that it was told."""

    name = DEFAULT

    def __init__(self) -> None:
        self.names: list[str] = []

    def recognise(self, samples: Samples, names: Any = ()) -> Heard:
        self.names = list(names)
        return Heard("When did they meet?", 0.9)

    def translate(self, samples: Samples) -> Heard:
        word = Word("Where", 0.1, 0.4)
        return Heard("Where is it?", 0.9, (word,), language="de")


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    spy = Spy()
    loads = {name: lambda folder, threads: spy for name in RECOGNISERS}
    monkeypatch.setattr("wherein.speech.registry.RECOGNISERS", loads)
    verified = AssetStore.verified
    monkeypatch.setattr(
        AssetStore,
        "verified",
        lambda self, name: Path(name) if name in loads else verified(self, name),
    )
    monkeypatch.setattr("wherein.server.routes.speech_routes.SYNTHESISERS", {"tone": Tone})
    monkeypatch.setattr("wherein.speech.registry.SYNTHESISERS", {"tone": Tone})
    return spy


@pytest.fixture
def client(engine: Engine, tmp_path: Path) -> Iterator[OpenAI]:
    (tmp_path / "note.md").write_text(NOTE)
    engine.add(tmp_path / "note.md")
    with (
        serving(engine) as port,
        OpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key=TOKEN, max_retries=0) as client,
    ):
        yield client


def test_a_recording_to_text(spy: Spy, client: OpenAI, tmp_path: Path) -> None:
    with QUESTION.open("rb") as file:
        heard = client.audio.transcriptions.create(
            file=file, model=DEFAULT, extra_body={"document": str(tmp_path / "note.md")}
        )
    assert heard.text == "When did they meet?"
    assert "Ada Lovelace" in spy.names
    with QUESTION.open("rb") as file:
        long = client.audio.transcriptions.create(
            file=file, model=DEFAULT, response_format="verbose_json"
        )
    assert long.duration == pytest.approx(2.875, abs=0.01)
    assert spy.names == []


def test_the_names_of_the_library_are_expected(
    spy: Spy, client: OpenAI, engine: Engine, tmp_path: Path
) -> None:
    def names() -> list[str]:
        with QUESTION.open("rb") as file:
            client.audio.transcriptions.create(
                file=file, model=DEFAULT, extra_body={"library": "true"}
            )
        return spy.names

    assert {"Babbage", "Ada Lovelace"} <= set(names())
    (tmp_path / "ferry.md").write_text("# The ferry of Vessby\n\nIt was seen by Marta Lindqvist.\n")
    engine.add(tmp_path / "ferry.md")
    assert {"Vessby", "Marta Lindqvist", "Ada Lovelace"} <= set(names())


# OpenAI's client calls its own route deprecated; other programs still use it.
translations = pytest.mark.filterwarnings("ignore:deprecated:DeprecationWarning")


@translations
def test_a_recording_to_english(spy: Spy, client: OpenAI) -> None:
    with QUESTION.open("rb") as file:
        heard = client.audio.translations.create(file=file, model="whisper-1")
    assert heard.text == "Where is it?"
    with QUESTION.open("rb") as file:
        long = client.audio.translations.create(
            file=file, model="whisper-base", response_format="verbose_json"
        )
    assert long.language == "de"  # type: ignore[attr-defined]
    assert long.words == [{"word": "Where", "start": 0.1, "end": 0.4}]  # type: ignore[attr-defined]


@translations
def test_what_does_not_translate_says_what_does(
    spy: Spy, client: OpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = Says("Where is it?", 0.9)
    loads = {DEFAULT: lambda folder, threads: says}
    monkeypatch.setattr("wherein.speech.registry.RECOGNISERS", loads)
    with pytest.raises(openai.BadRequestError, match="whisper-base"), QUESTION.open("rb") as file:
        client.audio.translations.create(file=file, model=DEFAULT)


@translations
def test_without_whisper_it_says_how_to_get_it(client: OpenAI) -> None:
    with (
        pytest.raises(openai.APIStatusError, match="wherein models get whisper-base") as told,
        QUESTION.open("rb") as file,
    ):
        client.audio.translations.create(file=file, model="whisper-1")
    assert told.value.status_code == 501


def test_an_endpoint_is_off_until_it_is_named(client: OpenAI) -> None:
    with (
        pytest.raises(openai.BadRequestError, match="name no endpoint"),
        QUESTION.open("rb") as file,
    ):
        client.audio.transcriptions.create(file=file, model="endpoint")
    with pytest.raises(openai.BadRequestError, match="name no endpoint"):
        client.audio.speech.create(input="Yes.", model="endpoint", voice="alloy")


def test_another_language_is_not_taken_for_english(
    spy: Spy, client: OpenAI, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = Says("Where is it?", 0.9)
    monkeypatch.setattr(
        "wherein.speech.registry.RECOGNISERS", {DEFAULT: lambda folder, threads: says}
    )
    with QUESTION.open("rb") as file:
        heard = client.audio.transcriptions.create(file=file, model=DEFAULT, language="en")
    assert heard.text == "Where is it?"
    with pytest.raises(openai.BadRequestError, match="whisper-base"), QUESTION.open("rb") as file:
        client.audio.transcriptions.create(file=file, model=DEFAULT, language="de")
    with pytest.raises(openai.BadRequestError, match="streamed"), QUESTION.open("rb") as file:
        client.audio.transcriptions.create(file=file, model=DEFAULT, stream=True)


def test_a_form_that_is_none(client: OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match=r"docs/doors\.md"):
        client.post("/audio/transcriptions", cast_to=object, body={"file": "hello"})


def test_silence_is_no_question(spy: Spy, client: OpenAI) -> None:
    silence = write_wav(np.zeros(16_000, np.float32), 16_000)
    heard = client.audio.transcriptions.create(file=("a.wav", silence), model=DEFAULT)
    assert heard.text == ""
    assert heard.model_extra is not None
    assert heard.model_extra["unheard"] == "silent"
    assert "nothing was said" in heard.model_extra["message"]


def test_no_sound_and_no_word_of_it_is_kept_or_logged(
    spy: Spy,
    client: OpenAI,
    engine: Engine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Not for a moment: a recording of several megabytes is one that a form's parser would put into a file meanwhile."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "meanwhile"))
    put_into_files: list[object] = []
    monkeypatch.setattr(
        "tempfile.SpooledTemporaryFile.rollover", lambda self: put_into_files.append(self)
    )
    (tmp_path / "meanwhile").mkdir()
    random = np.random.default_rng(1)
    sound = write_wav(random.normal(0, 0.1, 50 * 48_000).astype(np.float32), 48_000)
    with caplog.at_level("DEBUG"):
        heard = client.audio.transcriptions.create(file=("a.wav", sound), model=DEFAULT)
        client.audio.speech.create(
            input="The keeper has it.", model="tone", voice="low", response_format="wav"
        )
    assert heard.text == "When did they meet?"
    part = sound[1_000_000:1_000_100]
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.is_relative_to(engine.home.folder) for path in kept)
    assert [path for path in kept if part in path.read_bytes()] == []
    assert [path for path in kept if b"When did they meet" in path.read_bytes()] == []
    assert "they meet" not in caplog.text
    assert list((tmp_path / "meanwhile").iterdir()) == []
    assert put_into_files == []


def test_what_is_no_recording(spy: Spy, client: OpenAI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherein.speech.hearing.containers.find_spec", lambda name: None)
    with pytest.raises(openai.APIStatusError, match=r"pip install -e '\.\[speech\]'") as refused:
        client.audio.transcriptions.create(file=("a.ogg", b"OggS" + bytes(40)), model=DEFAULT)
    assert refused.value.status_code == 415
    with pytest.raises(openai.APIStatusError) as missing, QUESTION.open("rb") as file:
        client.audio.transcriptions.create(
            file=file, model=DEFAULT, extra_body={"document": "nobody"}
        )
    assert missing.value.status_code == 404


def test_without_the_model_it_says_how_to_get_it(client: OpenAI) -> None:
    with (
        pytest.raises(openai.APIStatusError, match="wherein models get moonshine-tiny"),
        QUESTION.open("rb") as file,
    ):
        client.audio.transcriptions.create(file=file, model=DEFAULT)


def test_a_text_to_sound(spy: Spy, client: OpenAI) -> None:
    made = client.audio.speech.create(
        input="It costs $5. It leaves at 9:05.", model="tts-1", voice="alloy", response_format="wav"
    ).read()
    wanted = Tone().speak("It costs five dollars. It leaves at nine oh five.")
    seconds = sum(len(sound.samples) / sound.rate for sound in wanted)
    assert len(read_wav(made)) / 16_000 == pytest.approx(seconds, abs=0.01)
    raw = client.audio.speech.create(
        input="Yes.", model="tone", voice="high", response_format="pcm"
    ).read()
    assert len(raw) == 2 * sum(len(sound.samples) for sound in Tone().speak("Yes."))
    for wrong in ({"input": "…"}, {"input": "Yes.", "speed": 9.0}, {"input": "Yes.\0"}):
        with pytest.raises(openai.BadRequestError):
            client.audio.speech.create(
                **{"model": "tone", "voice": "low", "response_format": "wav", **wrong}  # type: ignore[arg-type]
            )


def test_the_real_recogniser(engine: Engine, client: OpenAI, tmp_path: Path) -> None:
    folder = model_folder(DEFAULT)
    if folder is None:
        pytest.skip("The recogniser is not on this machine: make speech-model")
    (engine.home.assets).mkdir(parents=True, exist_ok=True)
    (engine.home.assets / DEFAULT).symlink_to(folder, target_is_directory=True)
    with QUESTION.open("rb") as file:
        heard = client.audio.transcriptions.create(
            file=file, model=DEFAULT, extra_body={"document": str(tmp_path / "note.md")}
        )
    assert heard.text == "When did Ada Lovelace meet Charles Babbage?"
