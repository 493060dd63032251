"""Shows a long text in the person's pager at a marked place. Knows no documents."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from wherein.cli.terminal.answer_lines import columns, has_colour
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.core.text.readable import harmless, readable

_ABOVE = 3
"""Lines shown above the marked one."""
_TAKE_A_LINE = ("less", "more", "most")
"""Pagers that start at line N with the argument +N; other pagers get the text from that line on."""
# Where the mark begins and ends, until the lines are wrapped: the text itself has no control characters.
_BEGIN, _END = "\x02", "\x03"


def page(text: str, span: Span) -> None:
    """Show `text` in the pager, beginning just above `span`, which is marked.

    Raises UsageError where there is no terminal or no pager.
    """
    if not sys.stdout.isatty():
        raise UsageError(
            "This text is opened in a pager, which needs a terminal.",
            "Run the command in a terminal.",
        )
    command = _command()
    pager = Path(command[0]).stem
    marked, line = _marked(text, span)
    begin, end = ("\x1b[1m", "\x1b[0m") if pager == "less" and has_colour() else (">", "<")
    first = max(0, line - _ABOVE)
    if pager in _TAKE_A_LINE:
        command = [*command, *(["-R"] if pager == "less" else []), f"+{first + 1}"]
    else:
        marked = "\n".join(marked.split("\n")[first:])
    shown = marked.replace(_BEGIN, begin).replace(_END, end)
    # A person may leave the pager before it has read everything.
    subprocess.run(command, input=shown.encode("utf-8"), check=False)


def _command() -> list[str]:
    wanted = shlex.split(os.environ.get("PAGER", ""))
    for command in (wanted, ["less"], ["more"]):
        if command and shutil.which(command[0]):
            return command
    raise UsageError("No pager was found.", "Install less, or name a pager in PAGER.")


def _marked(text: str, span: Span) -> tuple[str, int]:
    """The text wrapped to the terminal's width, and the index of the line where the mark begins."""
    parts = (text[: span.start], text[span.start : span.end], text[span.end :])
    before, mark, after = (readable(harmless(part)) for part in parts)
    wide = columns()
    too_long = re.compile(rf"(?=[^\n]{{{wide + 1}}})([^\n]{{1,{wide}}})[ \t]+")
    lines = too_long.sub(r"\1\n", f"{before}{_BEGIN}{mark}{_END}{after}")
    return lines, lines.count("\n", 0, lines.index(_BEGIN))
