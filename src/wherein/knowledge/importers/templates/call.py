"""A template call in a page: its name, and its parameters, rendered when a rule asks for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

_SPACES = re.compile(r"[\s_]+")
_PREFIX = re.compile(r"(?:template|msg|subst|safesubst)\s*:\s*")


class Call:
    """A template call. The name is in lower case, without underscores and the template namespace."""

    def __init__(self, name: str, values: Mapping[str, Callable[[], str]], title: str = "") -> None:
        """`values` are functions that render the text of a parameter, by its name or its number from "1". `title` is
        the page's."""
        self.name = plain_name(name)
        self.title = title
        self._values = values

    def get(self, *keys: str | int) -> str:
        """The first of these parameters that is present and not empty; "" if none is."""
        for key in keys:
            value = self._values.get(str(key))
            if value is not None and (text := value().strip()):
                return text
        return ""

    def numbered(self) -> list[str]:
        """The unnamed parameters in order, including empty ones."""
        found: list[str] = []
        while (value := self._values.get(str(len(found) + 1))) is not None:
            found.append(value().strip())
        return found

    def items(self) -> list[str]:
        """The unnamed parameters in order, without empty ones."""
        return [text for text in self.numbered() if text]

    def has(self, key: str) -> bool:
        """Whether a switch is on: present, and neither empty nor "no"."""
        return self.get(key).casefold() not in ("", "no", "n", "0", "off", "false")


Rule = Callable[[Call], str | None]
"""Renders a call; None where the rule does not know these parameters."""


def plain_name(name: str) -> str:
    return _PREFIX.sub("", _SPACES.sub(" ", name).strip().casefold(), count=1)


def same(rule: Rule, names: str) -> dict[str, Rule]:
    """Assigns one rule to several names, separated by "|"."""
    return dict.fromkeys((name.strip() for name in names.split("|") if name.strip()), rule)
