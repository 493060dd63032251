"""`wherein eval printed-order`: whether pages that Chromium prints in columns are read in their order."""

from __future__ import annotations

import shutil
from itertools import islice

import click

from wherein.cli.options import as_json
from wherein.cli.terminal.printing import print_json, say


@click.command("printed-order")
@click.option("--columns", type=int, multiple=True, default=(1, 2, 3), show_default=True, help="Columns to print in.")  # fmt: skip
@click.option("--pages", "most_pages", default=6, show_default=True, help="How many saved pages are printed.")  # fmt: skip
@click.option("--words", "most_words", default=2500, show_default=True, help="The words to print of each page.")  # fmt: skip
@click.option("--chromium", default=None, help="The browser's path.  [default: chromium]")
@as_json
def printed_order(
    columns: tuple[int, ...], most_pages: int, most_words: int, chromium: str | None, as_json: bool
) -> None:
    """Print saved pages in columns and measure how much of their text is read in its order."""
    from wherein_lab.data.shared_data import shared_path
    from wherein_lab.memory.same_question import saved_pages
    from wherein_lab.pages.printed_order import measure

    program = chromium or shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    archive = shared_path("data/webpages/pages/pages.tar.xz")
    pages = islice(saved_pages([archive]), most_pages)
    rows = []
    for row in measure(pages, columns, program, most_words):
        rows.append(row)
        if not as_json:
            say(f"{row['in_order']:.4f}  {row['columns']} columns  {row['blocks_read']:>4} of {row['blocks']:>4} blocks  {row['page']}")  # fmt: skip
    means = {
        count: round(sum(r["in_order"] for r in rows if r["columns"] == count) / most, 4)
        for count in columns
        if (most := sum(r["columns"] == count for r in rows))
    }
    if as_json:
        print_json({"pages": rows, "in_order": means})
    else:
        say("  ".join(f"{count} columns: {mean:.4f}" for count, mean in means.items()))
