"""Parses subtitles (SubRip and WebVTT): what is said, in order, without numbers, times and markup."""

from __future__ import annotations

import re
from html import unescape

from wherein.core.document import BlockKind
from wherein.documents.building.canonical import CanonicalText, clean, is_visible, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.plain.text import parse_text
from wherein.documents.source import Source

_TIME = r"(?:(\d{1,3}):)?(\d\d):(\d\d)[,.](\d{1,3})"
_TIMES = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}", re.ASCII)
_NUMBER = re.compile(r"[ \t]*\d{1,9}[ \t]*", re.ASCII)
_VOICE = re.compile(r"<v(?:\.[^\s<>]*+)?\s+([^<>]{1,200})>")
_MARKUP = re.compile(
    r"</?(?:i|b|u|s|c|v|font|ruby|rt|lang)\b[^<>]*+>|<\d\d:[\d:.]+>|\{\\[^{}]*+\}", re.IGNORECASE
)
_SENTENCE_ENDS = (".", "!", "?", "…", ".”", '."', "。")
_PAUSE = 3.0
"""Seconds without a cue after which a paragraph ends."""
_ROLLING = 0.5
"""Seconds between two cues of which the second may repeat lines of the first."""
_ENOUGH = 600
"""Characters after which a paragraph ends with the next sentence."""


def parse_subtitles(source: Source) -> Parsed:
    """The text of the cues, joined to paragraphs; a paragraph ends at a pause or, once it is long, with a sentence.

    Who speaks, where WebVTT names them, stands before their words. A line that a cue repeats from the one before it is
    kept once, where it follows at once. A file without a line of times is read as plain text.
    """
    text = clean(without_mark(decode(source.data, source.charset)))
    cues = _cues(text.split("\n"), is_web=text.startswith("WEBVTT"))
    if not cues:
        return parse_text(source)
    out = CanonicalText()
    said: list[str] = []
    length, ended = 0, 0.0
    for start, end, words in cues:
        full = length >= _ENOUGH and said[-1].endswith(_SENTENCE_ENDS)
        if said and (full or start - ended >= _PAUSE):
            out.add(BlockKind.PARAGRAPH, " ".join(said))
            said, length = [], 0
        said.append(words)
        length += len(words)
        ended = end
    out.add(BlockKind.PARAGRAPH, " ".join(said))
    return Parsed(text=out.text, blocks=out.blocks)


def _cues(lines: list[str], *, is_web: bool) -> list[tuple[float, float, str]]:
    """Start and end in seconds, and the words on one line, of each cue that says something new."""
    at = [(row, times) for row, line in enumerate(lines) if (times := _TIMES.match(line))]
    cues = []
    before: frozenset[str] = frozenset()
    ended = -_PAUSE
    for index, (row, times) in enumerate(at):
        following = at[index + 1][0] if index + 1 < len(at) else len(lines) + 1
        shown: list[str] = []
        for number in range(row + 1, min(following, len(lines))):
            line = lines[number]
            is_blank = not line.strip(" \t")
            if is_blank and is_web:
                break  # what follows is a name of the next cue, a note or a style
            # The line above the times is the number of the cue, where it is one.
            if is_blank or (number == following - 1 and _NUMBER.fullmatch(line)):
                continue
            # Only spaces and tabs are taken away: other white space is the text's own.
            words = _words(line, is_web=is_web)
            if is_visible(words):
                shown.append(words)
        start, end = _seconds(times, 1), _seconds(times, 5)
        # Captions that roll show each line again while the next one is spoken.
        rolls = is_web and start - ended < _ROLLING
        new = [line for line in shown if line not in before] if rolls else shown
        before, ended = frozenset(shown), end
        if new:
            cues.append((start, end, " ".join(new)))
    return cues


def _words(line: str, *, is_web: bool) -> str:
    if is_web:
        line = _VOICE.sub(lambda voice: f"{voice.group(1).strip()}: ", line)
    line = _MARKUP.sub("", line)
    return (unescape(line) if is_web else line).strip(" \t")


def _seconds(times: re.Match[str], first: int) -> float:
    hours, minutes, seconds, fraction = times.group(first, first + 1, first + 2, first + 3)
    return int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction}")
