"""Loads the recogniser of the home and reads recordings, for `listen` and `transcribe`. Prints nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.assets.store import AssetStore
from wherein.core.errors import SourceNotFound, SourceTooLarge
from wherein.home.folder import Home
from wherein.speech.hearing.containers import read_recording
from wherein.speech.hearing.hearing import as_translator
from wherein.speech.registry import open_recogniser

if TYPE_CHECKING:
    from wherein.answering.engine import Engine
    from wherein.core.document import Document
    from wherein.speech.recogniser import Recogniser, Samples

MOST_BYTES = 100_000_000
"""Ten minutes of a studio's WAV; a question has one megabyte."""


def load_recogniser(name: str | None = None, translate: bool = False) -> Recogniser:
    """The recogniser of this name or of the settings, verified.

    Raises AssetMissing where its model is not installed, and UsageError where it is to translate and can't.
    """
    home = Home.choose()
    made = open_recogniser(
        AssetStore(home.assets), home.settings().speech, min(2, os.cpu_count() or 1), name
    )
    if translate:
        as_translator(made)
    return made


def recording(file: str) -> Samples:
    """The samples of a recording, or of standard input for `-`. Raises SourceError and ParseError."""
    if file == "-":
        return read_recording(
            _of_bounded_size(sys.stdin.buffer.read(MOST_BYTES + 1), "Standard input")
        )
    path = Path(file).expanduser()
    if not path.is_file():
        what = f"{file} is no file." if path.exists() else f"There is no recording {file}."
        raise SourceNotFound(what, "Name a recording.")
    with path.open("rb") as opened:
        return read_recording(_of_bounded_size(opened.read(MOST_BYTES + 1), file))


def _of_bounded_size(data: bytes, name: str) -> bytes:
    if len(data) > MOST_BYTES:
        raise SourceTooLarge(
            f"{name} is larger than {MOST_BYTES // 1_000_000} MB.",
            "Cut it into recordings of up to a minute.",
        )
    return data


def names_of(asked: Engine, scope: Document | str | None) -> list[str]:
    """The names to expect in a question about the scope's document, or about the whole library if the scope is None."""
    from wherein.core.document import Document
    from wherein.server.routes.expected_of import names_of_document, names_of_library

    if isinstance(scope, Document):
        return names_of_document(scope)
    return names_of_library(asked) if scope is None else []
