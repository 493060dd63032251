"""Writes web/reader/src/unicode-kinds.ts: what the tokenizers library does with every code point.

Run from the repository root with the runtime's packages installed:
`python web/tools/unicode_kinds.py`. Browsers differ in their Unicode version; the library's is fixed.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parents[2]
WITHIN, ALONE, SPACE, NOTHING = range(4)


def kind_of(tokenizer: Tokenizer, point: int) -> int:
    """How a code point parts the word "abcd" that it stands in."""
    encoding = tokenizer.encode(f"ab{chr(point)}cd", add_special_tokens=False)
    words = [word for word, _ in groupby(encoding.word_ids)]
    if len(words) == 1:
        return (
            NOTHING
            if encoding.ids == tokenizer.encode("abcd", add_special_tokens=False).ids
            else WITHIN
        )
    return SPACE if len(words) == 2 else ALONE


def main() -> None:
    tokenizer = Tokenizer.from_file(str(ROOT / "models/wordpiece/tokenizer.json"))
    kinds = [
        WITHIN if 0xD800 <= point <= 0xDFFF else kind_of(tokenizer, point)
        for point in range(0x110000)
    ]
    parts = []
    end = at = 0
    for kind, run in groupby(kinds):
        length = len(list(run))
        if kind != WITHIN:
            parts.append(f"{base36(at - end)},{base36(length)},{kind}")
            end = at + length
        at += length
    lines = "\n".join(f'  "{line};" +' for line in wrapped(parts))
    (ROOT / "web/reader/src/unicode-kinds.ts").write_text(
        "// Made by web/tools/unicode_kinds.py. What the tokenizers library does with code points that do not\n"
        "// simply belong to a word: runs of (distance from the last run's end, length, kind), in base 36.\n\n"
        f"export const RUNS =\n{lines[:-2]};\n",
        "utf-8",
    )


def base36(number: int) -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    text = ""
    while number or not text:
        number, digit = divmod(number, 36)
        text = digits[digit] + text
    return text


def wrapped(parts: list[str]) -> list[str]:
    lines, line = [], ""
    for part in parts:
        if line and len(line) + len(part) > 88:
            lines.append(line)
            line = ""
        line = f"{line};{part}" if line else part
    return [*lines, line]


if __name__ == "__main__":
    main()
