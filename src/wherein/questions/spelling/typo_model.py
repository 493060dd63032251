"""The typo model: the cost of writing one word as another, by keys and by sounds. Knows no dictionary.

It is the channel model of Kernighan, Church & Gale (1990, "A spelling correction program based on a noisy channel
model"): a cost is the negative logarithm of a typo's probability, up to a factor that `spelling` weighs against word
frequencies.
"""

from __future__ import annotations

from functools import lru_cache

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SOUNDS = (
    "ck", "cs", "sz", "iy", "vf", "mn", "td", "bp", "gj", "kq", "ea", "ei", "eo", "eu", "ao", "au",
    "ai", "io", "iu", "ou", "ye", "wu", "sc", "xs", "dt", "ks",
)  # fmt: skip
_VOWELS = frozenset("aeiouy")
# Strings that stand for one sound; writing one for the other is one slip.
_SPELLINGS = (
    ("ph", "f"), ("f", "ph"), ("ck", "k"), ("k", "ck"), ("tion", "sion"), ("sion", "tion"),
    ("tion", "shun"), ("ie", "y"), ("y", "ie"), ("ou", "u"), ("gh", ""), ("ough", "uff"), ("wh", "w"),
    ("ea", "ee"), ("ee", "ea"), ("ei", "ie"), ("ie", "ei"), ("qu", "kw"), ("que", "k"), ("kn", "n"),
    ("wr", "r"), ("ai", "ay"), ("er", "or"), ("or", "er"), ("ar", "er"), ("er", "ar"), ("le", "el"),
    ("el", "le"), ("ey", "y"), ("eau", "o"), ("ious", "ous"), ("eous", "ious"), ("ture", "cher"),
    ("cc", "x"), ("x", "cc"), ("xc", "x"), ("sc", "s"), ("sch", "sk"), ("ps", "s"), ("c", "ss"),
    ("ci", "sh"), ("ti", "sh"), ("tch", "ch"), ("ch", "tch"), ("dg", "g"), ("g", "dg"), ("mb", "m"),
    ("igh", "i"), ("oo", "u"), ("ew", "u"), ("au", "o"), ("aw", "o"), ("oa", "o"), ("re", "er"),
    ("ible", "able"), ("able", "ible"), ("ance", "ence"), ("ence", "ance"), ("ant", "ent"), ("ent", "ant"),
)  # fmt: skip


_SPELLINGS_OF: dict[str, list[tuple[str, str]]] = {}
for _right, _wrong in _SPELLINGS:
    _SPELLINGS_OF.setdefault(_right[0], []).append((_right, _wrong))


def _neighbours() -> frozenset[tuple[str, str]]:
    pairs = set()
    for row, keys in enumerate(_ROWS):
        for column, key in enumerate(keys):
            for other_row, shift in ((row, 1), (row + 1, -1), (row + 1, 0)):
                if other_row < len(_ROWS) and 0 <= column + shift < len(_ROWS[other_row]):
                    other = _ROWS[other_row][column + shift]
                    pairs |= {(key, other), (other, key)}
    return frozenset(pairs)


_NEIGHBOURS = _neighbours()
_ALIKE = frozenset(pair for sound in _SOUNDS for pair in (tuple(sound), tuple(sound[::-1])))

LONG, FREE = 9, 7
"""Letters of a word from which two slips, and one slip of any kind, may be one word's. Shorter words have too many
neighbours."""
_LEAST_CHANGED = 5

SWAPPED, DOUBLED, ALIKE, NEIGHBOUR, VOWEL, SILENT, OTHER = 0.7, 0.55, 0.7, 0.8, 0.85, 0.8, 1.0
SPELT = 0.75
FIRST = 0.6
"""Extra cost of a typo in the first letter, which is rarely wrong."""


@lru_cache(maxsize=4096)
def _replaced(meant: str, written: str) -> float:
    if (meant, written) in _ALIKE:
        return ALIKE
    if (meant, written) in _NEIGHBOURS:
        return NEIGHBOUR
    return VOWEL if meant in _VOWELS and written in _VOWELS else OTHER


def typo_cost(written: str, meant: str) -> float:
    """The least cost from the intended word to the written one; 0 when they are equal."""
    rows, columns = len(meant), len(written)
    infinite = float("inf")
    cost = [[infinite] * (columns + 1) for _ in range(rows + 1)]
    cost[0][0] = 0.0
    for i in range(rows + 1):
        for j in range(columns + 1):
            here = cost[i][j]
            if here == infinite:
                continue
            first = FIRST if i == 0 or j == 0 else 0.0
            if i < rows and j < columns:
                step = 0.0 if meant[i] == written[j] else _replaced(meant[i], written[j]) + first
                cost[i + 1][j + 1] = min(cost[i + 1][j + 1], here + step)
            if i < rows:  # a letter left out
                left = (
                    DOUBLED
                    if i and meant[i] == meant[i - 1]
                    else SILENT
                    if meant[i] in "eh"
                    else OTHER
                )
                cost[i + 1][j] = min(cost[i + 1][j], here + left + first)
            if j < columns:  # a letter too many
                more = DOUBLED if j and written[j] == written[j - 1] else OTHER
                cost[i][j + 1] = min(cost[i][j + 1], here + more + first)
            if (
                i + 1 < rows
                and j + 1 < columns
                and meant[i] == written[j + 1]
                and meant[i + 1] == written[j]
            ):
                cost[i + 2][j + 2] = min(cost[i + 2][j + 2], here + SWAPPED + first)
            for right, wrong in _SPELLINGS_OF.get(meant[i : i + 1], ()):
                if written.startswith(wrong, j) and meant.startswith(right, i):
                    k, m = i + len(right), j + len(wrong)
                    cost[k][m] = min(cost[k][m], here + SPELT)
    return cost[rows][columns]


def is_slip(written: str, meant: str) -> bool:
    """Whether `written` is `meant` with one slip of the keys: two letters swapped, one doubled, lost, added or changed.

    Of words under FREE letters the first letter is right but for a swap, none is added at the end, and a changed letter
    is a neighbouring key, another vowel or one of a like sound, since "vape" is no slip of "tape" and "matcha" none of
    "match". Words under five letters are only swapped or doubled. Words of LONG letters or more may have two slips.
    """
    from rapidfuzz.distance import OSA

    distance, least = OSA.distance(written, meant), min(len(written), len(meant))
    if distance == 0:
        return False
    if distance > 1:
        return distance == 2 and least >= LONG and written[0] == meant[0]
    shorter, longer = sorted((written, meant), key=len)
    at = next((n for n in range(least) if written[n] != meant[n]), least)
    if len(written) == len(meant):
        if written[at + 1 :] != meant[at + 1 :]:
            return least > 3  # swapped
        pair = (meant[at], written[at])
        near = pair in _ALIKE or pair in _NEIGHBOURS or _VOWELS.issuperset(pair)
        return least >= FREE or (near and at > 0 and least >= _LEAST_CHANGED)
    if at > 0 and longer[at] == longer[at - 1]:  # doubled
        return least > 3 or longer == written
    is_inside = 0 < at < len(shorter) if longer == written else at > 0
    return least >= FREE or (is_inside and least >= _LEAST_CHANGED)
