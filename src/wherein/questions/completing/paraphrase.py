"""The request of a question: its words without politeness and articles, for grouping questions. Serves nothing.

Questions with equal requests are counted together among a page's popular questions, and a verdict against an answer to
one holds for all of them. No stored answer is served for it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from wherein.questions.words.word_key import word_key

_ANYONE = r"(?:i|you|we|one|someone|people|anyone|somebody)"
_ASKING = r"(?=(?:what|who|when|where|why|how|which) )"
_IN_ONE_FORM: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"^(?:so|ok|okay|well|hey|hi|hello|please) ", ""),
        (rf"^(?:can|could|would|will) (?:you|anyone|someone|anybody|somebody) (?:please |kindly )?(?:tell|explain to) (?:me|us) {_ASKING}", ""),
        (rf"^(?:(?:please |kindly )?tell me|do you know|does (?:anyone|anybody) know|i (?:want|would like) to know) {_ASKING}", ""),
        (r"\b(?:actually|exactly|really|kindly|please) ", ""),
        (r" (?:actually|exactly|really|please)$", ""),
        (rf"\bhow (?:do|can|should) {_ANYONE} ", "how to "),
        (r"\bwhat is the meaning of (.+)$", r"what means \1"),
        (r"\bwhat does (.+) mean$", r"what means \1"),
        (r"\bwhich ", "what "),
        (r"\bwhom ", "who "),
        (r"\b(?:a|an|the) ", ""),
    )
)  # fmt: skip
# British and American spelling of one word.
_SPELT_ONE_WAY = {
    "colour": "color", "colours": "colors", "favourite": "favorite", "grey": "gray", "centre": "center",
    "organisation": "organization", "behaviour": "behavior", "programme": "program", "licence": "license",
    "defence": "defense", "realise": "realize", "organise": "organize", "travelling": "traveling",
    "okay": "ok", "aeroplane": "airplane",
}  # fmt: skip


@lru_cache(maxsize=4096)
def request(question: str) -> str:
    """The question without polite phrases and articles; questions with equal requests ask the same.

    Prepositions, auxiliaries, endings and word order stay, since each can reverse a question.
    """
    key = word_key(question)
    plain = " ".join(_SPELT_ONE_WAY.get(word, word) for word in key.split())
    for pattern, instead in _IN_ONE_FORM:
        plain = pattern.sub(instead, plain)
    return plain or key
