"""Renders templates of lists: items as lines, or on one line with commas. Knows no page."""

from __future__ import annotations

import re

from wherein.knowledge.importers.templates.call import Call, Rule, same

_FIELD = re.compile(r"\A[ \t*#:•]+", re.MULTILINE)
_MOST = 200
"""The most numbered fields to look for; no list of tracks is longer."""


def _lines(call: Call) -> str | None:
    items = call.items()
    title = call.get("title")
    return "\n".join(["", *([title] if title else []), *items, ""]) if items else None


def _numbered(call: Call) -> str | None:
    items = call.items()
    return (
        "\n".join(["", *(f"{n}. {item}" for n, item in enumerate(items, 1)), ""]) if items else None
    )


def _commas(call: Call) -> str | None:
    """The lines of a single parameter, or else all parameters, on one line with commas."""
    items = [part.strip() for item in call.items() for part in item.split("\n") if part.strip()]
    return ", ".join(items) or None


def _either(word: str) -> Rule:
    def rule(call: Call) -> str | None:
        *most, last = call.items() or [""]
        return f"{', '.join(most)} {word} {last}" if most else last or None

    return rule


def _block(call: Call) -> str | None:
    text = call.get(1, "content", "text")
    return f"\n\n{text}\n\n" if text else None


def _pairs(call: Call) -> str | None:
    """Alternating years and numbers, one line per pair."""
    values = call.items()
    if len(values) < 2:
        return None
    rows = [f"{year}: {number}" for year, number in zip(values[::2], values[1::2], strict=False)]
    return "\n\n" + "\n".join([call.get("title") or "Population", *rows]) + "\n\n"


def _tracks(call: Call) -> str | None:
    rows = []
    for n in range(1, _MOST):
        title = call.get(f"title{n}")
        if not title:
            break
        extra = [call.get(f"{key}{n}") for key in ("note", "writer", "length")]
        rows.append(f"{n}. {title}" + "".join(f" ({part})" for part in extra if part))
    head = call.get("headline")
    return "\n\n" + "\n".join([*([head] if head else []), *rows]) + "\n\n" if rows else None


_EPISODE = (
    ("episodenumber", "Episode "), ("title", ""), ("rtitle", ""), ("directedby", "directed by "),
    ("writtenby", "written by "), ("originalairdate", "first aired "), ("viewers", "viewers (millions) "),
)  # fmt: skip


def _episode(call: Call) -> str | None:
    said = [before + text for key, before in _EPISODE if (text := call.get(key))]
    summary = call.get("shortsummary")
    return "\n\n" + "; ".join(said) + (f"\n{summary}" if summary else "") + "\n\n" if said else None


def _chronology(call: Call) -> str | None:
    values = call.items()
    rows = [f"{place}: {date}" for place, date in zip(values[::2], values[1::2], strict=False)]
    return ", ".join(rows) or None


RULES: dict[str, Rule] = {
    **same(
        _lines,
        "ubl|ublist|unbulleted list|unbulleted|bulleted list|bulletlist|bullet list|blist|plain list|collapsible list|expandable list|vlist"
        "|br separated entries|br list|bare anchored list|anchored list|cast listing|castlist|cast list|ubli|unbullettedlist|indented plainlist"
        "|simple list|definition list|list",
    ),
    **same(_numbered, "ordered list|olist|ol|numbered list|ordered"),
    **same(_commas, "flatlist|flat list|hlist|horizontal list|hlist2|cslist|csv|comma separated entries|pagelist|enumlist|inline list|flow list|cslist2|dotlist"),
    **same(_either("and"), "enum|and list|andlist|conjunction"),
    **same(_either("or"), "or list|orlist"),
    **same(_block, "plainlist|columns-list|columns list|col-list|collist|colist|cmn|columnslist|div columns|column list|columns|glossary list|definition|poem list|inline-block list|small list|tree list|hidden list|multicol list|show by date|bulleted|wikitable rows"),
    **same(_pairs, "historical populations|historical population|us census population|uscensuspop|historicalpopulation|populationhistory|canada census list|population history"),
    **same(_tracks, "track listing|tracklist|tracklisting|track list|extra track listing"),
    **same(_episode, "episode list|episode list/sublist|japanese episode list|episode table/part list|graphic novel list"),
    **same(_chronology, "video game release|vgrelease|vgrelease new|vgrtbl|video game release new|release dates by region"),
}  # fmt: skip
