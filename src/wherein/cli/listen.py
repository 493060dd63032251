"""`wherein listen`: asks a recorded, spoken question of a document or the library. Opens no microphone."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.answering.options import Options
from wherein.cli.options import as_json, engine
from wherein.cli.printing import print_json, say
from wherein.cli.terminal import print_as_found
from wherein.cli.waiting import Waiting
from wherein.documents.source import normalised


@click.command("listen")
@click.argument("source", required=False)
@click.option(
    "--file", "files", multiple=True, required=True, metavar="WAV",
    help="A recording of one question; may be repeated, - is standard input.",
)  # fmt: skip
@click.option("--speak", is_flag=True, help="Say the sentence of the best answer aloud, too.")
@as_json
def listen_command(source: str | None, files: tuple[str, ...], speak: bool, as_json: bool) -> None:
    """Ask SOURCE, or the library, the question that is spoken in a recording.

    The recogniser expects the names in SOURCE. The exit status is 1 if no question was heard.
    """
    from wherein.cli.listening import load_recogniser, names_of, recording
    from wherein.cli.playing import say_aloud
    from wherein.server.json_form import result_json
    from wherein.speech.guards import sentences
    from wherein.speech.hearing import hear

    recogniser = load_recogniser()
    rows = []
    unheard = False
    with engine() as asked:
        scope = asked.document(source) if source and not Path(source).is_dir() else source
        names = names_of(scope, asked.documents() if source is None else ())
        for file in files:
            with Waiting("listening…") as waiting:
                heard = hear(recogniser, recording(file), names)
                if heard.unheard is not None:
                    unheard = True
                    waiting.hide()
                    rows.append({"file": file, "heard": "", "unheard": heard.unheard})
                    if not as_json:
                        say(" ".join(sentences(heard.unheard)), err=True)
                    continue
                if not as_json:
                    waiting.hide()
                    say(f"“{heard.text}”")
                    if heard.meant is not None:
                        say(f"Did you mean: {heard.meant}")
                stream = asked.stream(heard.text, scope, Options())
                if as_json:
                    row = {"file": file, "heard": heard.text, **result_json(stream.result())}
                    rows.append(row if heard.meant is None else {**row, "meant": heard.meant})
                else:
                    print_as_found(stream, waiting, source and normalised(source))
            answers = stream.result().answers
            if speak:
                say_aloud(answers[0].quote if answers else "There is no answer here.")
    if as_json:
        print_json(rows[0] if len(rows) == 1 else {"recordings": rows})
    if unheard:
        raise click.exceptions.Exit(1)
