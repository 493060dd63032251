"""When two questions are the same words: the normalised question. Knows nothing of meaning or word order.

What is folded (`contracts/questions.json` holds the cases, for both languages): letter case, white
space, full-width forms, quotation marks and other punctuation, contractions ("what's", "isn't",
"dont"). What is not: signs that carry meaning ("C++", "C#", "50%", "$5", "-3", "1/2", "3.5", "node.js"), word
order, accents, plurals.
"""

from __future__ import annotations

import re
import unicodedata

_QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "\u2032": "'",
                         "\u2212": "-", "\u2010": "-", "\u2011": "-"})  # fmt: skip
_FULL_WIDTH = str.maketrans(
    {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
)
# Marks of direction, joiners of nothing, soft hyphens: nobody sees them.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]")

_WHOLE = {
    "cannot": "can not", "can't": "can not", "won't": "will not", "shan't": "shall not",
    "let's": "let us", "what're": "what are", "who're": "who are", "i'm": "i am", "y'all": "you all",
    "whats": "what is", "wheres": "where is", "whos": "who is", "hows": "how is", "whens": "when is",
    "dont": "do not", "doesnt": "does not", "didnt": "did not", "isnt": "is not",
    "arent": "are not", "wasnt": "was not", "werent": "were not", "cant": "can not",
    "couldnt": "could not", "wouldnt": "would not", "shouldnt": "should not", "hasnt": "has not",
    "havent": "have not", "hadnt": "had not",
}  # fmt: skip
# "'s" is "is" after these (mostly: "what's he done" is rare); after a name it is the genitive.
_IS = frozenset(
    ("what", "where", "who", "when", "why", "how", "which", "that", "this", "there", "here", "it")
)
_ENDINGS = (("n't", " not"), ("'re", " are"), ("'ve", " have"), ("'ll", " will"))

# A token keeps a point, comma, colon, slash or hyphen only between digits, and its signs.
_TOKEN = re.compile(
    r"""
    [-+]?(?<!\w[-+])\$?\d+(?:[.,:/-]\d+)*[%\u00b0]?   # 3.5, 1,000, 10:30, 1/2, -3, $5, 50%
    (?:[^\W_]|[\u0300-\u036f])*                       # 3rd, 10k
    | (?<![\w.])\.[^\W\d_]+                           # .NET
    | [^\W\d_]{2,}(?:\.[^\W\d_]{2,})+                 # node.js, example.org
    | (?:[^\W_]|[\u0300-\u036f\u200c\u200d])+(?:'[^\W_]+)*(?:\+\+|[#+*](?!\w))*  # words, C++, C#
    | [^\w\s]                                         # a sign by itself
    """,
    re.VERBOSE,
)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def question_key(question: str) -> str:
    """The question with everything folded, its words parted by single spaces; "" when none is left."""
    text = unicodedata.normalize("NFC", question).translate(_FULL_WIDTH).translate(_QUOTES).lower()
    text = _INVISIBLE.sub("", text)
    text = text.encode("utf-8", "replace").decode("utf-8")  # half a surrogate pair is no character
    words: list[str] = []
    for match in _TOKEN.finditer(text):
        word = match.group()
        if len(word) == 1 and not word.isalnum() and not _is_sign(word):
            continue
        words.extend(_expanded(word).split())
    return " ".join(words)


def _is_sign(character: str) -> bool:
    """A symbol (currency, mathematics, emoji) or one of the punctuation marks that mean something."""
    if character in "%&@#*":
        return True
    return unicodedata.category(character)[0] in "SM" and character not in "`^\u00b4\u00a8"


def _expanded(word: str) -> str:
    word = _THOUSANDS.sub("", word)
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
