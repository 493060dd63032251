"""The `wherein` command: loads only the module of the subcommand and prints errors as one sentence."""

from __future__ import annotations

import errno
import importlib
import os
import signal
import sys

import click

from wherein.cli.terminal.printing import print_json, say, say_sentence
from wherein.core.errors import UsageError, WhereinError

# Each command's module is imported when it is run, so that `ask` never pays for `serve`.
_COMMANDS: dict[str, tuple[str, str]] = {
    "ask": (
        "wherein.cli.asking.ask",
        "Ask a file, a folder, an address or the library a question.",
    ),
    "chat": (
        "wherein.cli.asking.chat",
        "Ask questions in turn; each may refer to earlier ones.",
    ),
    "search": ("wherein.cli.asking.search", "Find the passages that match words best."),
    "add": ("wherein.cli.keeping.library", "Add files and folders to the library."),
    "watch": ("wherein.cli.keeping.watch", "Keep the library in step with a folder, until Ctrl-C."),
    "list": ("wherein.cli.keeping.library", "List the library's documents."),
    "show": ("wherein.cli.keeping.library", "Show a document, or only its text."),
    "remove": ("wherein.cli.keeping.library", "Remove documents from the library."),
    "kb": (
        "wherein.cli.keeping.kb",
        "Add, list and remove knowledge bases: articles that questions name.",
    ),
    "memory": ("wherein.cli.keeping.memory", "List, export and forget earlier questions."),
    "serve": ("wherein.cli.serving.serve", "Answer over HTTP on this machine."),
    "service": (
        "wherein.cli.serving.service",
        "Start the server whenever you sign in, by systemd.",
    ),
    "mcp": ("wherein.cli.serving.mcp", "Serve assistants over the Model Context Protocol."),
    "transcribe": ("wherein.cli.spoken.transcribe", "Transcribe recordings."),
    "listen": ("wherein.cli.spoken.listen", "Ask a spoken question."),
    "speak": ("wherein.cli.spoken.speak", "Say a text aloud, or into a WAV file."),
    "migrate": (
        "wherein.cli.keeping.moving",
        "Copy library and memory to another home or a team's database.",
    ),
    "backup": ("wherein.cli.keeping.moving", "Write library and memory into one file."),
    "restore": ("wherein.cli.keeping.moving", "Bring back what is in a backup."),
    "index": (
        "wherein.cli.keeping.index",
        "Build, check and drop the library's indexes in Milvus.",
    ),
    "people": ("wherein.cli.keeping.people", "Add, list and remove the members of a team."),
    "tokens": ("wherein.cli.keeping.people", "Make, list and revoke people's tokens."),
    "share": ("wherein.cli.keeping.people", "Share libraries and folders with people and groups."),
    "models": ("wherein.cli.keeping.models", "List, get and remove models."),
    "update": ("wherein.cli.keeping.update", "Say whether there is a newer version."),
    "doctor": ("wherein.cli.doctor", "Check the installation and say how to solve each problem."),
    "samples": ("wherein.cli.samples", "Write the sample files of the guides into a folder."),
    "completion": (
        "wherein.cli.completion",
        "Print the script that completes commands in bash, zsh or fish.",
    ),
}
# From a distribution of its own, wherein-lab, by entry points: the product holds no measuring and no training.
_LAB_COMMANDS = {
    "eval": "Measure the product, and replay earlier measurements.",
    "train": "Make and check the models (needs the train extra).",
}
_LAB_GROUP = "wherein.commands"


PRODUCT_COMMANDS = tuple(_COMMANDS)
"""The names of the product's own commands, in the order of the help."""


class _Lazy(click.Group):
    """A group that knows its commands' names and imports each at its use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*_COMMANDS, *_LAB_COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in _LAB_COMMANDS:
            return _lab_command(cmd_name)
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(_COMMANDS[cmd_name][0])
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise _with_the_nearest(error, args[0], self.list_commands(ctx)) from error
        rest = _without_places(rest)
        if ctx.params["as_json"]:
            # Handed on, so that a command without JSON output refuses it in its own words.
            end = rest.index("--") if "--" in rest else len(rest)
            rest = [*rest[:end], "--json", *rest[end:]]
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # From the table, so that `--help` imports nothing.
        with formatter.section("Commands"):
            own = [(name, text) for name, (_, text) in _COMMANDS.items()]
            formatter.write_dl([*own, *_LAB_COMMANDS.items()])


_PLACES = {
    "--home": ("WHEREIN_HOME", "folder", "DIR"),
    "--store": ("WHEREIN_STORE", "address", "ADDRESS"),
    "--search": ("WHEREIN_SEARCH", "address", "ADDRESS"),
}
"""Options that may also follow a command: the variable that each sets, what it names, and how it is written."""


def _without_places(arguments: list[str]) -> list[str]:
    """The arguments of a command without `--home DIR`, `--store ADDRESS` and `--search ADDRESS`, which then choose the home.

    Raises UsageError where the folder or the address is missing.
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    rest, at = [], 0
    while at < end:
        name, is_joined, place = arguments[at].partition("=")
        at += 1
        if name not in _PLACES:
            rest.append(arguments[at - 1])
            continue
        variable, what, form = _PLACES[name]
        if not is_joined:
            place = arguments[at] if at < end else ""
            at += 1
        if not place:
            raise UsageError(f"{name} has no {what}.", f"Name it: {name} {form}")
        os.environ[variable] = place
    return [*rest, *arguments[end:]]


def _with_the_nearest(error: click.UsageError, typed: str, names: list[str]) -> click.UsageError:
    """The error with the command that was probably meant, where one is near."""
    from difflib import get_close_matches

    near = get_close_matches(typed.lower(), names, n=1, cutoff=0.6)
    meant = f" Did you mean {near[0]!r}?" if near else ""
    return click.UsageError(f"No such command {typed!r}.{meant}", error.ctx)


def _lab_command(name: str) -> click.Command:
    """`eval` or `train` where wherein-lab is installed; otherwise a command that prints how to install it."""
    from importlib.metadata import entry_points

    from wherein.core.text.extras import lab_command

    for entry in entry_points(group=_LAB_GROUP, name=name):
        command = entry.load()
        assert isinstance(command, click.Command)
        return command

    def missing(arguments: tuple[str, ...]) -> None:
        raise UsageError(
            f"`wherein {name}` belongs to wherein-lab, which is not installed.",
            f"Get it: {lab_command()}",
        )

    argument = click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)
    return click.Command(
        name,
        callback=missing,
        params=[argument],
        help=_LAB_COMMANDS[name],
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
    )


def _print_versions(ctx: click.Context, option: click.Parameter, asked: bool) -> None:
    """`--version`: of the product, its models, and the forms of what it keeps and exchanges."""
    if not asked or ctx.resilient_parsing:
        return
    from wherein.answering.versions import versions
    from wherein.home.folder import Home

    found = versions(Home.choose(ctx.params.get("home")))
    if ctx.params["as_json"]:
        print_json({"wherein": found.wherein, "models": found.models, "schemas": found.schemas})
    else:
        say(f"wherein {found.wherein}")
        say("models: " + ", ".join(f"{name} {digest}" for name, digest in found.models.items()))
        say("schemas: " + ", ".join(f"{name} {number}" for name, number in found.schemas.items()))
    ctx.exit()


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--home",
    metavar="DIR",
    help="The folder of all data; may also follow the command.  [default: WHEREIN_HOME, else the platform's own]",
)
@click.option(
    "--store",
    metavar="ADDRESS",
    help="A team's PostgreSQL database, which then has the library and the memory.  [default: WHEREIN_STORE]",
)
@click.option(
    "--search",
    metavar="ADDRESS",
    help="A Milvus server that searches the library, as in milvus://HOST:19530.  [default: WHEREIN_SEARCH]",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    is_eager=True,
    help="Print one JSON object; may also follow the command.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    callback=_print_versions,
    help="Print the versions of wherein, its models and its data, and exit.",
)
@click.pass_context
def main(
    ctx: click.Context, home: str | None, store: str | None, search: str | None, as_json: bool
) -> None:
    """Ask a page, a file or a library a question; get the answer marked in its place."""
    if home is not None:
        # Read wherever a home is chosen, in child processes too.
        os.environ["WHEREIN_HOME"] = home
    if store is not None:
        os.environ["WHEREIN_STORE"] = store
    if search is not None:
        os.environ["WHEREIN_SEARCH"] = search


def run() -> None:
    """The entry point. Exit status 0: success; 1: a failure; 2: wrong usage."""
    sys.exit(invoke(sys.argv[1:]))


def invoke(arguments: list[str]) -> int:
    """Run a command line and return its exit status; errors go to standard error."""
    try:
        result = main.main(arguments, prog_name="wherein", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except (click.Abort, KeyboardInterrupt):  # click turns the second into the first
        return _tell("Stopped; everything that was finished is kept.", 128 + signal.SIGINT)
    except click.exceptions.NoArgsIsHelpError as error:
        if error.ctx is not None:
            say(error.ctx.get_help())
        return 0
    except click.ClickException as error:
        usage = (
            f" See: {error.ctx.command_path} --help"
            if isinstance(error, click.UsageError) and error.ctx
            else ""
        )
        message = error.format_message()
        return _tell(f"{message}{'' if message.endswith(('.', '?')) else '.'}{usage}", 2)
    except UsageError as error:
        return _tell(str(error), error.exit_status)
    except WhereinError as error:
        return _tell(str(error), error.exit_status)
    except BrokenPipeError:
        # The reader of our output went away (`| head`); that is its right.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - stays open until exit
        return 0
    except OSError as error:
        return _of_the_system(error)
    except UnicodeEncodeError as error:
        if all(map(_is_unicode, arguments)):
            return _unforeseen(error)
        return _tell("An argument has characters that are not UTF-8. Type it again.", 2)
    except Exception as error:
        return _unforeseen(error)
    return result if isinstance(result, int) else 0


def _of_the_system(error: OSError) -> int:
    """Tell what the system refused: in its own words, since they name what can be done about it."""
    if error.errno == errno.ENOSPC:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - stays open until exit
        return _tell(
            "There is no room left on the disk, so this was not written to its end."
            " Free some space, then run the same command again.",
            1,
        )
    if error.filename is None or error.strerror is None:
        return _unforeseen(error)
    is_closed = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    next_step = (
        "Change its permissions, or choose another home with --home."
        if is_closed
        else "Check the path, or give another one."
    )
    return _tell(f"{error.filename} can't be used ({error.strerror}). {next_step}", 1)


def _is_unicode(argument: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in argument)


def _unforeseen(error: Exception) -> int:
    """Tell that there is a fault, without the words of an exception, which help no one but a maintainer."""
    if "WHEREIN_DEBUG" in os.environ:
        raise error
    return _tell(
        "Something failed that should not: a fault of wherein."
        " Run it again with WHEREIN_DEBUG=1 to see where, and report that.",
        1,
    )


def _tell(sentence: str, status: int) -> int:
    say_sentence(f"wherein: {sentence}")
    return status
