"""English function words: `function-words.json` of the lexicon. Data only."""

from __future__ import annotations

from wherein.lexicon import lexicon

FUNCTION_WORDS = frozenset(lexicon("function-words").words("function"))
