"""The words and turns of phrase that the near policy looks at. English; holds lists and no policy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


# Ways of asking one thing. Applied to the normalised question, in order; each keeps the meaning that
# a careful reader finds, so "the best way" is a way but "the fastest way" is not.
_ANYONE = r"(?:i|you|we|one|someone|a person|people|anyone|somebody)"
_ASKING = r"(?=(?:what|who|when|where|why|how|which) )"
_POLITE: tuple[tuple[str, str], ...] = (
    (r"^(?:so|ok|okay|well|hey|hi|hello|please) ", ""),
    (rf"^(?:can|could|would|will) (?:you|anyone|someone|anybody|somebody) (?:please |kindly )?(?:tell|explain to) (?:me|us) {_ASKING}", ""),
    (rf"^(?:(?:please |kindly )?tell me|do you know|does (?:anyone|anybody) know|i (?:want|would like) to know) {_ASKING}", ""),
    (r"^do you (?:really )?(?:think|believe)(?: that)? (?!of |about |in |$)", ""),
)  # fmt: skip
_REPHRASED: tuple[tuple[str, str], ...] = (
    # ways and means
    (r"\b(?:what|which) (?:is|are|was|were|would be|will be|could be|can be) (?:(?:the|some|your|a|an|possible|good|best|better|effective|most effective) |some of the )*"
     rf"(?:ways?|methods?|means) (?:to|of|for|in which|by which|that|how)(?: (?:can|do|should|could|would))?(?: {_ANYONE})?(?: can)? ", "howto "),
    (rf"\bhow (?:do|can|could|should|would|might|shall|may|must|does) {_ANYONE}(?: (?:possibly|actually|really|best))? ", "howto "),
    (rf"\bhow {_ANYONE} (?:can|could|should|do|would|might) ", "howto "),
    (rf"\bhow (?:is|are) {_ANYONE} (?:able|supposed) to ", "howto "),
    (rf"\bwhat (?:can|could|should|must|shall|do) {_ANYONE} (?:do|need to do|have to do) (?:in order )?to ", "howto "),
    (r"\bwhat (?:is|are) the (?:steps?|procedure|process) (?:to|of|for) ", "howto "),
    (r"\bhow to (study|prepare)\b", r"\1"),
    (r"\bhow to ", "howto "),
    # reasons and meanings
    (r"\bhow come ", "why "),
    (r"\bwhy is it that ", "why "),
    (r"\b(?:what|which) (?:is|are|was|were) the (?:main |real |actual )?(?:reasons?|causes?) (?:that|why|behind the fact that) ", "why "),
    (r"\bfor what (?:reason|purpose)s? ", "why "),
    (r"\bwhat (?:is|are) (?:the )?(?:meanings?|definitions?) of ", "what means "),
    (r"\bwhat (?:do|does) (.+?) (?:mean|stand for|signify)$", r"what means \1"),
    (r"\bwhat is meant by ", "what means "),
    # what and which, good and best
    (r"\bwhat exactly ", "what "),
    (r"\b(what|which) (is|are) (a|an|some|the|some of the) (?:good|great|top|greatest) ", r"\1 \2 \3 best "),
    (r"\b(what|which|who) (is|are) (?:good|great) ", r"\1 \2 best "),
    (r"\b(?:top|greatest)(?= [^\W\d])", "best"),
    (r"\b(best|worst|most [^\W\d]+|[^\W\d]+est)\b(.*?) (?:of|in) all time\b", r"\1\2"),
    (r"\b(?:best )+(best)\b", r"\1"),
    (r"\bmost ([^\W\d]+est)\b", r"\1"),
    (r"\ball (?:the|of the) (best|worst|most|[^\W\d]+est)\b", r"\1"),
    (r"\bdifferent (types?|kinds?|sorts?|forms?)\b", r"\1"),
    (r"\b(?:available )?on the market\b", ""),
    (r"\bwhich ", "what "),
    (r"\bwhom ", "who "),
    # whether
    (rf"\bis there (?:any|a) way (?:to|of|that {_ANYONE} can) ", "can "),
    (rf"\bis it possible (?:to|that|for {_ANYONE} to) ", "can "),
    (r"\b(?:am i|are you|are we|is one|is someone) able to ", "can "),
    (rf"\b(?:can|could) {_ANYONE} ", "can "),
    (r"\bnot able to\b", "can not"),
    # the same in other words
    (r"\bunited states of america\b|\bunited states\b|\bu s a\b|\busa\b", "america"),
    (r"\bunited kingdom\b|\bgreat britain\b", "uk"),
    (r"\bin order to ", "to "),
    (r"\bget rid of ", "remove "),
    (r"\bon top of\b", "onto"),
    (r"\b(?:a lot|lots) of ", "many "),
    (r"\bas well as\b", "and"),
    (r"\bmost recent\b", "latest"),
    (r"\bno longer\b", "not anymore"),
    (r"\b(?:earn|earning|making) (money|cash)\b", r"make \1"),
    (r"\b(?:mobile|cell) phones?\b", "phone"),
    (r"\bfrequently asked\b", "common"),
    (r"\b(\d+)k\b", r"\g<1>000"),
    (r"\b(?:below|less than)(?= [$\d])", "under"),
    (r"\b(?:above|more than)(?= [$\d])", "over"),
)  # fmt: skip


def without_politeness(key: str) -> str:
    """The question without what only begs for an answer."""
    for pattern, replacement in _compiled(_POLITE):
        key = pattern.sub(replacement, key)
    return key


def rephrased(key: str) -> str:
    """The question in the words that stand for all ways of asking it."""
    for pattern, replacement in _compiled(_REPHRASED):
        key = pattern.sub(replacement, key)
    return key


@cache
def _compiled(rules: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), replacement) for pattern, replacement in rules)


EMPTY = _words(
    "a an the of in on at for to s is are am be been being do does can could would may might",
    "was were did had will shall should must ought",
    "one it that there here some any also please so then just and if whether such as into",
    "have has having get howto own main considered consider",
    "actually really exactly basically ever truly simply currently presently possibly generally usually",
)
"""Words that say nothing of what is asked, or that another part tells (the tense, the kind)."""

EMPTY_IN_A_WAY = _words("effectively properly successfully efficiently")
"""Whoever asks how to do a thing asks how to do it well."""

NEGATIONS = _words(
    "not no never nor neither none nobody nothing nowhere without cannot hardly barely unless except",
    "non anymore instead",
)
PLAIN_NEGATIONS = _words("cannot no none non")

PAST = _words("was were did had")
FUTURE = _words("will shall")
DUTY: Mapping[str, str] = {"should": "should", "must": "must", "ought": "should"}

DATES = _words(
    # "may" and "march" are other words more often
    "january february april june july august september october november december",
    "monday tuesday wednesday thursday friday saturday sunday",
    "today yesterday tomorrow tonight century decade bc ad",
    "spring summer autumn winter morning evening night noon",
)

_CARDINALS = (
    "zero", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
NUMBERS: Mapping[str, str] = {word: str(n) for n, word in enumerate(_CARDINALS) if word} | {
    "hundred": "100", "thousand": "1000", "million": "1000000", "billion": "1000000000",
    "dozen": "12", "half": "1/2", "twice": "2x", "double": "2x", "thrice": "3x", "triple": "3x",
    "first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th",
    "seventh": "7th", "eighth": "8th", "ninth": "9th", "tenth": "10th", "once": "1x",
}  # fmt: skip

COMPARISONS = _words(
    "more most less least fewer fewest better best worse worst bigger biggest larger largest smaller",
    "smallest higher highest lower lowest older oldest younger youngest newer newest longer longest",
    "shorter shortest faster fastest slower slowest cheaper cheapest easier easiest harder hardest",
    "stronger strongest weaker weakest richer richest poorer poorest taller tallest heavier heaviest",
    "lighter lightest earlier earliest later latest hotter hottest colder coldest safer safest deeper",
    "than same different equal over under above below top bottom maximum minimum max min",
    "last next previous only all every each both enough too very always sometimes often",
)

PERSONS: Mapping[str, str] = {
    "i": "1", "me": "1", "we": "1", "us": "1", "myself": "1", "ourselves": "1",
    "my": "1's", "mine": "1's", "our": "1's", "ours": "1's",
    "you": "2", "yourself": "2", "your": "2's", "yours": "2's",
    "he": "he", "him": "he", "his": "he", "himself": "he",
    "she": "she", "her": "she", "hers": "she", "herself": "she",
    "they": "they", "them": "they", "their": "they", "themselves": "they",
    "its": "its", "this": "this", "these": "this", "those": "this",
}  # fmt: skip

KINDS = ("what", "who", "whose", "when", "where", "why", "how", "howto")
KINDS_FOR_ANYONE = _words("howto can should")
"""Where anybody may be meant, "How do I…" and "How do you…" are one."""
HOW = _words("many much long old far often tall big large deep fast high heavy wide soon")
WHETHER = _words("is are was were am do does did has have had")

SAME_WORD: Mapping[str, str] = {
    "britain": "uk", "films": "film", "movie": "film", "movies": "film",
    "purchase": "buy", "cellphone": "phone", "website": "site", "websites": "site", "photo": "picture",
    "photos": "picture", "pictures": "picture", "photograph": "picture", "photographs": "picture",
    "favourite": "favorite", "colour": "color", "colours": "color", "grey": "gray",
    "organisation": "organization", "behaviour": "behavior", "centre": "center", "programme": "program",
    "realise": "realize", "organise": "organize", "licence": "license", "defence": "defense",
    "learnt": "learned", "travelling": "traveling", "ww2": "wwii", "tv": "television", "ok": "okay",
    "kid": "child", "kids": "child", "children": "child", "quickly": "fast", "begin": "start",
    "men": "man", "women": "woman", "people": "person", "persons": "person", "feet": "foot",
    "teeth": "tooth", "lives": "life", "wives": "wife", "mom": "mother", "dad": "father",
    "delete": "remove", "deleting": "remove", "deleted": "remove", "excellent": "good", "great": "good",
    "whenever": "when", "large": "big", "wealthy": "rich", "occur": "happen", "required": "needed",
    "maths": "math", "mathematics": "math", "bike": "bicycle", "aeroplane": "airplane", "plane": "airplane",
}  # fmt: skip

PLACES = ("of", "for", "in", "on", "at")
CLAUSE = _words(
    "to that who what why how when where if because while do does did have has had can could will would",
    "should may must not is are was were be you i we he she they it between with from by",
)
"""A question with one of these is more than a noun phrase."""
BEFORE_A_NAME = _words(
    "of in on at for to from by with between is are was were do does did can should"
)
"""After one of these, "A and B" are two things; after other words the first may be part of one."""
