"""`wherein samples`: writes the files that the guides speak of into a folder."""

from __future__ import annotations

from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import SourceForbidden
from wherein.samples import write_samples


@click.command("samples")
@click.argument("folder", type=click.Path(path_type=Path))
@as_json
def samples_command(folder: Path, as_json: bool) -> None:
    """Write sample documents into FOLDER: those that the guides and the examples speak of.

    A file that is there already is left as it is.
    """
    try:
        written, kept = write_samples(folder)
    except OSError as error:
        raise SourceForbidden(
            f"The samples can't be written to {folder} ({error.strerror}).", "Name another folder."
        ) from error
    if as_json:
        print_json({"folder": str(folder.absolute()), "written": [str(path) for path in written], "kept": [str(path) for path in kept]})  # fmt: skip
        return
    left = f", {len(kept)} left as they were" if kept else ""
    say(f"{len(written)} files written to {folder}{left}.")
