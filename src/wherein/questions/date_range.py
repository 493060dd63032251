"""The period to which a question's documents are limited. Reads no clock."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass

from wherein.core.errors import UsageError
from wherein.core.text.readable import quoted

_DAY = re.compile(r"^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$")


@dataclass(frozen=True, slots=True)
class Period:
    """From the first day of `since` to the last day of `until`; each is `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or None."""

    since: str | None = None
    until: str | None = None

    def __post_init__(self) -> None:
        for option, date in (("since", self.since), ("until", self.until)):
            if date is not None and not _is_day(date):
                raise UsageError(
                    f"{option} is {quoted(date)}, which is not a date.",
                    "Write a year, a month or a day: 2024, 2024-05, 2024-05-31.",
                )
        if self.since and self.until and first_day(self.since) > last_day(self.until):
            raise UsageError(
                f"The period from {self.since} until {self.until} is empty.", "Exchange the two."
            )

    def __bool__(self) -> bool:
        return self.since is not None or self.until is not None

    def holds(self, date: str | None) -> bool:
        """Whether the date is in the period; False for None. A month or year counts if any of its days is in it."""
        if date is None:
            return False
        return (self.since is None or last_day(date) >= first_day(self.since)) and (
            self.until is None or first_day(date) <= last_day(self.until)
        )

    def left_out(self, undated: int, held: int) -> tuple[str, ...]:
        """The notes on documents that are left out because they state no date, and on a period without documents."""
        if not self:
            return ()
        notes = () if held else (f"No document is dated {self._in_words()}.",)
        if not undated:
            return notes
        some = "One document that states" if undated == 1 else f"{undated:,} documents that state"
        return (*notes, f"{some} no date {'was' if undated == 1 else 'were'} left out.")

    def _in_words(self) -> str:
        """ "from 2019", "until 2020-05", "from 2019 until 2020"."""
        since = f"from {self.since}" if self.since is not None else ""
        until = f"until {self.until}" if self.until is not None else ""
        return f"{since} {until}".strip()


def first_day(date: str) -> str:
    """`YYYY-MM-DD` of the first day that a date (or date and time) may mean."""
    return date[:10] + "-01" * (2 - date[:10].count("-"))


def last_day(date: str) -> str:
    """`YYYY-MM-DD` of the last day that a date (or date and time) may mean."""
    day = date[:10]
    if day.count("-") == 0:
        day += "-12"
    if day.count("-") == 1:
        year, month = day.split("-")
        day += f"-{calendar.monthrange(int(year), int(month))[1]}"
    return day


def _is_day(date: str) -> bool:
    match = _DAY.match(date)
    if match is None:
        return False
    year, month, day = (int(part or 1) for part in match.groups())
    return year > 0 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]


ALL_TIME = Period()
