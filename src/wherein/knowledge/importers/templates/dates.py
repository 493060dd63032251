"""Renders templates of dates. Nothing depends on today's date: an age is shown only if both dates are given."""

from __future__ import annotations

from wherein.knowledge.importers.templates.call import Call, Rule, same

MONTHS = (
    "January February March April May June July August September October November December".split()
)
_SHORT = {name[:3].casefold(): name for name in MONTHS}


def _month(given: str) -> str:
    if given.isdecimal() and 1 <= int(given) <= 12:
        return MONTHS[int(given) - 1]
    return _SHORT.get(given[:3].casefold(), given) if given.isalpha() else given


def written(year: str, month: str, day: str, day_first: bool) -> str:
    """A date in words; missing parts are left out."""
    name, day = _month(month) if month else "", day.lstrip("0")
    if not name:
        return year
    if not day:
        return f"{name} {year}".strip()
    if day_first:
        return f"{day} {name} {year}".strip()
    return f"{name} {day}, {year}" if year else f"{name} {day}"


def _from(call: Call, at: int = 0) -> str:
    year, month, day = (call.get(at + n) for n in (1, 2, 3))
    if not year and call.get("year"):
        year, month, day = call.get("year"), call.get("month"), call.get("day")
    if year and not year.isdecimal() and not month:
        return year  # a date in words already
    return written(year, month, day, call.has("df") or call.get("df").casefold() in ("dmy", "uk"))


def _date(call: Call) -> str | None:
    clock = ""
    if call.name.startswith(("start date", "end date")) and call.get(4) and call.get(5):
        clock = f"{call.get(4)}:{call.get(5).zfill(2)}, "
    said = _from(call)
    return clock + said if said else None


def _age_between(call: Call, later: int, earlier: int) -> int | None:
    """Whole years from the date at parameter `earlier` to that at `later`; None where missing days leave it open."""
    try:
        to = [int(call.get(later + n) or 0) for n in range(3)]
        since = [int(call.get(earlier + n) or 0) for n in range(3)]
    except ValueError:
        return None
    if not to[0] or not since[0]:
        return None
    years = to[0] - since[0]
    if all(to) and all(since):
        return years - (to[1:] < since[1:])
    return None


def _death(call: Call) -> str | None:
    said = _from(call)
    if not said:
        return None
    age = _age_between(call, 1, 4)
    return f"{said} (aged {age})" if age is not None else said


def _years(call: Call) -> str | None:
    """`{{death year and age|1900|1850}}`: 1900 (aged 49–50)."""
    year, other = call.get(1), call.get(2)
    if call.name.startswith("death") and year.isdecimal() and other.isdecimal():
        age = int(year) - int(other)
        return f"{year} (aged {age - 1}–{age})"
    return written(year, call.get(2 if call.name.startswith("birth") else 3), "", False) or None


def _in_words(call: Call) -> str | None:
    """`{{birth-date|27 January 1756|…}}`: the date as written."""
    return call.get(1) or None


def _film(call: Call) -> str | None:
    values = call.numbered()
    said = []
    for at in range(0, len(values), 4):
        year, month, day, place = (*values[at : at + 4], "", "", "", "")[:4]
        date = written(year, month, day, call.has("df"))
        if date:
            said.append(f"{date} ({place})" if place else date)
    return ", ".join(said) or None


def _circa(call: Call) -> str | None:
    values = call.items()
    if not values:
        return "c."
    if len(values) == 1:
        return f"c. {values[0]}"
    second = f"c. {values[1]}" if not call.has("lk2") else values[1]
    return f"c. {values[0]} – {second}"


def _before(word: str) -> Rule:
    """`{{floruit|1200|1230}}`: fl. 1200 – 1230."""

    def rule(call: Call) -> str | None:
        return f"{word} {'–'.join(call.items())}".strip()

    return rule


def _as_of(call: Call) -> str | None:
    date = written(call.get(1), call.get(2), call.get(3), call.has("df"))
    if not date:
        return None
    word = "Since" if call.has("since") else "As of"
    if call.has("lc"):
        word = word.lower()
    alternative = call.get("alt")
    return alternative or f"{word} {date}"


def _old_style(call: Call) -> str | None:
    """`{{OldStyleDate|9 April|1800|28 March}}`: 9 April [O.S. 28 March] 1800."""
    day, year, old = call.get(1), call.get(2), call.get(3)
    mark = "N.S." if call.name.endswith("ny") else "O.S."
    if not day:
        return None
    if call.name.endswith("dy"):
        return f"{day} {year} [{mark} {old}]".strip() if old else f"{day} {year}".strip()
    return f"{day} [{mark} {old}] {year}".strip() if old else f"{day} {year}".strip()


def _age(call: Call) -> str | None:
    """The age between two dates; with one date alone it would depend on today, and is not shown."""
    years = _age_between(call, 4, 1)
    return None if years is None else str(years)


def _age_on_date(call: Call) -> str | None:
    """`{{birth based on age as of date|37|2012|3|1}}`: 1974/1975."""
    age, year = call.get(1), call.get(2)
    if not (age.isdecimal() and year.isdecimal()):
        return None
    born = int(year) - int(age)
    return f"{born - 1}/{born}"


def _sorted_date(call: Call) -> str | None:
    if call.get("format").casefold() in ("hide", "h"):
        return ""
    values = call.items()
    if len(values) == 1:
        parts = values[0].split("-")
        if len(parts) == 3 and all(part.isdecimal() for part in parts):
            return written(
                parts[0], parts[1], parts[2], call.get("format") in ("dmy", "") or call.has("df")
            )
        return values[0]
    return written(call.get(1), call.get(2), call.get(3), call.get("format") != "mdy") or None


def _decade(call: Call) -> str | None:
    year = call.get(1)
    return f"{int(year) // 10 * 10}s" if year.isdecimal() else year or None


def _life(call: Call) -> str | None:
    born, died = call.get(1), call.get(2)
    return f"{born}–{died}" if born else None


def _span(call: Call) -> str | None:
    values = call.numbered()
    first, second = values[:3], values[3:6]
    if len(values) < 4:
        return "–".join(value for value in values if value) or None
    ends = []
    for date in (first, second):
        year, month, day = (*date, "", "", "")[:3]
        ends.append(written(year, month, day, call.has("df")))
    return " – ".join(ends)


RULES: dict[str, Rule] = {
    **same(
        _date,
        "birth date|birth date and age|birthdate|birth date and age2|dob|bda|b-da|birth|birth date text|birth date2|death|start date|end date"
        "|start date and age|start date and years ago|end date and age|startdate|enddate|date of birth|dod|death date|deathdate|start|release date"
        "|released|release date and age|opened|founded|start date2|flight date|launch date|date ymd|date-mf|event date|sfd|birth date and given age2|founded in",
    ),
    **same(_death, "death date and age|deathdateandage|dda|death date and age2|death date and given age text|d-da"),
    **same(_years, "birth year and age|birth year|death year and age|death year|birth year and age2|bya|dya|birth month and age|birth-year"),
    **same(
        _in_words,
        "birth-date|birth-date and age|birth-date and given age|death-date|death-date and age|death-date and given age|start-date|end-date"
        "|start-date and age|end-date and age|dodat|date|dateline|byline|bda-text|formatdate|format date|datetime|iso date|dmy|mdy|#dateformat|#formatdate|longdate",
    ),
    **same(_film, "film date|film release|filmdate|fy date|release dates|tv date"),
    **same(_circa, "circa|c.|ca.|ca|circ|c|approximately|cir"),
    **same(_before("fl."), "floruit|fl.|fl|flourished"),
    **same(_before("r."), "reign|r.|reigned|ruled"),
    **same(_before("b."), "b.|born-in|born"),
    **same(_before("d."), "d.|died-in|died"),
    **same(_as_of, "as of|asof|since|as of now"),
    **same(_old_style, "oldstyledate|old style date|osdate|oldstyledatedy|oldstyledateny|os date|julian date text"),
    **same(_age, "age|age in years|age as of date|ayd|age in years and days|age in days text|years between|age at|time interval|age-years"),
    **same(_age_on_date, "birth based on age as of date|birth date based on age as of date|birth based on age at death|birth date based on age at death|bbaod"),
    **same(_sorted_date, "dts|date table sorting|dtsa|date sort|sort date|dts2|date-sort"),
    **same(_decade, "decade|decade link"),
    **same(_life, "bd|lifespan|life span|life|birth-death|b-d"),
    **same(_span, "start and end dates|date range|daterange|dates|from to|start and end date|season date|time span"),
}  # fmt: skip
