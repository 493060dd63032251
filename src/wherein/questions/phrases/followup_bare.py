"""Words what a bare question word asks of the last question: "why?" after "What does a ticket cost?" with the answer "six
crowns" is "Why does a ticket cost six crowns?".

Knows the last question and its answer. Where it can't word the question naturally, the question word stands before the
last question as a whole.
"""

from __future__ import annotations

import re

from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_subjects import is_participle
from wherein.questions.words.dictionary import EnglishWhenNeeded
from wherein.questions.words.word_forms import base_form

ASKED_THING = re.compile(
    rf"^(?:which|what|how (?:many|much)|how)\s+(?P<thing>(?!(?:{AUXILIARY})\b)\w+(?:\s+\S+){{0,6}}?)"
    rf"\s+(?P<rest>(?P<aux>{AUXILIARY})\s+(?P<behind>\w+(?:\s.+)?))$",
    re.I,
)
"""A question with the thing asked for before its verb: "Which club did he join in 1997"."""
_OPENED = re.compile(
    rf"^(?:(?:{PREPOSITIONS}) )?(?P<opens>when|where|why|how(?: (?:long|often|far|fast|soon|late|early|much|many times))?"
    rf"|(?:which|what) (?:year|month|day|date|time|place|town|city|country))\s+(?P<rest>(?P<aux>{AUXILIARY})\b.+)$",
    re.I,
)
_YES_NO = re.compile(rf"^(?P<aux>{AUXILIARY})\s+(?P<rest>.+)$", re.I)
_HOW_IS = re.compile(
    r"^how\s+(?P<like>(?!many\b|much\b|long\b|often\b)\w+)\s+(?P<rest>(?:is|are|was|were)\s+.+)$",
    re.I,
)
_BEING = re.compile(r"^(?:what|how much)\s+(?P<aux>is|are|was|were)\s+(?P<thing>.+)$", re.I)
_WHAT_DOES = re.compile(rf"^what\s+(?P<rest>(?:{AUXILIARY})\s+.+)$", re.I)
_WHO_IS = re.compile(rf"^(?:who|what)\s+(?P<aux>{AUXILIARY})\s+(?P<rest>.+)$", re.I)
_WHO_DOES = re.compile(r"^(?:who|what|which \w+)\s+(?P<verb>\w+)(?P<rest>(?:\s.+)?)$", re.I)
_HOW_MANY = re.compile(r"^how (?:many|much)\s+(?P<rest>.+)$", re.I)
_PASSIVE = re.compile(r"(?:is|are|was|were)\s.+\w(?:ed|en|wn|ght|lt)\b", re.I)
_PREPOSITION = re.compile(rf"\s(?:{PREPOSITIONS})\s", re.I)
_HAS_SUBJECT = re.compile(
    r"^(?:I|you|we|they|he|she|it|one|the|this|that|these|those|an?|my|your|our|their|his|her|its|[A-Z]\w*)\b"
)
_NOT = re.compile(r"^(?:no|not|never|none)\b", re.I)
_BE = ("is", "are", "was", "were")
_MEASURED = ("how long", "how far", "how much", "how often", "how many times")
_SHORT_ANSWER = 8
"""The most words of an answer that fit into the question."""
_CONTRACTED = {
    **{word: f"{word}n't" for word in
       "is are was were do does did has have had could would should must".split()},
    "can": "can't", "may": "can't", "might": "can't", "will": "won't", "shall": "shouldn't",
}  # fmt: skip
_IRREGULAR = dict(
    pair.split("/")
    for pair in """came/come went/go sold/sell bought/buy made/make built/build wrote/write gave/give took/take left/leave
    led/lead met/meet paid/pay ran/run said/say saw/see sent/send set/set spent/spend stood/stand won/win lost/lose
    began/begin became/become broke/break brought/bring caught/catch chose/choose cut/cut did/do drew/draw drove/drive
    fell/fall felt/feel found/find flew/fly forgot/forget fought/fight got/get grew/grow had/have held/hold hit/hit
    kept/keep knew/know lent/lend let/let lit/light meant/mean put/put read/read rose/rise shot/shoot shut/shut sang/sing
    sank/sink slept/sleep spoke/speak stole/steal struck/strike swore/swear swam/swim taught/teach thought/think
    threw/throw told/tell understood/understand wore/wear hid/hide hurt/hurt laid/lay ate/eat drank/drink beat/beat
    bore/bear cost/cost died/die tied/tie lied/lie""".split()
)
_PAST_IN = frozenset(_IRREGULAR) - frozenset("set cut hit let put read shut hurt beat cost".split())


def bare_question(wanted: str, asked: str, answer: str) -> str:
    """What the question word `wanted` (lower case: "why", "since when", "by whom") asks of the last question.

    `asked` has no question mark. `answer` is "" after a refusal.
    """
    word, _, more = wanted.partition(" ")
    negative = word == "why" and more == "not"
    if word == "why":
        wanted = "why"
    first = wanted.capitalize()
    short = END.sub("", answer)
    short = short if len(short.split()) <= _SHORT_ANSWER and not _NOT.match(short) else ""
    if found := _YES_NO.match(asked):
        no = wanted == "why" and (negative or _NOT.match(answer) is not None)
        auxiliary = found["aux"].lower()
        return f"{first} {_CONTRACTED[auxiliary] if no else auxiliary} {found['rest']}?"
    return (
        _of_opened(first, asked, short)
        or _of_measure(first, asked, short)
        or _of_thing(first, asked, short)
        or _of_subject(first, asked, short)
        or f"{first}: {asked[0].lower()}{asked[1:]}?"
    )


def _of_opened(first: str, asked: str, short: str) -> str | None:
    """For a question that begins with another question word and its verb: "When did he leave"."""
    found = _OPENED.match(asked)
    if found is None or _BEING.match(asked):
        return None
    rest = found["rest"]
    if first == "Who" and (
        _PASSIVE.match(rest) or (found["aux"].lower() in _BE and is_participle(rest.split()[-1]))
    ):
        return f"By whom {rest}?"
    measured = found["opens"].lower() in _MEASURED
    behind = f" {short}" if first == "Why" and measured and short else ""
    return f"{first} {rest}{behind}?"


def _of_measure(first: str, asked: str, short: str) -> str | None:
    """For "How high is it", "What is the rent" and "How much is the rent"."""
    if found := _HOW_IS.match(asked):
        return f"{first} {found['rest']}{' ' + found['like'] if first == 'Why' else ''}?"
    found = _BEING.match(asked)
    if found is None:
        return None
    if first != "Why":
        return f"{first} {found['aux'].lower()} {found['thing']}?"
    return f"Why {found['aux'].lower()} {found['thing']} {short or 'so'}?"


def _of_thing(first: str, asked: str, short: str) -> str | None:
    """For "Which club did he join", "How many bottles were made" and "What does a ticket cost"."""
    if found := ASKED_THING.match(asked):
        thing, behind = found["thing"], found["behind"]
        is_subject = found["aux"].lower() not in ("do", "does", "did") and not _HAS_SUBJECT.match(
            behind
        )
        if not is_subject:
            return f"{first} {found['rest']} ({_counted(thing, short) if short[:1].isdigit() else f'{short} {thing}' if short[:1] in '€$£¥' and short else short or thing})?"
        return f"{first} {found['aux'].lower()} {_counted(thing, short)} {behind}?"
    if found := _WHAT_DOES.match(asked):
        return f"{first} {found['rest']} {short or 'that'}?"
    return None


def _counted(thing: str, short: str) -> str:
    """The thing that was counted or chosen, with its answer: "2.1 million bottles"; "the bottles" without one."""
    if not short:
        return f"the {thing}"
    has_thing = thing.split()[-1].lower() in short.lower().split()
    return short if has_thing or not short[0].isdigit() else f"{short} {thing}"


def _of_subject(first: str, asked: str, short: str) -> str | None:
    """For a question whose answer is its subject: "Who sold the works", "How many visitors came"."""
    if not short:
        return None
    if found := _WHO_IS.match(asked):
        return f"{first} {found['aux'].lower()} {short} {found['rest']}?"
    if found := _HOW_MANY.match(asked):
        words = found["rest"].split()
        at = next((n for n, word in enumerate(words) if n and _is_past(word)), None)
        if at is None:
            return None
        helper, base = _verb(words[at])
        subject = _counted(" ".join(words[:at]), short)
        return f"{first} {' '.join((helper, subject, base, *words[at + 1 :]))}?"
    if found := _WHO_DOES.match(asked):
        helper, base = _verb(found["verb"])
        return f"{first} {helper} {short} {base}{found['rest']}?"
    return None


def _is_past(word: str) -> bool:
    return word.lower() in _PAST_IN or (word.endswith("ed") and len(word) > 4)


def _verb(word: str) -> tuple[str, str]:
    """The auxiliary and the base form of a finite verb: "did", "sell" of "sold"."""
    plain = word.lower()
    if plain in _IRREGULAR:
        return "did", _IRREGULAR[plain]
    if plain.endswith("ed") and len(plain) > 3:
        return "did", base_form(plain, EnglishWhenNeeded())
    if plain.endswith("s") and not plain.endswith("ss"):
        return "does", base_form(plain, EnglishWhenNeeded())
    return "do", plain
