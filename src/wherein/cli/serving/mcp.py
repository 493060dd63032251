"""`wherein mcp`: the tools for assistants over standard input and output, and their entry in a client's configuration."""

from __future__ import annotations

import os

import click

from wherein.cli.options import as_json, engine
from wherein.cli.serving import mcp_clients
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import UsageError, WhereinError
from wherein.home.folder import Home

_CLIENTS = click.Choice(["claude", "cursor", "vscode"])


@click.command("mcp")
@click.option("--install", type=_CLIENTS, help="Write the entry into this client's configuration.")
@click.option("--remove", type=_CLIENTS, help="Take the entry out of this client's configuration.")
@click.option("--yes", is_flag=True, help="Make the change without asking.")
@as_json
def mcp_command(install: str | None, remove: str | None, yes: bool, as_json: bool) -> None:
    """Serve assistants over the Model Context Protocol, on standard input and output."""
    if install is not None and remove is not None:
        raise UsageError("Both --install and --remove were given.", "Give one of them.")
    named = install or remove
    if named is None:
        if as_json or yes:
            raise UsageError(
                "--json and --yes belong to a change of a client's configuration.",
                "Add --install or --remove with claude, cursor or vscode.",
            )
        _serve()
        return
    client = mcp_clients.clients()[named]
    if install is not None:
        home = Home.choose(os.environ.get("WHEREIN_HOME"))
        change = mcp_clients.with_entry(
            client, ["-m", "wherein", "--home", str(home.folder), "mcp"]
        )
    else:
        change = mcp_clients.without_entry(client)
    written = _made(change, yes, quiet=as_json)
    if as_json:
        print_json({"file": str(change.file), "change": change.shown, "written": written})


def _made(change: mcp_clients.Change, yes: bool, quiet: bool) -> bool:
    """Show the change and make it if the person agrees; True if it was made."""
    if not change.shown:
        if not quiet:
            say(f"{change.file} needs no change.")
        return False
    if not quiet:
        say(change.shown)
    if not yes and (quiet or not click.confirm("Make this change?")):
        if not quiet:
            say("Nothing was changed.")
        return False
    try:
        change.write()
    except OSError as error:
        raise WhereinError(
            f"{change.file} cannot be written ({error.strerror}).", "Change its permissions."
        ) from error
    if not quiet:
        say(f"{change.file} was changed. Restart the client.")
    return True


def _serve() -> None:
    """Serve the protocol until standard input ends. Prints nothing, since standard output belongs to the protocol."""
    import anyio

    from wherein.server.doors.mcp_http import opened_door

    with engine() as asked:
        anyio.run(opened_door(asked).run_stdio_async)
