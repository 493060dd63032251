"""Whether a question is in another language than English. Looks at its words alone; has no model.

A question is short, so its first word counts most: every language has its own "when" and "who". The
twin in TypeScript is `web/reader/src/question-language.ts`; `contracts/question-language.json` holds
the cases for both.
"""

from __future__ import annotations

import re
import unicodedata

# Of each language: words that a question begins with, and function words. Most words that English
# writes the same way with another meaning ("war", "hat") are left out.
_WORDS: dict[str, tuple[str, str]] = {
    "de": (
        "wann wer wen wem wo wohin woher wie warum wieso welche welcher welches welchen wieviel",
        "der die das ist und nicht ein eine einen einem einer wird wurde wurden sind mit von zu zum "
        "zur für auf im beim es sich dem des viele kostet gibt hatte haben heißt heisst was kann "
        "ich",
    ),
    "fr": (
        "quand qui quel quelle quels quelles où pourquoi combien quoi",
        "le la les de du des est sont une un dans pour avec par sur que été ce cette il elle "
        "comment ont au aux je",
    ),
    "es": (
        "cuándo cuando quién quien quiénes quienes dónde donde cómo cuál cual cuánto cuánta "
        "cuántos cuántas qué",
        "el la los las de del es son una un en por para con se fue está que como y cuesta hay",
    ),
    "it": (
        "quando quale quali perché quanto quanta quanti quante dov chi",
        "il lo la gli le di del della è sono una un per con che fu stato cosa come dove si nel "
        "nella",
    ),
    "pt": (
        "quando quem onde qual quais quanto quanta quantos quantas",
        "o os as de do da é são uma um para com que foi como se por no na em",
    ),
    "nl": (
        "wanneer wie waar waarom welke hoeveel",
        "de het een van en zijn voor met niet wat hoe wordt werd op te er ik",
    ),
    "sv": (
        "när vem vilken vilket vilka varför",
        "är och det en ett som på för med av till inte var hur vad många blev kan jag den",
    ),
    "da": (
        "hvornår hvem hvilken hvilket hvilke hvorfor hvordan hvor",
        "er og det en et som på af til ikke med hvad mange blev kan jeg den",
    ),
    "nb": (
        "når hvem hvilken hvilket hvilke hvorfor hvordan hvor",
        "er og det en et som på av til ikke med hva mange ble kan jeg den",
    ),
    "pl": (
        "kiedy kto gdzie dlaczego ile jak który która które",
        "jest się na do nie w z i to był była co są",
    ),
}
_ENGLISH = frozenset((
    "the is are was were did does do of to and for with what who whom whose how which when where "
    "why has have had it that this there can could would should by from at his her their they "
    "you be been than will"
).split())
_OPENING = {code: frozenset(opening.split()) for code, (opening, _) in _WORDS.items()}
_FUNCTION = {code: frozenset(function.split()) for code, (_, function) in _WORDS.items()}
_WORD = re.compile(r"[^\W\d_]+")
# Not of names: English writes "Beyonc\u00e9" and "Sk\u00e5ne" too.
_FOREIGN_LETTER = re.compile("[\u00bf\u00a1\u00e0-\u00f6\u00f8-\u00ff\u0153\u0105\u0107\u0119\u0142\u0144\u015b\u017a\u017c]")
UNDETERMINED = "und"
"""ISO 639-2 for a language that is not told: the question is in another script than the Latin one."""

_OF_OPENING = 2
"""What a question word at the beginning counts; a function word counts 1."""
_LEAST = 2
_SHORT = 2
"""Words up to which a question word at the beginning is enough by itself: "Wann beginnt?"."""


def foreign_language(question: str) -> str | None:
    """The ISO 639 code of a question in another language; None for English and where words do not tell."""
    text = unicodedata.normalize("NFC", question)
    written = _WORD.findall(text)
    letters = [character for word in written for character in word]
    if sum(_is_of_another_script(letter) for letter in letters) * 2 > len(letters):
        return UNDETERMINED
    words = [word.lower() for word in written]
    if not words:
        return None
    english = len(_ENGLISH.intersection(words))
    marked = any(word[0].islower() and _FOREIGN_LETTER.search(word) for word in (words[0], *written))
    scores = {code: _score(words, code, marked) for code in _WORDS}
    best = max(scores, key=lambda code: scores[code])
    return best if scores[best] >= max(_LEAST, 2 * english + 1) else None


def _score(words: list[str], code: str, marked: bool) -> int:
    """0 where too few words are the language's to tell it from names ("La Tour de France")."""
    opens = words[0] in _OPENING[code]
    function = len(_FUNCTION[code].intersection(words))
    if not opens and 2 * function < len(words):
        return 0
    if opens and not function and not marked and len(words) > _SHORT:
        return 0
    return _OF_OPENING * opens + function + bool(marked and (opens or function))


def _is_of_another_script(letter: str) -> bool:
    return not unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN", "MODIFIER"))
