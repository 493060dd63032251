"""`wherein speak`: says a text on the loudspeaker or into a WAV file. Asks nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wherein.cli.options import FiniteRange, as_json
from wherein.cli.terminal.output_file import write_file
from wherein.cli.terminal.printing import print_bytes, print_json, say
from wherein.core.errors import ExtraMissing, UsageError
from wherein.core.text.extras import extra_command
from wherein.home.folder import Home

if TYPE_CHECKING:
    from wherein.speech.saying.synthesiser import Sound

MOST_LETTERS = 100_000


@click.command("speak")
@click.argument("text", required=False)
@click.option(
    "--with", "method", metavar="NAME", help="The synthesiser: hibari, espeak or endpoint."
)
@click.option("--voice", metavar="NAME", help="One of its voices; see --voices.")
@click.option("--speed", type=FiniteRange(), default=1.0, show_default=True, help="From 0.5 to 2.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write a WAV file, or - for standard output, and play nothing.",
)
@click.option("--voices", is_flag=True, help="List the installed voices; speak nothing.")
@as_json
def speak_command(
    text: str | None,
    method: str | None,
    voice: str | None,
    speed: float,
    out: Path | None,
    voices: bool,
    as_json: bool,
) -> None:
    """Say TEXT (- is standard input) sentence by sentence, with numbers and dates as a person says them."""
    from wherein.cli.terminal.playing import play
    from wherein.speech.registry import synthesiser
    from wherein.speech.saying.said import as_said
    from wherein.speech.saying.sentence_sounds import sentences_of

    if voices:
        _list_voices(as_json)
        return
    to_stdout = out is not None and str(out) == "-"
    if to_stdout and as_json:
        raise UsageError("Sound and JSON can't both go to standard output.", "Give --out a file.")
    text = _given(text)
    made = synthesiser(method, Home.choose().settings().speech, voice)
    said = as_said(text)
    if not sentences_of(said):
        raise UsageError("The text has no words.", 'As in: wherein speak "Good morning."')
    sounds = made.speak(said, voice, speed)
    row: dict[str, Any] = {"synthesiser": made.name, "text": said}
    if out is None:
        play(sounds)
    else:
        row |= {"file": str(out), "seconds": _write(list(sounds), made.name, out)}
    if as_json:
        print_json(row)
    elif out is not None and not to_stdout:
        say(f"{out} has {row['seconds']:g} seconds of speech.")


def _write(parts: list[Sound], name: str, out: Path) -> float:
    """Write the sounds of the synthesiser `name` as WAV into a file, or to standard output for "-"; returns their
    seconds. Raises UsageError when there are none."""
    import numpy as np

    from wherein.speech.wav import write_wav

    if not parts:
        raise UsageError(
            f"The voice of {name} finds no words to speak in this text.",
            "Choose another: wherein speak --voices",
        )
    samples = np.concatenate([part.samples for part in parts])
    sound = write_wav(samples, parts[0].rate)
    if str(out) == "-":
        print_bytes(sound)
    else:
        write_file(out, sound)
    return round(len(samples) / parts[0].rate, 2)


def _given(text: str | None) -> str:
    """The text to say, read from standard input for "-". Raises UsageError for none and for one that is too long."""
    if text is None:
        raise UsageError("speak takes a text.", 'As in: wherein speak "Good morning."')
    if text == "-":
        text = sys.stdin.read(MOST_LETTERS + 1)
    if len(text) > MOST_LETTERS:
        raise UsageError("The text is too long to speak at once.", "Say a part of it.")
    return text


def _list_voices(as_json: bool) -> None:
    from wherein.speech.registry import SYNTHESISERS

    rows: list[dict[str, str]] = []
    for name, make in SYNTHESISERS.items():
        try:
            rows.extend({"synthesiser": name, "voice": voice} for voice in make().voices)
        except ExtraMissing:
            continue
    if as_json:
        print_json({"voices": rows})
    elif rows:
        for row in rows:
            say(f"{row['synthesiser']:<8} {row['voice']}")
    else:
        say(
            f"No voice is installed. Install one: {extra_command('speech')}, or apt install espeak-ng"
        )
