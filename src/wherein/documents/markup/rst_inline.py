"""Takes the inline markup of reStructuredText off a text. Knows no blocks."""

from __future__ import annotations

import re
from collections.abc import Callable

_INLINE = re.compile(
    r"(?P<escaped>\\(?P<sign>[^\n]|\n))|"
    r"``(?P<literal>(?=\S)(?:[^`]|`(?!`)){1,1000}(?<=\S)`{0,3})``|"
    r"(?P<role>:[A-Za-z][\w+.:-]{0,60}:)`(?P<roled>(?=\S)[^`]{1,1000})`|"
    r"_?`(?P<named>(?=[^\s`])[^`]{1,1000})`(?P<after>__?|:[A-Za-z][\w+.:-]{0,60}:)?|"
    r"\*\*(?P<strong>(?=[^\s*])(?:[^*]|\*(?!\*)){1,1000}(?<=\S))\*\*|"
    r"(?<![\w*])\*(?P<weak>(?=[^\s*])[^*]{1,1000}(?<=\S))\*(?!\w)|"
    r"(?<!\w)\|(?P<sub>(?=[^\s|])[^|\n]{1,200}(?<=\S))\|(?:__?)?|"
    r"(?P<note>\[(?:\d{1,4}|#[\w.-]{0,60}|\*|[A-Za-z][\w.-]{0,60})\])_(?!\w)|"
    r"(?P<word>\b[A-Za-z0-9](?:[\w.+-]{0,80}[A-Za-z0-9])?)__?(?=[\s'\")\]}>\-/:.,;!?\\]|\Z)"
)
_TARGET = re.compile(r"\s*<[^<>]*>\Z")


def plain(text: str, substituted: Callable[[str], str | None]) -> str:
    """`text` as a page shows it: without marks, with the text of links and of substitutions, which `substituted` gives by name."""

    def shown(match: re.Match[str]) -> str:
        kind = match.lastgroup
        if match["escaped"] is not None:
            return "" if match["sign"].isspace() else match["sign"]
        if match["literal"] is not None:
            return match["literal"]
        if match["roled"] is not None:
            return _of_role(match["role"].strip(":"), match["roled"])
        if match["named"] is not None:
            return _TARGET.sub("", match["named"]) or match["named"].strip("<> ")
        if match["sub"] is not None:
            found = substituted(match["sub"].lower())
            return match[0] if found is None else found
        assert kind is not None
        return match["strong"] or match["weak"] or match["note"] or match["word"] or ""

    return _INLINE.sub(shown, text)


def _of_role(role: str, text: str) -> str:
    """What a role shows: the text before its target; of a name behind "~" the last part."""
    shown = _TARGET.sub("", text).strip()
    if not shown:
        return text.strip("<> ")
    if shown.startswith("~"):
        return shown[1:].rsplit(".", 1)[-1]
    return shown.removeprefix("!") if role not in ("math", "code", "literal") else shown
