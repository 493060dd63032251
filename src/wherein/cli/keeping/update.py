"""`wherein update --check`: says whether a release feed names a newer version. Replaces nothing, and never looks by itself."""

from __future__ import annotations

import importlib.metadata

import click

from wherein.assets.releases import newest_release
from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import UsageError
from wherein.home.folder import Home


@click.command("update")
@click.option("--check", is_flag=True, help="Look whether there is a newer version.")
@click.option(
    "--from",
    "feed",
    metavar="PLACE",
    help="A folder, a file or an address with a release.json.  [default: release_feed of the settings]",
)
@as_json
def update_command(check: bool, feed: str | None, as_json: bool) -> None:
    """Say whether a release feed names a newer version.

    Nothing is installed, and nothing but this command ever looks: no feed comes with wherein.
    """
    if not check:
        raise UsageError(
            "wherein does not replace itself; update it with what installed it.",
            "See whether there is a newer version: wherein update --check --from PLACE",
        )
    chosen = feed or Home.choose().settings().release_feed
    if not chosen:
        raise UsageError(
            "No release feed is named.",
            "Name one: wherein update --check --from PLACE, or release_feed in config.toml.",
        )
    here = importlib.metadata.version("wherein")
    release = newest_release(chosen)
    newer = release.is_newer_than(here)
    if as_json:
        print_json({"version": here, "newest": release.version, "newer": newer, "notes": release.notes, "feed": chosen})  # fmt: skip
        return
    if not newer:
        say(f"wherein {here} is the newest that {chosen} names.")
        return
    say(f"wherein {release.version} is there; this is {here}.")
    if release.notes:
        say(release.notes)
    say("Install it with what installed this one: pip, pipx, uv, dpkg, or a new folder.")
