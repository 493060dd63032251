"""`wherein transcribe`: writes down recordings. Asks nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wherein.cli.options import as_json, engine
from wherein.cli.spoken.recogniser_options import with_recogniser
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import progress
from wherein.core.errors import ParseError, SourceError
from wherein.core.text.readable import readable

if TYPE_CHECKING:
    from wherein.speech.recogniser import Recogniser


@click.command("transcribe")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--about",
    metavar="SOURCE",
    help="A file, address or document whose names are expected.",
)
@with_recogniser
@as_json
def transcribe_command(
    files: tuple[str, ...], about: str | None, method: str | None, translate: bool, as_json: bool
) -> None:
    """Transcribe each FILE, a recording of up to a minute; - is standard input.

    WAV files are read as they are, other containers with the extra `speech`.

    The exit status is 1 if one of them can't be read or has no recognisable words.
    """
    from wherein.cli.spoken.listening import load_recogniser, names_of

    recogniser = load_recogniser(method, translate)
    names: list[str] = []
    if about is not None:
        with engine() as asked:
            names = names_of(asked, asked.document(about))
    rows: list[dict[str, Any]] = []
    with progress("Recognising") as tell:
        for number, file in enumerate(files):
            tell(number, len(files), readable(Path(file).name))
            rows.append(_transcribed(file, recogniser, names, translate))
    if as_json:
        print_json(rows[0] if len(rows) == 1 else {"recordings": rows})
    for row in rows if not as_json else ():
        named = f"{readable(row['file'])}: " if len(rows) > 1 else ""
        if "message" in row:
            say(named + row["message"], err=True)
        else:
            say(named + row["text"])
        if "meant" in row:
            say(f"Did you mean: {row['meant']}", err=True)
    if any("message" in row for row in rows):
        raise click.exceptions.Exit(1)


def _transcribed(
    file: str, recogniser: Recogniser, names: Sequence[str], translate: bool
) -> dict[str, Any]:
    """Transcribe one file. If it can't be read, the row says why in `error` and `message`; nothing is raised, so that the
    other files are still transcribed."""
    from wherein.cli.spoken.listening import recording
    from wherein.speech.hearing.guards import sentences
    from wherein.speech.hearing.hearing import hear

    try:
        samples = recording(file)
    except (SourceError, ParseError) as error:
        return {"file": file, "text": "", "error": error.code, "message": str(error)}
    heard = hear(recogniser, samples, names, translate)
    row: dict[str, Any] = {
        "file": file,
        "text": heard.text,
        "words": [
            {"word": word.text, "start": word.start_seconds, "end": word.end_seconds}
            for word in heard.words
        ],
        "confidence": round(heard.confidence, 3),
        "seconds": heard.seconds,
        "language": heard.language,
    }
    if heard.unheard is not None:
        row |= {"unheard": heard.unheard, "message": " ".join(sentences(heard.unheard))}
    if heard.meant is not None:
        row["meant"] = heard.meant
    return row
