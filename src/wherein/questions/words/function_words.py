"""English function words. Data only."""

from __future__ import annotations


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


FUNCTION_WORDS = _words(
    "a about all also am an and any are as at be been being but by can could did do does each every for from",
    "get getting got had has have having he her here his how i if in into is it its just may me might must my",
    "no not of on one only or our shall she should so some than that the their them then there these they this",
    "those to us was we were what when where whether which who whom whose why will with would you your",
)
