"""Reads the word lists, patterns and fitted constants that Python and the browser share. Reads only files of the
package.

The files are `contracts/lexicon/*.json`, installed beside the code. Each is read when the module that uses
it is imported. `web/reader/src/lexicon/lexicon.ts` is the twin.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

_REFERENCE = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The entries of one file. A missing entry raises KeyError."""

    entries: Mapping[str, Any]

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words in its order."""
        return tuple(" ".join(self.entries["words"][name]).split())

    def lines(self, name: str) -> tuple[str, ...]:
        """A list whose entries may have white space."""
        return tuple(self.entries["lines"][name])

    def map(self, name: str) -> dict[str, str]:
        """A mapping from texts to texts."""
        return dict(self.entries["map"][name])

    def number(self, name: str) -> float:
        """A bound, a weight or a size; whole numbers stay whole."""
        number: float = self.entries["numbers"][name]
        return number

    def count(self, name: str) -> int:
        """A whole number."""
        return int(self.entries["numbers"][name])

    def characters(self, name: str) -> str:
        """A set of single characters."""
        return str(self.entries["characters"][name])

    def fitted(self, name: str) -> Mapping[str, Any]:
        """The constants of a regression: `weights`, `intercept`, and its bounds if it has any."""
        fitted: Mapping[str, Any] = self.entries["fitted"][name]
        return fitted

    def source(self, name: str) -> str:
        """The source of a regular expression; `{name}` in it is another pattern, or any word of a list."""
        written = self.entries.get("patterns", {}).get(name)
        if written is None:
            return f"(?:{'|'.join(self.words(name))})"
        text = written if isinstance(written, str) else "".join(written)
        return _REFERENCE.sub(lambda match: self.source(match[1]), text)

    def pattern(self, name: str) -> re.Pattern[str]:
        """A pattern, compiled."""
        return re.compile(self.source(name))


@cache
def lexicon(name: str) -> Lexicon:
    """The file `NAME.json`."""
    file = resources.files("wherein_lexicon") / f"{name}.json"
    return Lexicon(json.loads(file.read_text("utf-8")))


def lexicon_file() -> Path:
    """The file by which a process without this one's import hooks imports the lexicon."""
    return Path(str(resources.files("wherein_lexicon") / "__init__.py"))
