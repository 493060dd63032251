"""`wherein search`: finds passages by words. Runs no reader."""

from __future__ import annotations

import click

from wherein.cli.options import as_json, at_most, engine, in_time, not_both, with_open, within
from wherein.cli.terminal.printing import print_json, say
from wherein.cli.terminal.terminal import print_hits
from wherein.documents.source import normalised


@click.command("search")
@click.argument("words")
@within
@at_most(10)
@in_time
@with_open
@as_json
def search_command(
    words: str,
    within: tuple[str, ...],
    limit: int,
    since: str | None,
    until: str | None,
    opened: bool,
    as_json: bool,
) -> None:
    """Print the passages that match WORDS best."""
    from wherein.answering.library.notices import EMPTY_LIBRARY
    from wherein.cli.terminal.opening import open_hit
    from wherein.server.wire.json_form import hits_json

    not_both(opened, as_json)
    with engine() as asked:
        hits = asked.search(words, None, limit, since=since, until=until, within=within)
        labels = asked.labels(hits)
        notes = asked.search_notes() if not within else ()
        empty = not hits and not within and not asked.documents()
        if as_json:
            print_json(hits_json(hits, labels, notes))
        elif hits:
            print_hits(hits, labels, normalised(within[0]) if len(within) == 1 else None)
        else:
            say(EMPTY_LIBRARY if empty else "No passage has these words.")
        if not as_json:
            for note in notes:
                say(note)
        if opened and hits:
            passage = hits[0].passage
            source = labels[passage.document].source
            open_hit(hits[0], words, asked.document_of(passage.document, source, shown=passage))
