"""Renders templates by rules, chosen by the template's name. Knows no page and does not expand the source of templates.

`expand` returns a text, "" for a template without readable text (a note, a warning, a picture), and None for a template
without a rule, which the caller counts.
"""

from __future__ import annotations

import re

from wherein.knowledge.importers.templates import (
    dates,
    furniture,
    languages,
    lists,
    names,
    numbers,
    words,
)
from wherein.knowledge.importers.templates.call import Call, Rule

RULES: dict[str, Rule] = {
    **furniture.RULES,
    **words.RULES,
    **languages.RULES,
    **lists.RULES,
    **names.RULES,
    **numbers.RULES,
    **dates.RULES,
}
"""Rules by a template's name in lower case. Redirects to a template have entries of their own."""

FAMILIES: tuple[tuple[re.Pattern[str], Rule], ...] = (
    *furniture.FAMILIES,
    *languages.FAMILIES,
    *names.FAMILIES,
)
"""Rules for families of names, tried in order where no name matches exactly."""


def expand(call: Call) -> str | None:
    """The template's text; "" for a template without readable text, None for one without a rule."""
    rule = RULES.get(call.name) or next(
        (rule for pattern, rule in FAMILIES if pattern.fullmatch(call.name)), None
    )
    return None if rule is None else rule(call)
