"""The words of a question without punctuation and the capitals of a sentence, for comparing wordings. Serves nothing.

Two questions with equal word keys are worded alike and may still ask different things ("Where is polish made?"), so a
stored answer is served by `word_key` alone. The key normalises (`tests/questions/word-keys.json` has the cases)
white space, full-width forms, quotation marks and other punctuation, contractions ("what's", "isn't", "dont"), and a
capital at the beginning of a word ("Tower", "tower").
It keeps signs with meaning ("C++", "50%", "$5", "-3", "1/2", ".5", "5'", "--force", "__init__"), word order, accents,
plurals, and distinctive capitals: inside a word ("kWh"), in a word of one or two letters ("T", "Mg"), and in a word
of capitals ("CO").
"""

from __future__ import annotations

import re
import unicodedata

from wherein.lexicon import lexicon

_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'",
                         "\u201c": '"', "\u201d": '"', "\u2212": "-", "\u2010": "-", "\u2011": "-"})  # fmt: skip
_FULL_WIDTH = str.maketrans(
    {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
)
# Marks of direction, joiners of nothing, soft hyphens: nobody sees them.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]")
_LEXICON = lexicon("word-key")
# A dash that a digit follows is a sign or a range.
_DASH_OF_NUMBER = _LEXICON.pattern("dash_of_number")

_WHOLE = _LEXICON.map("whole")
# "'s" is "is" after these (mostly: "what's he done" is rare); after a name it is the genitive.
_IS = frozenset(_LEXICON.words("is"))
_ENDINGS = tuple(_LEXICON.map("endings").items())

# Words of two letters that a sentence begins with. Elsewhere "In" and "He" are elements.
_OPENERS = frozenset(_LEXICON.words("openers"))
# Words of capitals that are stressed, not other words: "WHO" and "IT" may be.
_STRESSED = frozenset(_LEXICON.words("stressed"))
# Beside one of these an "I" is the asker, not a letter or a numeral.
_BEFORE_I = frozenset(_LEXICON.words("before_i"))
_AFTER_I = frozenset(_LEXICON.words("after_i"))

_PRIMES = {"'": "\u2032", '"': "\u2033"}
# A token keeps a point, comma, colon, slash or hyphen only between digits, and its signs.
_TOKEN = _LEXICON.pattern("token")
_THOUSANDS = _LEXICON.pattern("thousands")
_NUMBER = _LEXICON.pattern("number")


def word_key(question: str) -> str:
    """The normalised question, its words separated by single spaces; "" when no word is left."""
    key = _folded(question)
    # What one rule joins another may fold: "D'Artagnan" becomes "Dartagnan", then "dartagnan".
    while (again := _folded(key)) != key:
        key = again
    return key


def _folded(question: str) -> str:
    text = unicodedata.normalize("NFC", question).translate(_FULL_WIDTH).translate(_QUOTES)
    text = _DASH_OF_NUMBER.sub("-", _INVISIBLE.sub("", text))
    text = text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no character
    text = _with_primes(text)
    shouted = _is_shouted(text)
    tokens = [match.group() for match in _TOKEN.finditer(text.lower() if shouted else text)]
    kept = [place for place, token in enumerate(tokens) if not _is_dropped(token)]
    words: list[str] = []
    for at, place in enumerate(kept):
        # Neighbours are those of the key: what is left out between them makes no difference.
        before = tokens[kept[at - 1]] if at else ""
        after = tokens[kept[at + 1]] if at + 1 < len(kept) else ""
        first = place == 0 or not tokens[place - 1][-1].isalnum()
        words.extend(_expanded(_cased(tokens[place], before, after, first)).split())
    return " ".join(words)


def folded_key(text: str) -> str:
    """The word key in lower case, for finding the words in another text."""
    return word_key(text).lower()


def _with_primes(text: str) -> str:
    """Replace quotation marks after a digit by primes (feet and inches), unless they close a quotation."""
    if not re.search(r"\d['\"]", text):
        return text
    out: list[str] = []
    opened = {"'": False, '"': False}
    for place, character in enumerate(text):
        if character in opened:
            before, after = text[place - 1 : place], text[place + 1 : place + 2]
            if (
                before.isdigit()
                and not opened[character]
                and not (character == "'" and after.isalpha())
            ):
                character = _PRIMES[character]
            elif not before.isalnum():
                opened[character] = True
            elif not after.isalnum():
                opened[character] = False
        out.append(character)
    return "".join(out)


def _is_shouted(text: str) -> bool:
    """Whether the question has three words or more, all in capitals; its case is then ignored."""
    words = re.findall(r"[^\W\d_]{2,}", text)
    return len(words) > 2 and all(word.isupper() for word in words)


def _is_dropped(token: str) -> bool:
    """Whether a character is punctuation without a meaning of its own."""
    return len(token) == 1 and not (token.isalnum() or token == "_") and not _is_sign(token)


def _cased(token: str, before: str, after: str, first: bool) -> str:
    """A token without the capitals that come from a sentence or a name.

    `before` and `after` are its neighbours in the key, "" without one; `first` is True at the beginning of the question
    and after punctuation.
    """
    low = token.lower()
    if (
        token == low
        or low in _WHOLE
        or low in _STRESSED
        or "." in token.strip(".")
        or token[0] == "."
    ):
        return low
    if token[0] == "-" or "_" in token:
        return token
    if token[-1] in "+#*" or _NUMBER.match(token):
        # "C++" is one thing whatever its case; of a number only a unit has letters.
        return low if token[-1] in "+#*" else token
    stem, apostrophe, ending = token.partition("'")
    before, after = before.lower(), after.lower()
    if stem == "A" and not before:
        return low if len(after) > 1 else token
    if stem == "I":
        asker = not before or bool(apostrophe) or before in _BEFORE_I or after in _AFTER_I
        return low if asker or before.endswith("n't") else token
    if len(stem) > 2 and stem[0].isupper() and stem[1:].islower():
        return low
    if len(stem) == 2 and stem[1:].islower():
        return low if (first or apostrophe) and stem.lower() in _OPENERS else token
    return stem + apostrophe + ending.lower()


def _is_sign(character: str) -> bool:
    """Whether a character is a symbol (currency, mathematics, emoji) or a punctuation mark with a meaning of its own."""
    if character in "%&@#*":
        return True
    return unicodedata.category(character)[0] in "SM" and character not in "`^\u00b4\u00a8"


def _expanded(word: str) -> str:
    word = _THOUSANDS.sub("", word)
    if _NUMBER.match(word):
        return re.sub(r"^([-+]?\$?)\.", r"\g<1>0.", word)
    if word in _WHOLE:
        return _WHOLE[word]
    if "'" not in word:
        return word
    stem, _, ending = word.rpartition("'")
    if ending == "s" and stem in _IS:
        return f"{stem} is"
    for written, meant in _ENDINGS:
        if word.endswith(written) and len(word) > len(written):
            return word[: -len(written)].replace("'", "") + meant
    return word.replace("'", "")
