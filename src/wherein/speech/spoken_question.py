"""Writes what was heard as a question. A recogniser ends most sentences with a full stop, and people ask.

`web/speech/src/spoken-question.ts` is the twin; `contracts/spoken-questions.json` has the cases.
"""

from __future__ import annotations

from wherein.lexicon import lexicon

_LEXICON = lexicon("speech")
_ASKS = _LEXICON.pattern("asks")
_FULL_STOP = _LEXICON.pattern("full_stop")
_ENDS = ("?", "!")


def as_question(heard: str) -> str:
    """What was heard without its last full stop, and with a question mark where it begins as a question does."""
    text = _FULL_STOP.sub("", heard.strip())
    return f"{text}?" if _ASKS.match(text) and not text.endswith(_ENDS) else text
