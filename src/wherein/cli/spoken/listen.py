"""`wherein listen`: a spoken question of a document or the library, from the microphone or from recordings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from wherein.answering.conversation.current_document import CurrentDocument
from wherein.answering.options import Options
from wherein.cli.options import as_json, engine
from wherein.cli.spoken.recogniser_options import with_recogniser
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import print_as_found
from wherein.cli.terminal.waiting import Waiting
from wherein.core.errors import ParseError, SourceError
from wherein.core.text.readable import readable
from wherein.documents.source import normalised, path_of

if TYPE_CHECKING:
    from wherein.answering.engine import Engine
    from wherein.core.document import Document
    from wherein.speech.recogniser import Recogniser, Samples
    from wherein.speech.saying.synthesiser import Synthesiser


@click.command("listen")
@click.argument("source", required=False)
@click.option(
    "--file", "files", multiple=True, metavar="FILE",
    help="A recording of one question instead of the microphone; may be repeated, - is standard input.",
)  # fmt: skip
@click.option("--speak", is_flag=True, help="Say the sentence of the best answer aloud, too.")
@with_recogniser
@as_json
def listen_command(
    source: str | None, files: tuple[str, ...], speak: bool, method: str | None, translate: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Listen to questions and ask them of SOURCE or the library, until Ctrl-C.

    A pause ends a question; with --json there is one question. The recogniser expects the document's names. The exit
    status is 1 where a recording can't be read or no question was heard in it.
    """
    from wherein.cli.spoken.listening import load_recogniser, names_of

    voice: Synthesiser | None = None
    if speak:
        from wherein.cli.terminal.playing import player
        from wherein.speech.registry import synthesiser

        # A missing package is reported before listening, not after the first answer.
        player()
        voice = synthesiser()
    recogniser = load_recogniser(method, translate)
    with engine() as asked:
        scope: Callable[[], Document] | str | None = source
        if source and not path_of(source).is_dir():
            scope = CurrentDocument(asked, source)
        names = names_of(asked, scope() if callable(scope) else scope)
        ear = _Ear(asked, recogniser, names, scope, source, voice, translate, as_json)
        if files:
            for file in files:
                ear.asks_recording(file)
        else:
            _from_microphone(ear)
    if as_json:
        print_json(ear.rows[0] if len(ear.rows) == 1 else {"recordings": ear.rows})
    if ear.unheard:
        raise click.exceptions.Exit(1)


@dataclass(slots=True)
class _Ear:
    """Asks what is heard, and prints the answers or keeps their rows."""

    engine: Engine
    recogniser: Recogniser
    names: Sequence[str]
    scope: Callable[[], Document] | str | None
    source: str | None
    voice: Synthesiser | None
    translate: bool
    as_json: bool
    rows: list[dict[str, Any]] = field(default_factory=list)
    unheard: bool = False

    def asks_recording(self, file: str) -> None:
        """Ask the question in a recording. An unreadable file is reported and nothing is raised, so that the others are still asked."""
        from wherein.cli.spoken.listening import recording

        try:
            samples = recording(file)
        except (SourceError, ParseError) as error:
            self.unheard = True
            self.rows.append(
                {"file": file, "heard": "", "error": error.code, "message": str(error)}
            )
            if not self.as_json:
                say(f"{readable(file)}: {error}", err=True)
            return
        self.asks(samples, {"file": file})

    def asks(self, samples: Samples, row: dict[str, Any]) -> None:
        from wherein.cli.terminal.playing import say_aloud
        from wherein.server.wire.json_form import result_json
        from wherein.speech.hearing.guards import sentences
        from wherein.speech.hearing.hearing import hear
        from wherein.speech.spoken_question import as_question

        with Waiting("recognising…") as waiting:
            heard = hear(self.recogniser, samples, self.names, self.translate)
            if heard.unheard is not None:
                self.unheard = True
                waiting.hide()
                self.rows.append({**row, "heard": "", "unheard": heard.unheard})
                if not self.as_json:
                    say(" ".join(sentences(heard.unheard)), err=True)
                return
            question = as_question(heard.text)
            meant = None if heard.meant is None else as_question(heard.meant)
            if not self.as_json:
                waiting.hide()
                say(f"“{question}”")
                if meant is not None:
                    say(f"Did you mean: {meant}")
            scope = self.scope() if callable(self.scope) else self.scope
            stream = self.engine.stream(question, scope, Options())
            if self.as_json:
                row = {**row, "heard": question, **result_json(stream.result())}
                self.rows.append(row if meant is None else {**row, "meant": meant})
            else:
                print_as_found(stream, waiting, self.source and normalised(self.source))
        answers = stream.result().answers
        if self.voice is not None:
            said = answers[0].quote if answers else "There is no answer here."
            say_aloud(said, self.voice)


def _from_microphone(ear: _Ear) -> None:
    """Question after question until Ctrl-C, or one with --json. Raises MicrophoneError, ExtraMissing."""
    from wherein.speech.hearing.microphone import Microphone

    try:
        while True:
            # Closed while the answer is said, so that it is not heard as a question.
            with Microphone.open() as microphone, Waiting("listening, Ctrl-C ends…", 0) as waiting:
                samples = microphone.question(lambda: waiting.tell("listening: you speak…"))
            ear.asks(samples, {})
            if ear.as_json:
                return
            # A question that was not recognised can be repeated, so the command did not fail.
            ear.unheard = False
    except KeyboardInterrupt:
        say("", err=True)
