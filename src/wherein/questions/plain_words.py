"""Puts the words of contracts in place of everyday ones: "Can I airbnb my room?" asks for short-term letting. Knows no
document but by the words that it has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

_GROUPS = (
    # everyday words, separated by "|" = what contracts write, the first that the text has, and after ">" how a question says it
    "airbnb|air bnb|couchsurf|rent out = short-term letting>use for short-term letting|short-term rental>use for short-term rental|sublet|sublease|sub-let",
    "sublet|sublease|sub-let|subrent = sublet|sublease|sub-let|underlet|assign",
    "mum|mom|mother|dad|father|parents|mother-in-law|sister|brother|cousin|aunt|uncle|grandma|granny|friend|friends|mate|girlfriend|boyfriend|relatives|family = guest|visitor|overnight guest",
    "roommate|flatmate|housemate|lodger = occupant|occupier|subtenant|lodger",
    "dog|cat|puppy|kitten|hamster|rabbit|parrot = pet|animal",
    "bike = bicycle",
    "bikes = bicycles",
    "e-bike|ebike = electric bicycle",
    "bbq|barbie|grill = barbecue|grill",
    "fridge = refrigerator|fridge",
    "tv|telly = television",
    "wifi|wi-fi|broadband = internet|broadband|wi-fi",
    "loo|toilet = bathroom|toilet",
    "car = vehicle|motor car|motor vehicle",
    "kid = child|minor",
    "kids = children|minors",
    "vape|vaping|cigarette|weed = smoking|smoke|electronic cigarettes",
    "rubbish|trash|garbage|bins = refuse|waste|rubbish|garbage",
    "boss = employer|manager|supervisor",
    "staff|workers = employees|personnel",
    "fired|sacked|laid off = dismissed|terminated|dismissal|termination",
    "resign|quit my job|hand in my notice|leave my job = resign|terminate",
    "holidays|vacation|days off|time off = annual leave|paid leave|vacation",
    "salary|wage|wages = remuneration|salary|wages",
    "overtime = additional hours",
    "moonlight|side job|second job|side gig = other employment|outside employment|other work",
    "wfh|home office = home working|remote working|work remotely|work at home",
    "landlady|owner = landlord|lessor|owner",
    "late fee|late charge|fine for paying late = late charge|late fee|late payment|interest",
    "fine|penalty = charge|fee|penalty",
    "fix|mend = repair|maintain",
    "hike|jack up = increase|raise",
    "come in|comes in|come over|comes over|walk in|barge in|let themselves in|let himself in|let herself in = enter|access>have access|entry>make an entry",
    "without asking|unannounced|whenever she likes|whenever he likes|whenever they like|whenever it likes = notice>without notice",
    "get out of this|get out of it|get out of the contract|get out of my contract|get out of the lease = end this agreement|terminate this agreement|terminate>terminate the agreement|end the tenancy|cancel>cancel the agreement",
    "leave early|move out early|get out early|quit early|finish early = end this agreement early|terminate this agreement early|early termination>end the agreement early|end the tenancy early|cancel>cancel early",
    "move out|get out|back out|walk away|quit = end this agreement|terminate this agreement|terminate>terminate the agreement|end the tenancy|cancel",
    "on hold = freeze>in a freeze|suspension>in suspension",
    "money back|refund = refund|reimburse|return",
    "run out|finish = end|expire|terminate",
    "sue|go to court|take to court = proceedings|court|jurisdiction",
    "which law|what law = governed by the law|governing law|governed by",
    "break-in|burgled|nicked|robbed = theft|burglary|stolen",
    "excess|own share = excess|deductible",
    "phone|mobile|smartphone = telephone|mobile phone|hand-held phone|phone",
    "stuff|belongings = contents|belongings|possessions",
    "down|offline|outage = availability|unavailable|downtime",
    "data leak|data breach|hacked|leak of data = personal data breach|security incident|data breach",
    "our data|our records = customer data",
    "chatgpt|midjourney|ai = artificial intelligence|generative artificial intelligence",
)  # fmt: skip
_CONTRACT_ITSELF = re.compile(
    r"(?i)(?<![\w'’-])(?:it|this|the (?:contract|lease|agreement|tenancy|policy|subscription)|my (?:contract|lease|tenancy))"
    r"(?=\s+(?:ends?|starts?|begins?|runs? out|expires?|stops?|lasts?|be over)\b)"
)
_NOTICE_ALONE = re.compile(
    r"(?i)^\W*(?:and\s+)?(?:how\s(?:much|long|many\sdays(?:['’])?)|what|which)(?:\s(?:is|of))?(?:\s(?:the|a))?\s+notice(?:\speriod)?\b"
    r"(?=.*\b(?:i|we|my|our)\b).*\b(?:give|serve|need|have|required|needed|notice|notice\speriod)\s*\W*$"
)
"""Asks for the notice alone: to give notice is to end a contract, where nothing else is named."""
_END = "end this agreement early|terminate this agreement early|end this agreement|terminate this agreement|terminate this contract|end the tenancy|end the employment|terminate the employment|resign|terminate|cancel"
_TERM_DEFINED = re.compile(r"[\"“]Term[\"”]|\bthe Term\b")
_MOST_REPLACED = 2
"""Words of one question that are replaced: a question of other words alone is another question."""

_LEAST_WORDS = 4
"""A search of fewer words says too little for one of them to be another."""

Has = Callable[[str], bool]
"""Whether the document has a word or phrase, in any case."""


class _Group(NamedTuple):
    """Everyday words, and for each of their formal ones what a text has, and what the question then says."""

    everyday: re.Pattern[str]
    formal: tuple[tuple[str, str], ...]


@cache
def _groups() -> tuple[_Group, ...]:
    found = []
    for line in _GROUPS:
        everyday, formal = (side.strip().split("|") for side in line.split(" = "))
        longest_first = "|".join(map(re.escape, sorted(everyday, key=len, reverse=True)))
        pattern = re.compile(rf"(?i)(?<![\w'’-])(?:{longest_first})(?![\w’'-])")
        worded = tuple(
            (key, words or key) for key, _, words in (one.partition(">") for one in formal)
        )
        found.append(_Group(pattern, worded))
    return tuple(found)


def in_contract_words(question: str, text: str, has: Has) -> str:
    """The question with the words that the document uses instead of those that it lacks; unchanged where it lacks none.

    `text` is the beginning of the document, which says whether it calls its own duration the Term.
    """
    worded, replaced = question, 0
    if len(question.split()) < _LEAST_WORDS:
        return question
    if _TERM_DEFINED.search(text):
        worded = _CONTRACT_ITSELF.sub("the Term", worded)
    if _NOTICE_ALONE.search(worded):
        ends = next((words for words in _END.split("|") if has(words)), None)
        if ends is not None:
            worded = f"{worded.rstrip(' ?')} to {ends}"
    for group in _groups():
        if replaced == _MOST_REPLACED:
            break
        found = group.everyday.search(worded)
        if found is None or has(found.group()):
            continue
        formal = next((words for key, words in group.formal if has(key)), None)
        if formal is not None and formal.casefold() not in worded.casefold():
            worded = worded[: found.start()] + formal + worded[found.end() :]
            replaced += 1
    return worded
