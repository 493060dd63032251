"""`wherein chat`: a conversation in the terminal, or line by line from a pipe. Keeps nothing on disk unless asked to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

import click

from wherein.answering.conversation.conversation import Conversation
from wherein.answering.conversation.current_document import CurrentDocument
from wherein.answering.exporting.exchanges import Exchange, csv_rows
from wherein.cli.options import as_json, engine, in_time, with_password, within
from wherein.cli.terminal.answer_lines import dim
from wherein.cli.terminal.printing import print_json, say, say_sentence, say_styled
from wherein.cli.terminal.terminal import print_as_found
from wherein.cli.terminal.waiting import Waiting
from wherein.core.answer import Answer, Result
from wherein.core.document import Document
from wherein.core.errors import UsageError, WhereinError
from wherein.core.passage import Passage
from wherein.core.text.readable import harmless
from wherein.documents.source import normalised, path_of

_PROMPT = "? "
_HELP = """\
QUESTION         ask; a follow-up is completed from what was said before
/typed           ask the last question again exactly as it was typed
/edit QUESTION   ask the last question again in these words (in a terminal, without words: edit it)
/again N QUESTION  go back to question N and ask this instead; what came after it is forgotten
/wrong N         source N of the last answer is wrong: it is no answer to this question again
/right N         source N is right
/here N WORDS    the answer is elsewhere: these words of the document of source N
/undo            withdraw your verdicts on the last question's answers
/open N          show source N of the last answer in its document, at its mark
/history         the questions so far
/save FILE       write the conversation as Markdown; as .csv a table, as .bib or .json its sources (BibTeX, CSL JSON)
/forget          begin again
/quit            end (also Ctrl-D)"""
_COMMANDS = (
    "/typed",
    "/edit",
    "/again",
    "/wrong",
    "/right",
    "/here",
    "/undo",
    "/open",
    "/history",
    "/save",
    "/forget",
    "/help",
    "/quit",
)


@click.command("chat")
@click.argument("source", required=False)
@click.option("--no-memory", is_flag=True, help="Neither use nor keep earlier answers.")
@within
@in_time
@with_password
@as_json
def chat_command(
    source: str | None,
    no_memory: bool,
    within: tuple[str, ...],
    since: str | None,
    until: str | None,
    password: str | None,
    as_json: bool,
) -> int:
    """Ask questions of SOURCE, or of the whole library, in turn; each may refer to earlier ones.

    A completed question is shown as it was understood. /help lists the commands; from a pipe, each line is a question or a command. With
    --json each answer is one JSON object, and all other output goes to standard error.
    """
    from wherein.answering.options import Options

    with engine() as asked:
        scope: Callable[[], Document] | str | None = source
        if source and not path_of(source).is_dir():
            scope = CurrentDocument(asked, source, password)
            scope()  # a source that can't be read ends the command before the first question
        options = Options(memory=not no_memory, owner=True, since=since, until=until, within=within)
        talk = _Chat(Conversation(asked, scope, options), asked.document_of, source, as_json)
        talk.run(_lines(talk))
        return 1 if talk.failed and not sys.stdin.isatty() else 0


def _lines(talk: _Chat) -> Iterable[str]:
    if not sys.stdin.isatty():
        return sys.stdin
    return iter(lambda: _typed(talk), None)


def _typed(talk: _Chat) -> str | None:
    """A line typed at the prompt, with history and completion where the platform has readline; None at the end."""
    try:
        import readline
    except ImportError:  # pragma: no cover - Windows
        readline = None  # type: ignore[assignment]
    if readline is not None:
        begun, talk.begun = talk.begun, ""
        readline.set_completer(talk.completion)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
        readline.set_startup_hook((lambda: readline.insert_text(begun)) if begun else None)
    while True:
        try:
            return input(_PROMPT)
        except EOFError:
            say()
            return None
        except KeyboardInterrupt:  # a line that was begun is dropped, as in a shell
            say()


class DocumentOf(Protocol):
    """As `Engine.document_of`."""

    def __call__(
        self,
        identity: str,
        source: str,
        password: str | None = None,
        shown: Answer | Passage | None = None,
    ) -> Document: ...


class _Chat:
    """The state of one conversation at the terminal: its turns, and the sources by their printed numbers."""

    def __init__(
        self,
        conversation: Conversation,
        document_of: DocumentOf,
        source: str | None,
        as_json: bool = False,
    ) -> None:
        self._conversation = conversation
        self._document_of = document_of
        self._source = source
        self._as_json = as_json
        self._shown: list[Answer] = []
        self._judged: list[Answer] = []
        self.failed = False
        self.begun = ""
        """Text that the next prompt begins with."""

    def run(self, lines: Iterable[str]) -> None:
        for line in lines:
            text = " ".join(line.split())
            if text in ("/quit", "/exit"):
                return
            if not text:
                continue
            if not sys.stdin.isatty() and not self._as_json:  # nobody typed it where it can be read
                say(f"{_PROMPT}{harmless(text)}")
            try:
                self._do(text)
            except WhereinError as error:
                self.failed = True
                say_sentence(f"wherein: {error}")
            except KeyboardInterrupt:
                if not sys.stdin.isatty():
                    raise
                say("Stopped. The question was not answered; ask another, or /quit.")

    def completion(self, text: str, state: int) -> str | None:
        """The state-th completion of a line: a command, or a question asked before."""
        asked = [result.typed or result.question for result in self._conversation.results]
        every = _COMMANDS if text.startswith("/") else tuple(dict.fromkeys(reversed(asked)))
        found = [item for item in every if item.casefold().startswith(text.casefold())]
        return found[state] if state < len(found) else None

    def _do(self, text: str) -> None:
        if not text.startswith("/"):
            self._ask(text)
            return
        command, _, rest = text.partition(" ")
        actions: dict[str, Callable[[str], None]] = {
            "/typed": self._as_typed,
            "/edit": self._edit,
            "/again": self._again,
            "/wrong": lambda rest: self._judge("wrong", rest),
            "/right": lambda rest: self._judge("right", rest),
            "/here": lambda rest: self._judge("here", rest),
            "/undo": lambda rest: self._judge("undo", rest),
            "/open": self._open,
            "/history": self._history,
            "/save": self._save,
            "/forget": self._forget,
            "/help": lambda rest: self._say(_HELP),
        }
        if command not in actions:
            raise UsageError(f"There is no command {command}.", "See: /help")
        actions[command](rest)

    def _ask(self, question: str, as_typed: bool = False) -> None:
        if self._as_json:
            from wherein.server.wire.json_form import result_json

            result = self._conversation.stream(question, as_typed).result()
            print_json(result_json(self._conversation.record(result)))
            self._shown = [*result.answers, *result.perhaps]
            return
        if not as_typed:
            follow_up = self._conversation.understand(question)
            if follow_up.changed:
                say_styled(dim(f"understood as: {harmless(follow_up.understood)}") + "\n")
            elif follow_up.unclear:
                who = "What" if " " in follow_up.unclear else "Who"
                say_styled(dim(f"{who} is meant by “{follow_up.unclear}”?") + "\n")
        with Waiting("searching…") as waiting:
            stream = self._conversation.stream(question, as_typed)
            print_as_found(stream, waiting, self._source and normalised(self._source))
        self._told(self._conversation.record(stream.result()))

    def _told(self, result: Result) -> None:
        self._shown = [*result.answers, *result.perhaps]
        for number, answer in enumerate(self._shown, 1):
            page = f", page {answer.page}" if answer.page is not None else ""
            title = harmless(" ".join(answer.title.split())) or "the text"
            say_styled(dim(f"  [{number}] {title}{page}: {harmless(answer.text)[:60]!r}") + "\n")

    def _say(self, text: str) -> None:
        say(text, err=self._as_json)

    def _last(self) -> Result:
        if not self._conversation.results:
            raise UsageError("Nothing was asked yet.", "Type a question.")
        return self._conversation.results[-1]

    def _as_typed(self, rest: str) -> None:
        if rest:
            raise UsageError(
                "/typed takes no words.",
                "It asks the last question as typed; /edit takes other words.",
            )
        last = self._last()
        self._ask_instead(len(self._conversation.results), last.typed or last.question, True)

    def _edit(self, rest: str) -> None:
        last = self._last()
        if not rest:
            if not sys.stdin.isatty():
                raise UsageError("The words are missing.", "Give them: /edit QUESTION")
            self.begun = f"/edit {last.question}"
            return
        self._ask_instead(len(self._conversation.results), rest, as_typed=True)

    def _again(self, rest: str) -> None:
        number, _, question = rest.partition(" ")
        if not number.isdigit() or not question:
            raise UsageError(
                "/again needs a number and a question.", "As in: /again 2 When did she leave?"
            )
        self._ask_instead(int(number), question)

    def _ask_instead(self, number: int, question: str, as_typed: bool = False) -> None:
        """Ask in place of the question with this number; where it can't be asked, nothing is forgotten."""
        before = self._conversation.results
        self._conversation.rewind(number)
        try:
            self._ask(question, as_typed)
        except BaseException:
            for result in before[number - 1 :]:
                self._conversation.record(result)
            raise

    def _open(self, rest: str) -> None:
        from wherein.cli.terminal.opening import open_answer

        answer = self._source_numbered(rest)
        open_answer(answer, self._document_of(answer.document, answer.source, shown=answer))

    def _source_numbered(self, name: str) -> Answer:
        number = int(name) if name.isdecimal() else 0
        if not 1 <= number <= len(self._shown):
            there = f"There are 1 to {len(self._shown)}." if self._shown else "Ask something first."
            raise UsageError(f"There is no source {name or 'without a number'}.", there)
        return self._shown[number - 1]

    def _judge(self, verdict: str, rest: str) -> None:
        """Judge a source of the last answer; a source of one document stands for all of them in `/undo`."""
        from wherein.cli.judging import DONE, place_of_words, verdict_named

        number, _, words = rest.partition(" ")
        if verdict == "undo":
            answers = self._judged or self._shown
            if rest or not answers:
                raise UsageError("/undo takes no words.", "Use it after /wrong, /right or /here.")
        elif verdict == "here" and not words:
            raise UsageError(
                "/here needs a source's number and the right words.", "As in: /here 1 Ada Holm"
            )
        else:
            answers = [self._source_numbered(number or ("1" if len(self._shown) == 1 else ""))]
        for answer in {one.document: one for one in answers}.values():
            document = self._document_of(answer.document, answer.source)
            span = answer.span if verdict in ("wrong", "right") else None
            if verdict == "here":
                span = place_of_words(document, words)
            refused = self._conversation.judge(document, verdict_named(verdict), span)
            self._judged = [] if verdict == "undo" else [*self._judged, answer]
            said = "" if span is None else harmless(" ".join(span.of(document.text).split()))
            told = DONE[verdict].format(words=f"“{said}”")
            if refused is not None and verdict != "undo":
                told += f" It counts in this conversation only: {refused}."
            self._say(told)

    def _history(self, rest: str) -> None:
        for number, result in enumerate(self._conversation.results, 1):
            said = result.answers[0].text if result.answers else "not here"
            self._say(f"{number}  {result.question}  →  {' '.join(said.split())}")

    def _save(self, rest: str) -> None:
        if not rest:
            raise UsageError("The file's name is missing.", "Give it: /save talk.md")
        path = Path(rest).expanduser()
        if path.exists():
            raise UsageError(f"{path} already exists.", "Give another name.")
        try:
            path.write_text(self._as_text(path.suffix.lower()), "utf-8")
        except OSError as error:
            raise UsageError(
                f"{path} can't be written ({error.strerror}).", "Give another name."
            ) from error
        self._say(f"Written: {path}")

    def _as_text(self, suffix: str) -> str:
        from wherein.answering.exporting.citations import bibtex, cited, csl_json

        exchanges = [Exchange.of(result) for result in self._conversation.results]
        if suffix == ".csv":
            # A byte order mark, without which Excel takes UTF-8 for something else.
            return "\ufeff" + csv_rows(exchanges)
        if suffix == ".bib":
            return harmless(bibtex(cited(exchanges, self._document_of)))
        if suffix == ".json":
            return csl_json(cited(exchanges, self._document_of))
        return harmless(self._conversation.markdown())

    def _forget(self, rest: str) -> None:
        self._conversation.forget()
        self._shown = []
        self._judged = []
        self._say("Forgotten.")
