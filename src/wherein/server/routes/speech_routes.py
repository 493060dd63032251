"""The routes of OpenAI's form for speech: transcription and synthesis. Stores and logs no sound."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from pydantic import BaseModel, Field
from starlette.formparsers import MultiPartParser
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.core.errors import SourceTooLarge, UnsupportedFormat, UsageError
from wherein.server.guards.gate import MOST_BODY_BYTES
from wherein.server.routes.expected_of import names_of_document, names_of_library
from wherein.server.wire.error_form import error_body
from wherein.server.wire.wire import Text
from wherein.speech.hearing.containers import read_recording
from wherein.speech.hearing.guards import sentences
from wherein.speech.hearing.hearing import Hearing, hear
from wherein.speech.recogniser import Translator
from wherein.speech.registry import (
    ENDPOINT,
    RECOGNISERS,
    SYNTHESISERS,
    open_recogniser,
    synthesiser,
)
from wherein.speech.saying.said import as_said
from wherein.speech.wav import pcm, wav_head

if TYPE_CHECKING:
    from wherein.speech.recogniser import Recogniser, Samples
    from wherein.speech.saying.synthesiser import Sound, Synthesiser

MOST_RECORDING_BYTES = 25_000_000
"""The limit of OpenAI's API; a minute of studio-quality WAV has 17 MB."""

_TRANSCRIPTIONS, _TRANSLATIONS = "/v1/audio/transcriptions", "/v1/audio/translations"
_MODELS = (*RECOGNISERS, ENDPOINT)
TRANSLATES = "whisper-base"
"""The model that translates if the request names no other."""
_Format: TypeAlias = Annotated[Literal["json", "text", "verbose_json"], Form()]
Hear: TypeAlias = Callable[["Recogniser", "Samples"], Hearing]


class SpeechRequest(BaseModel):
    """`model` is `hibari`, `espeak`, `endpoint` for the one of the settings, or any other name for the first that has
    the voice, else the first that is here; `voice` one of its voices, or any other name for its own choice, since
    programs send the names of OpenAI's."""

    input: Annotated[Text, Field(min_length=1, max_length=20_000)]
    model: Annotated[str, Field(max_length=200)] = "wherein"
    voice: Annotated[str, Field(max_length=200)] | None = None
    response_format: Literal["wav", "pcm"] = "wav"
    speed: float = 1.0


class _Transcriber:
    """Transcribes the recordings of one engine's requests, one at a time; keeps its recognisers and the library's names."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._one_at_a_time = threading.Lock()
        self._recogniser = cache(self._open_recogniser)
        self._of_library: dict[tuple[str, ...], list[str]] = {}

    def transcribe(
        self, file: UploadFile, route: str, model: str, hearing: Hear
    ) -> Response | Hearing:
        """What `hearing` makes of a recording, or the response for a file that is none. Raises SourceTooLarge."""
        data = file.file.read(MOST_RECORDING_BYTES + 1)
        if len(data) > MOST_RECORDING_BYTES:
            raise SourceTooLarge(
                f"The recording is larger than {MOST_RECORDING_BYTES // 1_000_000} MB.",
                "Send a recording of one question.",
            )
        try:
            samples = read_recording(data)
        except UnsupportedFormat as error:
            return JSONResponse(error_body(error.code, error.what, error.next_step, route), 415)
        with self._one_at_a_time:
            return hearing(self._recogniser(model or None), samples)

    def names_of_library(self) -> list[str]:
        """Kept until the library changes, since several questions are asked of it."""
        entries = self._engine.documents()
        state = tuple(f"{entry.document} {entry.content_hash}" for entry in entries)
        if state not in self._of_library:
            self._of_library.clear()
            self._of_library[state] = names_of_library(self._engine)
        return self._of_library[state]

    def _open_recogniser(self, name: str | None) -> Recogniser:
        return open_recogniser(self._engine.assets, self._engine.home.settings().speech, 1, name)


def speech_routes(engine: Engine) -> APIRouter:
    """The routes over one engine's models and documents."""
    # No sound reaches a disk, where a form's files would be kept from a megabyte on.
    MultiPartParser.spool_max_size = MOST_BODY_BYTES
    router = APIRouter(include_in_schema=False)
    transcriber = _Transcriber(engine)
    _add_transcriptions(router, engine, transcriber)
    _add_translations(router, transcriber)
    _add_speech(router, engine)
    return router


def _add_transcriptions(router: APIRouter, engine: Engine, transcriber: _Transcriber) -> None:
    """Add the route of a recording's words."""

    @router.post(_TRANSCRIPTIONS)
    def transcriptions(
        file: UploadFile,
        model: Annotated[str, Form(max_length=200)] = "",
        document: Annotated[str | None, Form(max_length=10_000)] = None,
        library: Annotated[bool, Form()] = False,
        response_format: _Format = "json",
        language: Annotated[str, Form(max_length=20)] = "",
        stream: Annotated[bool, Form()] = False,
    ) -> Response:
        """The words of a recording; none, and why, where nothing was made out. `document` is one whose names
        are expected; without one, those of the whole library with `library`. `model` is a recogniser, any other
        name stands for the one of the settings."""
        if stream:
            raise UsageError(
                "A transcription can't be streamed.", "Send the request without stream."
            )
        names: list[str] = []
        if document:
            names = names_of_document(engine.kept(document))
        elif library:
            names = transcriber.names_of_library()
        return _replied(
            transcriber.transcribe(
                file, _TRANSCRIPTIONS, model if model in _MODELS else "",
                lambda method, samples: hear(_in_language(method, language), samples, names),
            ),
            response_format,
        )  # fmt: skip


def _add_translations(router: APIRouter, transcriber: _Transcriber) -> None:
    """Add the route of a recording's words in English."""

    @router.post(_TRANSLATIONS)
    def translations(
        file: UploadFile,
        model: Annotated[str, Form(max_length=200)] = "",
        response_format: _Format = "json",
    ) -> Response:
        """The words of a recording in English, whatever language is spoken."""
        return _replied(
            transcriber.transcribe(
                file, _TRANSLATIONS, model if model in _MODELS else TRANSLATES,
                lambda method, samples: hear(method, samples, translate=True),
            ),
            response_format, "translate",
        )  # fmt: skip


def _add_speech(router: APIRouter, engine: Engine) -> None:
    """Add the route of a text as sound."""

    @cache
    def made_once(name: str) -> Synthesiser:
        return SYNTHESISERS[name]()

    @router.post("/v1/audio/speech")
    def speech(asked: SpeechRequest) -> Response:
        """The text as sound; each sentence is sent as soon as it is synthesised."""
        made = synthesiser(
            asked.model if asked.model in (*SYNTHESISERS, ENDPOINT) else None,
            engine.home.settings().speech, asked.voice, made_once,
        )  # fmt: skip
        voice = asked.voice if asked.voice in made.voices else None
        sounds = made.speak(as_said(asked.input), voice, asked.speed)
        first = next(sounds, None)
        if first is None:
            raise UsageError(
                f"{made.name} finds no words to speak in this text.",
                "Send at least one word of the voice's language as input.",
            )
        is_wav = asked.response_format == "wav"
        kind = "audio/wav" if is_wav else f"audio/pcm;rate={first.rate}"
        return StreamingResponse(_parts(first, sounds, is_wav), media_type=kind)


def _parts(first: Sound, others: Iterator[Sound], is_wav: bool) -> Iterator[bytes]:
    if is_wav:
        yield wav_head(first.rate)
    yield pcm(first.samples)
    for sound in others:
        yield pcm(sound.samples)


def _in_language(method: Recogniser, language: str) -> Recogniser:
    """The recogniser, if it can recognise the language. A recogniser of several languages detects which one is spoken.

    Raises UsageError where it knows English alone.
    """
    if language and not language.lower().startswith("en") and not isinstance(method, Translator):
        raise UsageError(
            f"{method.name} recognises English alone.",
            "Send model=whisper-base for other languages (wherein models get whisper-base).",
        )
    return method


def _replied(heard: Response | Hearing, response_format: str, task: str = "transcribe") -> Response:
    if isinstance(heard, Response):
        return heard
    if response_format == "text":
        return PlainTextResponse(heard.text)
    row: dict[str, Any] = {"text": heard.text}
    if heard.meant is not None:
        row["meant"] = heard.meant
    if heard.unheard is not None:
        row |= {"unheard": heard.unheard, "message": " ".join(sentences(heard.unheard))}
    if response_format == "verbose_json":
        row |= {
            "task": task,
            "language": heard.language,
            "duration": heard.seconds,
            "confidence": round(heard.confidence, 3),
        }
        if heard.words and heard.words[0].start_seconds is not None:
            row["words"] = [
                {"word": word.text, "start": word.start_seconds, "end": word.end_seconds}
                for word in heard.words
            ]
    return JSONResponse(row)
