"""Words what a fragment asks of the last question: "how much for children?", "heated?", "even at night?", "the second one?".

`from_fragment` is the only public function. It knows the last question and its answer. A fragment that fits nowhere
stands before the last question as a whole.
"""

from __future__ import annotations

import re

from wherein.questions.followups.followup_parallel import with_part
from wherein.questions.phrases.followup_bare import bare_question
from wherein.questions.phrases.followup_forms import AUXILIARY, COUNTED, PREPOSITIONS, short_answer
from wherein.questions.phrases.followup_subjects import is_participle, thing_of
from wherein.questions.phrases.followup_terms import PRONOUNS, words_of

_WH = r"how (?:much|many|long|often|far|fast|late|early|old|big|high|deep|soon)|how|when|where|why|who|whom"
_WITH_PHRASE = re.compile(
    rf"^(?:and |but |so )?(?P<wh>{_WH}) (?P<phrase>(?!about\b)(?:{PREPOSITIONS}|per|if|when|while) .+)$",
    re.I,
)
_EXACTLY = re.compile(
    rf"^(?:and |but |so )?(?P<wh>{_WH}) (?P<adverb>exactly|precisely|else|roughly)$", re.I
)
_OF_AMOUNT = re.compile(
    rf"^(?:and |but |so )?(?P<wh>(?:up to |as of |as from |within |per |(?:{PREPOSITIONS}) )(?:what|which|how|whose)\b.*|whose \w+|which \w+|what (?:kind|sort|type|colou?r|size|else)(?: of \w+)?|what (?!about\b|if\b|happen\w*\b|next\b|now\b|then\b|for\b|with\b|of\b|a\b|an\b|the\b|more\b)\w+"
    rf"|how many \w+|(?:until|till|since|from|by) (?:when|then|where))$",
    re.I,
)  # fmt: skip
_ADVERB = re.compile(
    r"^(?:and |but |or |so )?(?P<phrase>(?:even|only|also|just|not even|every|each|per|early|late|not|still|right) .+?)(?: too| as well| also)?$",
    re.I,
)
_DIRECTION = re.compile(
    r"^(?:and )?(?P<wh>where (?:to|from)|who (?:with|for|by|from)|what (?:for|with|about|of|from|like))$",
    re.I,
)
_ANYTHING_ELSE = re.compile(
    r"^(?:and |or )?(?:anything|something|what|who|anyone|anybody|where|nothing|any)\s?(?:others?|else|more)$",
    re.I,
)
_EXTREME = re.compile(
    r"^(?:and )?(?:the |at )?(?P<adjective>maximum|minimum|max|min|average|mean|total|at most|at least|most|least)$",
    re.I,
)
_STATES = frozenset(
    """free open closed mandatory compulsory optional safe legal available included inclusive refundable waterproof toxic
    heated vegetarian vegan public private indoors outdoors wheelchair-accessible accessible negotiable renewable taxable
    reversible necessary required allowed permitted possible original still new old warm hot cold cheap expensive dangerous
    heavy loud quiet clean dirty comfortable crowded busy deep wide steep flat sunny dry wet""".split()
)
_EXISTING = re.compile(
    rf"^(?:is|are|was|were) there (?:an? |any |some |the )?(?P<thing>.+?)(?: (?:{PREPOSITIONS}|here|that|which)\b.*)?$",
    re.I,
)
_AUX = re.compile(rf"\b(?:{AUXILIARY})\b", re.I)
_IF = re.compile(
    rf"^(?:and |but |so |or )?(?:what )?(?P<phrase>(?:if|unless|after|before|when(?! (?:{AUXILIARY})\b)) .+)$",
    re.I,
)


def from_fragment(text: str, asked: str, answer: str, *, asks: bool) -> str | None:
    """The whole question; None for any other text.

    `text` and `asked` have no question mark. `asks` is whether the text had one: without it, words may be a search.
    """
    if not asked:
        return None
    whole = (
        _of_measure_alone(text, asked)
        or _of_condition(text, asked)
        or _beside(text, asked, answer)
        or _of_question_word(text, asked, answer)
    )
    if whole is not None:
        return whole
    if _EXTREME.match(text):
        return _of_extreme(text.strip(), asked)
    if asks and (state := _of_state(text, asked)):
        return state
    if (condition := _of_new_condition(text, asked, answer)) is not None:
        return condition
    if asks and (found := _ADVERB.match(text)) and not _AUX.search(text) and not _has_pronoun(text):
        return f"{asked} {found['phrase']}?"
    return None


def _of_measure_alone(text: str, asked: str) -> str | None:
    """ "How many?" and "why so much?"."""
    if re.fullmatch(r"(?:and |but |so )?why (?:so \w+|not \w+|only \w+|just \w+|\w+)", text, re.I):
        return f"{text[0].upper()}{text[1:]}: {_lowered(asked)}?"
    if not re.fullmatch(r"(?:and |but )?how (?:many|much)", text, re.I):
        return None
    word = text.split()[-1].lower()
    if re.match(rf"(?:{AUXILIARY})\b", asked, re.I):
        return _counted(word, asked)
    is_how = re.match(r"how\b", asked, re.I)
    return f"How many: {_lowered(asked)}?" if word == "many" and not is_how else None


def _of_question_word(text: str, asked: str, answer: str) -> str | None:
    """ "Where exactly?", "how much for children?", "who with?", "what else?", "up to how much?"."""
    if found := _EXACTLY.match(text):
        return _with_adverb(found["wh"], found["adverb"], asked, answer)
    plain = not _has_pronoun(text)
    if plain and (found := _WITH_PHRASE.match(text)) and not _AUX.search(found["phrase"]):
        return _of_word_and_phrase(found["wh"], found["phrase"], asked, answer)
    if found := _DIRECTION.match(text):
        return f"{found['wh'].capitalize()}: {_lowered(asked)}?"
    if _ANYTHING_ELSE.match(text):
        return _with_else(text, asked)
    if plain and (found := _OF_AMOUNT.match(text)) and not _AUX.search(text):
        return _of_amount(found["wh"], asked, answer)
    return None


def _of_extreme(word: str, asked: str) -> str:
    """ "What is the maximum fee?", of "maximum?"."""
    found = re.match(r"what (?:is|are|was|were) (?:the )?", asked, re.I)
    if found is None:
        return f"{word.capitalize()}: {_lowered(asked)}?"
    being = found.group().removesuffix("the ")
    return f"{being}the {word} {asked[found.end() :]}?"


def _of_new_condition(text: str, asked: str, answer: str) -> str | None:
    """ "And if I forget?", "what if the hull has a crack?", "after that?"."""
    opens = re.match(r"(?:and |but |so |or |what )", text, re.I)
    after = re.fullmatch(
        r"(?:before|after|until|since|besides|instead of) (?:that|this)", text, re.I
    )
    if not _IF.match(text) or not (opens or after) or _has_pronoun(text):
        return None
    earlier = re.search(r" if (?!.* if ).+$", asked)
    if earlier and (found := re.match(r"(?:and |but |or )(?:what )?(?=if )", text, re.I)):
        return f"{asked[: earlier.start()]} {text[found.end() :]}?"
    said = f": {answer}" if answer and re.search(r"\b(?:that|this)\b", text) else ""
    return f"{text[0].upper()}{text[1:]} ({_lowered(asked)}{said})?"


_EVEN_IF = re.compile(
    r"^(?:and |but |so |or )?(?P<phrase>(?:even (?:if|when|though|after|before|while|in case)|only (?:if|when|after|while)|also (?:if|when)|not even (?:if|when)|except (?:if|when)|as long as|in case|provided|unless) .+)$",
    re.I,
)
_EITHER = re.compile(
    rf"^(?:and |so )?(?P<phrase>[\w-]+(?: [\w-]+)? or (?:only |not |the )?[\w-]+(?: [\w-]+){{0,2}}|(?:{PREPOSITIONS}) [^,]+ or (?:{PREPOSITIONS}) [^,]+)$",
    re.I,
)
_FURTHER = re.compile(
    r"^(?:and |but |so |or )?(?P<phrase>(?:within|including|excluding|without|with or without|despite|except(?: for)?|plus|besides|regardless of|instead of|because of|compared (?:to|with)|enough (?:for|to)|in contrast to|as opposed to|inside|outside|behind|along|across|around|up to|at least|at most|more than|less than|as of|from now|starting|beginning|ending|counting|not counting) (?!(?:what|which|whom?|how|when|where)\b).+"
    r"|overall|altogether|always|everywhere|anywhere|anytime|any time|today|tomorrow|now|right now|outdoors|indoors|outside|inside|alone|online|upfront|together|nationwide|worldwide|all year(?: round)?|all day(?: long)?|every day|in total|on average|in general|in advance|in person|in writing|by post|by email|by phone|on the spot|(?!exactly\b|precisely\b|roughly\b|really\b|only\b|reply\b|family\b|fly\b|lily\b|apply\b|supply\b|rally\b|jelly\b|italy\b|july\b|assembly\b|belly\b|bully\b|holly\b|jolly\b|butterfly\b|anomaly\b|monopoly\b)[a-z]{3,}ly|for good|for ever|forever|from home|on foot)$",
    re.I,
)
_WHEN_IT = re.compile(
    r"^(?:and |so )?(?P<verb>starting|beginning|ending|counting|valid|payable|counted) (?P<wh>(?:from |until |by )?when|(?:in|on) (?:which|what) \w+)$",
    re.I,
)


_IF_ALONE = re.compile(
    r"^if (?!.*(?:,|\b(?:what|who|where|how|which|why|can|must|should|do|does|is|will) (?:I|you|we|they|it|the|my|happens)\b))\S+(?: \S+){1,6}$",
    re.I,
)


def _of_condition(text: str, asked: str) -> str | None:
    """ "Is my bike covered even if it is locked?", of "even if it is locked"."""
    if found := _EVEN_IF.match(text):
        return f"{asked} {found['phrase']}?"
    if not _IF_ALONE.match(text):
        return None
    condition = re.search(r" (?:if|when) (?!.* (?:if|when) ).+$", asked)
    return f"{asked[: condition.start()] if condition else asked} {text}?"


def _beside(text: str, asked: str, answer: str) -> str | None:
    """The last question with what stands beside it: "in total", "before or after tax", "including tax", "starting when"."""
    if found := _WHEN_IT.match(text):
        thing = thing_of(asked)
        wh = f"{found['verb'].capitalize()} {found['wh']}"
        return f"{wh} is {thing}?" if thing else f"{wh}: {_lowered(asked)}?"
    if _has_pronoun(text) or _AUX.search(text):
        return None
    if found := _EITHER.match(text):
        short = short_answer(answer)
        of_several = COUNTED.match(short) or re.match(r"who\b", asked, re.I)
        said = f" ({short})" if short and of_several else ""
        return f"{asked}{said}, {found['phrase']}?"
    found = _FURTHER.match(text)
    return f"{asked} {found['phrase']}?" if found else None


def _has_pronoun(text: str) -> bool:
    return not PRONOUNS.isdisjoint(words_of(text))


def _lowered(asked: str) -> str:
    first = asked.split()[0]
    return asked if first.isupper() else f"{asked[0].lower()}{asked[1:]}"


def _with_adverb(wh: str, adverb: str, asked: str, answer: str) -> str:
    """ "Where exactly can I park?", of "Where can I park?"."""
    same = re.match(rf"{re.escape(wh)}\b", asked, re.I)
    whole = f"{asked}?" if same else bare_question(wh.lower(), asked, answer)
    return re.sub(rf"^{re.escape(wh)}\b", f"{wh.capitalize()} {adverb}", whole, count=1, flags=re.I)


def _of_word_and_phrase(wh: str, phrase: str, asked: str, answer: str) -> str:
    """ "How much is the guided tour for children?", of "how much for children"."""
    if re.match(rf"(?:{re.escape(wh)}|what)\b", asked, re.I) and (
        re.match(rf"{re.escape(wh)}\b", asked, re.I) or wh.lower() == "how much"
    ):
        return with_part(asked, phrase) or f"{asked} {phrase}?"
    existing = _EXISTING.match(asked)
    if existing and wh.lower() in ("how much", "how long", "how big", "how old"):
        return f"{wh.capitalize()} is the {existing['thing']} {phrase}?"
    whole = bare_question(wh.lower(), asked, "")
    return f"{whole.rstrip('?')} {phrase}?"


def _with_else(text: str, asked: str) -> str:
    """ "What else should the children bring?"."""
    found = re.match(r"(what|who|whom|where|when|why|how|which)\b(?! else)", asked, re.I)
    if found and text.lower() == f"{found[1].lower()} else":
        return f"{asked[: found.end()]} else{asked[found.end() :]}?"
    return f"{text[0].upper()}{text[1:]}: {_lowered(asked)}?"


def _counted(much: str, asked: str) -> str:
    """ "How many pets are allowed?", of "how many?" after "Are pets allowed?"."""
    found = re.match(r"(?P<be>are|were) (?P<things>[\w-]+s) (?P<rest>\w.*)$", asked, re.I)
    if found and much == "many":
        return f"How many {found['things']} {found['be'].lower()} {found['rest']}?"
    return f"How {much}: {_lowered(asked)}?"


def _of_amount(wh: str, asked: str, answer: str) -> str:
    """ "Up to what amount are bicycles covered?"."""
    lead = f"{wh[0].upper()}{wh[1:]}"
    counted = re.match(
        r"how (?:many|much) [\w-]+ (?P<verb>goes?|fits?|comes?|is|are|do|does|can|should|must|may|will)(?P<rest> .+)",
        asked,
        re.I,
    )
    if counted and re.fullmatch(r"how (?:many|much) \w+", wh, re.I):
        verb = {"goes": "go", "fits": "fit", "comes": "come", "is": "are"}.get(
            counted["verb"], counted["verb"]
        )
        return f"{lead} {verb if wh.endswith('s') else counted['verb']}{counted['rest']}?"
    if re.match(rf"(?:{AUXILIARY})\b", asked, re.I) and not re.match(
        r"(?:whose|which)\b", wh, re.I
    ):
        existing = _EXISTING.match(asked)
        return f"{lead} {_lowered(asked)}?" if not existing else f"{lead}: {_lowered(asked)}?"
    if re.match(r"(?:up to|at|by|with|within|during|for|as|until|till|since|from)\b", wh, re.I):
        whole = bare_question(wh.lower(), asked, answer)
        return f"{lead}{whole[len(wh) :]}"
    return f"{lead}: {_lowered(asked)}?"


def _of_state(text: str, asked: str) -> str | None:
    """ "Is the pool heated?", of "heated?"."""
    plain = re.sub(r"^(?:and|but|so|or)\s+", "", text, flags=re.I)
    words = plain.split()
    adverbs = ("also", "still", "really", "always", "not")
    at = next((n for n, word in enumerate(words) if word.lower() not in adverbs), None)
    if (
        at is None
        or not (words[at].lower() in _STATES or is_participle(words[at]))
        or len(words) > 6
    ):
        return None
    if len(words) > at + 1 and not re.match(
        rf"(?:{PREPOSITIONS}|all|every|too|now|already|as)\b", words[at + 1], re.I
    ):
        return None
    existing = _EXISTING.match(asked)
    thing = f"the {existing['thing']}" if existing else thing_of(asked)
    if thing is None:
        return None
    plural = thing.split()[-1].endswith("s") and not thing.endswith("ss")
    return f"{'Are' if plural else 'Is'} {thing} {plain}?"
