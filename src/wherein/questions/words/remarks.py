"""Tells remarks ("that's cheaper than I thought", "I had no idea", "you're the best") from what asks something.

A remark is a statement about the answer or the talk: it opens as one ("that is", "I thought", "not very") and the words
behind are those of opinions, of knowing and of talking. "That includes breakfast" and "I lost my key" have other words and
are none: they may be asked. English only. Knows no history.
"""

from __future__ import annotations

import re

from wherein.questions.words.function_words import FUNCTION_WORDS

_OPINIONS = frozenset(
    """great good fine nice helpful useful funny hilarious amazing awesome clever smart fast quick impressive impressed
    interesting cool kind perfect brilliant fantastic lovely crazy weird clear wonderful excellent best better worse worst
    star lifesaver legend neat surprising surprised incredible genius satisfied happy glad grateful thankful done sorted
    settled sweet bad sad annoying annoyed expensive cheap pricey steep strange odd unfortunate disappointing disappointed
    reasonable fair strict short long early late easy simple right wrong true correct okay ok enough shame pity shocking
    shocked scary terrible horrible sensible unexpected convenient inconvenient reassuring relief relieved generous tight
    young old far close near tiny huge big small slow high low new news ridiculous outrageous absurd unfair insane mad
    complicated confusing confused boring dull exciting excited fascinating curious bold brave tough harsh hard difficult
    unusual normal typical obvious logical fun rubbish nonsense impossible unbelievable mental nasty rude silly stupid
    wild proud pleased delighted lucky unlucky useless vague unclear promising encouraging worrying worried inspiring
    crystal kidding joking bargain steal surprise mess nuisance deal disappointment bummer mistake""".split()
)
"""What people call an answer or themselves after it."""
_COMPARED = frozenset(
    """more less fewer earlier later longer shorter cheaper bigger smaller older younger higher lower easier harder faster
    slower sooner nicer simpler stricter pricier closer further farther larger""".split()
)
_DEGREES = frozenset(
    """way too very really so pretty quite super just such rather much far extremely incredibly surprisingly absolutely
    totally completely actually truly indeed certainly definitely probably maybe perhaps still already always never almost
    exactly about even only kind bit little lot lots few many most now then again though also simply not no a an the all
    well honestly sadly luckily unfortunately apparently clearly""".split()
)
_KNOWING = frozenset(
    """know knew known think thought guess guessed suppose supposed expect expected suspect suspected fear feared hope hoped
    hoping figure figured assume assumed imagine imagined remember remembered forget forgot realise realised realize realized
    notice noticed see saw seen read hear heard learn learned learnt understand understood misunderstand misunderstood agree
    agreed believe believed doubt doubted wonder wondering mean meant care love loved like liked enjoy enjoyed appreciate
    appreciated need needed want wanted live say said tell told ask asked answer answered explain explained explains help
    helped helps sound sounds seem seems look looks feel feels make makes made get gets got go going come take found try
    tried wait settle settles settled have had been being save saved work works worked trust give gave cover covers done
    rocks rule rules bother ignore scratch hang hold run dash gotta""".split()
)
_TALK = frozenset(
    """question questions answer answers information info thing things stuff one ones point idea ideas clue sense way job
    tool app service bot assistant help explanation reply time day evening night weekend afternoon morning week moment minute
    second sec man mate wow lol haha god goodness gosh dear oh ah hm hmm ok okay yes no yeah thanks thank please sorry bye
    everything anything nothing something someone everyone anyone people else other another last next final first same
    further myself yourself world life money end course surely sure soon ago today tomorrow before after up out off back down through
    because while since ever anymore anyway until around over him her them he she us reading asking looking telling
    explaining answering today's part bit side hand coming coffee lunch break bed home""".split()
)
_CIRCUMSTANCES = frozenset("late early old young short long far close near small big new".split())
"""What is an opinion of an answer, and of oneself a fact: "I will be late"."""
_REMARK_WORDS = FUNCTION_WORDS | _OPINIONS | _COMPARED | _DEGREES | _KNOWING | _TALK
_AUXILIARIES = frozenset(
    "is are was were do does did can could must should may might will would has have".split()
)
_ASKS = frozenset("how why when where who whom whose which whether if or".split())
"""Words behind which something is asked, wherever they stand."""
_WHERE_QUESTIONS_ARE_TOLD = re.compile(
    r"\bi (?:just |really |also |only )*(?:want|need|would like|wanted|wish|am trying|try) to (?:know|ask|see|find|learn|hear|read|understand)\b"
    r"|\b(?:i|we) (?:mean|meant|am looking for|was asking|am asking|wonder|was wondering|am wondering|(?:need|want)(?! to (?:think|go|check|leave|run)))\b"
    r"|\b(?:more|another|different|same) (?:info|information|explanation|answers?)\b|\b(?:tell|show|explain|remind) (?:me|us|that|this)\b"
    r"|\b(?:does|do|did|will|would) not (?:work|go|come|get)\b|\b(?:can|could) not (?!be\b)"
)
""" "I want to know …", "tell me …", "it does not work": there something is asked for."""
_SAID_BEFORE = re.compile(r"\b(?:all|what|everything|anything|nothing) (?:else )?(?:i|we)\b")
""" "That is all I need": what is told there has been answered."""
_CONTRACTIONS = (
    (re.compile(r"\b(that|this|it|he|she|there|what|everything|all)(?:'s|s(?<=\bthats)|s(?<=\bwhats))(?!\w)"), r"\1 is"),
    (re.compile(r"\b(i)(?:'m|m(?<=\bim))(?!\w)"), r"\1 am"),
    (re.compile(r"\b(you|we|they)'re\b"), r"\1 are"),
    (re.compile(r"\b(i|you|we|they|he|she|it|that|this)'(?:ll)\b"), r"\1 will"),
    (re.compile(r"\b(i|you|we|they)'ve\b"), r"\1 have"),
    (re.compile(r"\b(i|you|we|they|he|she)'d\b"), r"\1 would"),
    (re.compile(r"\b(do|does|did|is|are|was|were|would|could|should|have|has|had)n'?t\b"), r"\1 not"),
    (re.compile(r"\bcan'?t\b|\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
)  # fmt: skip
_BE = "is|was|are|were|sounds|seems|looks|feels|will be|would be|must be|might be"
_THAT_IS = re.compile(
    rf"(?:now |then |so |well |and )*(?:that|this)(?: one| bit)? (?:{_BE}) (?P<said>.+)"
)
_STATES = re.compile(
    r"(?:(?:now|then|so|well|and|but|at least|right|yes|no) )*"
    r"(?:i|we|you|that|this|it|they|he|she|everything|nothing|nobody|there|my (?:wife|husband|boss|kids|family|partner|friends?|mum|mom|dad|mistake|fault|bad)|all) \w+.*"
)
_OPENS = re.compile(
    r"(?:not|nothing|no|never|did not|glad|happy|good|nice|interesting|funny|cool|great|sorry|lucky|too bad|pity|shame|thanks|thank|more|less|all|just|only"
    r"|exactly|as|have|enjoy|see|talk|take|sounds|seems|looks|feels|works|makes|will do|time|one|another|quick|wait|hang|hold|ignore|forget|scratch"
    r"|agreed|fine|fair|oh|time for|hmm|talk to|probably|maybe|perhaps|done|got|well|enough|much|quite|pretty|rather|kind|at least|understood|gotta"
    r"|of course|guess|suppose|thought|so (?!is|are|was|were|do|does|did|can|could|must|should|may|might|will|would|has|have)|way|too|very|really|such|extremely|absolutely|totally|never|\w+er than)\b.*"
)
_ANNOUNCES = re.compile(
    r"(?:(?:then|so|and|maybe) )*(?:(?:i|we) (?:will|am going to|am gonna|are going to)|let me) (?:(?:just|then|now|also|definitely|probably|better|have to) )*"
    r"(?!be|need|arrive|travel|stay|move|know|have|turn|lose|miss|not|never)[a-z]+\b.*"
)
"""What somebody will do now: "I'll save that in my phone". What will be the case ("I will arrive late") may be asked about."""
_THANKS_FOR = re.compile(
    r"(?:many )?(?:thanks|thank you|thx|ty|cheers)(?: so much| very much| a lot)? for (?:\w+ ){0,5}\w+"
)
_SORRY_FOR = re.compile(r"(?:i am )?sorry (?:for|about|to) (?:\w+ ){0,5}\w+")
_EXCLAIMS = re.compile(
    r"(?:what an? (?:\w+ ){0,2}\w+|how (?:very |really )?(?:nice|sad|lovely|interesting|funny|weird|strange|odd|annoying|cool|sweet|kind|exciting|disappointing|fascinating|awful|terrible|wonderful|embarrassing)(?: (?:of|for) \w+)?)"
)
_GREETS = re.compile(
    r"(?:tell|say|give|send|pass on) (?:\w+ ){0,3}(?:thanks|hello|hi|regards|love|goodbye|bye)"
)
_OF_ONESELF = re.compile(
    r"\b(?:i|we) (?:am|are|was|were|will be)(?: (?:too|very|already|only|just))* (?P<what>\w+)$"
)
_MORE_TO_ASK = re.compile(
    r"(?:(?:just|and|sorry|ok|okay|i have|there is|can i|may i|could i|let me|i would like to|i want to|ask) )*"
    r"(?:one|a|an|another|my|the|next|last|final|quick|something|some|a few)(?: (?:more|other|last|next|final|quick|further|small|little|else|short))*"
    r"(?: (?:thing|question|questions|q|point|things))?(?: (?:then|though|please|about (?:that|this|it)))*"
)
_LONGEST = 16
"""The most words of a remark."""


def is_remark(text: str) -> bool:
    """Whether a clause without a question mark is a remark."""
    said = _spelt_out(text)
    words = said.split()
    if not 0 < len(words) <= _LONGEST:
        return False
    if any(one.fullmatch(said) for one in (_THANKS_FOR, _SORRY_FOR, _GREETS)) or asks_leave(said):
        return True
    if _EXCLAIMS.fullmatch(said):
        return _AUXILIARIES.isdisjoint(words)
    if not _ASKS.isdisjoint(words) or (
        _WHERE_QUESTIONS_ARE_TOLD.search(said) and not _SAID_BEFORE.search(said)
    ):
        return False
    if (found := _THAT_IS.fullmatch(said)) and _opens_with_opinion(found["said"].split()):
        return True
    if _ANNOUNCES.fullmatch(said):
        return True
    if (fact := _OF_ONESELF.search(said)) and fact["what"] in _CIRCUMSTANCES:
        return False
    opens = _STATES.fullmatch(said) or _OPENS.fullmatch(said)
    return opens is not None and _has_opinion(words) and _REMARK_WORDS.issuperset(words)


def asks_leave(text: str) -> bool:
    """Whether a text only says that a question follows: "one more thing", "can I ask something else?"."""
    said = _spelt_out(text)
    return (
        _MORE_TO_ASK.fullmatch(said) is not None
        and re.search(r"\b(?:thing|questions?|q|point|something|things)\b", said) is not None
    )


def _spelt_out(text: str) -> str:
    said = text.lower().replace("’", "'")
    for pattern, written in _CONTRACTIONS:
        said = pattern.sub(written, said)
    return " ".join(re.findall(r"\w+(?:'\w+)?", said))


def _opens_with_opinion(words: list[str]) -> bool:
    """Whether the first word that is no degree is an opinion or compares: "way too long for us", "a lot of salt"."""
    if words[:1] == ["it"] or words[1:2] == ["lot"]:
        return True
    rest = [word for word in words if word not in _DEGREES]
    return (bool(rest) and rest[0] in _OPINIONS | _COMPARED) or not rest


def _has_opinion(words: list[str]) -> bool:
    """Whether a word says what somebody thinks or does; "for me" and "with us" say nothing."""
    return not (_OPINIONS | _COMPARED | _KNOWING | _TALK | (_DEGREES - FUNCTION_WORDS)).isdisjoint(
        words
    )
