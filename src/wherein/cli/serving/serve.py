"""`wherein serve`: the HTTP server on this machine."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from wherein.cli.options import as_json, engine
from wherein.cli.terminal.opening import has_browser
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import ServerError
from wherein.server.guards.public_address import PublicAddress
from wherein.server.routes.app_routes import LINK_PATH
from wherein.server.run import DEFAULT_PORT, HOST, listen, serve

if TYPE_CHECKING:
    from wherein.answering.engine import Engine


@click.command("serve")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="The port; 0 lets the system choose one.",
)
@click.option(
    "--sample", is_flag=True, help="Add the sample documents first if the library is empty."
)
@click.option(
    "--no-browser", is_flag=True, help="Print the link to the web app without opening it."
)
@click.option(
    "--pairing-code",
    is_flag=True,
    help="Print the code for the browser extension, which holds the token, also into a file or a pipe.",
)
@click.option(
    "--link",
    "new_link",
    is_flag=True,
    help="Print a new link to the web app of the server that is running, and end.",
)
@click.option(
    "--public",
    metavar="ADDRESS",
    envvar="WHEREIN_PUBLIC",
    help="The https address at which a proxy on this machine shows the server to others, as in https://ask.example.org.",
)
@click.option(
    "--log",
    "logs",
    is_flag=True,
    help="Write a line of JSON to standard error for each request: time, route, status, person; never a question.",
)
@as_json
def serve_command(
    port: int,
    sample: bool,
    no_browser: bool,
    pairing_code: bool,
    new_link: bool,
    public: str | None,
    logs: bool,
    as_json: bool,
) -> None:
    """Answer over HTTP on 127.0.0.1 until Ctrl-C, and show the web app in the browser.

    Prints a link that signs in to the app: it works once, for ten minutes.
    """
    if new_link:
        _tell_new_link(port, as_json)
        return
    shown = None if public is None else PublicAddress.parse(public)
    bound = listen(port)
    address = f"http://{HOST}:{bound.getsockname()[1]}"
    with engine() as asked:
        if sample:
            _show_sample(address, asked, quiet=as_json)
        asked.warm()
        token = asked.home.folder / "token"
        code = f"{address.rpartition(':')[2]}:{asked.home.token()}"

        def ready(link: str) -> None:
            if as_json:
                codes = {"code": code} if pairing_code else {}
                print_json({"address": address, "token": str(token), **codes, "link": link})
                return
            if pairing_code or sys.stdout.isatty():
                say(f"Code for the browser extension: {code}")
            else:  # a file would keep the code, and the code contains the token
                say("Code for the browser extension: in the app's settings, or with --pairing-code")
            say(f"Open the app once with this link: {link}")
            say(f"Serving on {address} (token in {token}). Ctrl-C stops it.")
            if not no_browser and has_browser():
                # A browser that takes its time to start must not hold up the server.
                threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

        with _with_shared_bases(asked):
            serve(
                asked, bound, ready, partial(_abandon, as_json), sys.stderr if logs else None, shown
            )
    if not as_json:
        say("Stopped.")


@contextmanager
def _with_shared_bases(asked: Engine) -> Iterator[None]:
    """While the server runs, copy the team's knowledge bases to this machine, if a database is given with --store."""
    if asked.home.store is None:
        yield
        return
    from wherein.answering.articles.following_bases import following_bases

    with following_bases(asked.bases, lambda sentence: say(sentence, err=True)):
        yield


def _abandon(as_json: bool) -> None:
    if not as_json:
        say("Stopped.")
    # Foreign code can't be interrupted; ending the process loses no stored data.
    os._exit(0)


def _tell_new_link(port: int, as_json: bool) -> None:
    with engine() as asked:
        link = _new_link(port, asked.home.token())
    print_json({"link": link}) if as_json else say(link)


def _new_link(port: int, token: str) -> str:
    """A link that the server at the port makes. Raises ServerError where none answers, or one with another home."""
    import http.client
    import json

    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    try:
        connection.request("POST", LINK_PATH, headers={"Authorization": f"Bearer {token}"})
        reply = connection.getresponse()
        link = json.loads(reply.read())["link"] if reply.status == 200 else None
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
        raise ServerError(
            f"No wherein answers on port {port}.", "Start it: wherein serve, or name its --port."
        ) from error
    finally:
        connection.close()
    if not isinstance(link, str):
        raise ServerError(
            f"The server on port {port} was started with another home, or is older.",
            "Name its --home, or start it again.",
        )
    return link


def _show_sample(address: str, asked: object, quiet: bool) -> None:
    """Add the sample documents to an empty library and answer one question from them."""
    from wherein.answering.engine import Engine
    from wherein.cli.terminal.terminal import print_as_found
    from wherein.cli.terminal.waiting import Waiting
    from wherein.samples import QUESTION, sample_files

    assert isinstance(asked, Engine)
    if not asked.documents():
        asked.add(*sample_files())
    if quiet:
        return
    say(f"\n{QUESTION}")
    with Waiting("reading…") as waiting:
        print_as_found(asked.stream(QUESTION), waiting)
    say("")
