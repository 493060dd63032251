"""Tells thanks, greetings, a bare yes and the like from questions, by lists of words. English, and a few words that
English speakers know. Asks nothing.

A text is small talk if all of its words are words of courtesy and one of them says something by itself: "ok, thanks a
lot" is, "thanks, and when does it open?" is not.
"""

from __future__ import annotations

import re

from wherein.questions.words.remarks import asks_leave, is_remark

WHAT_TO_ASK = "That is no question, so nothing was searched. Ask what the text may answer, such as “When does it begin?”."
"""The sentence that is shown in place of answers."""
_LONGEST = 8
"""The most words of small talk."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_ALONE = frozenset(
    """thanks thank thx ty tx tnx thankyou ok okay okey okie k kk yes yeah yep yup no nope nah hello hi hey hiya howdy hallo
    greetings bye goodbye ciao cheers great perfect cool nice awesome excellent brilliant wonderful amazing fantastic super
    lovely good fine alright wow lol haha hahaha hehe hm hmm hmmm ah aha oh ooh huh sure understood gotcha interesting sorry
    pardon oops please merci danke gracias exactly right correct true indeed absolutely definitely welcome really seriously
    noted bravo alrighty okeydokey okeydoke dokey righto roger yay yum yikes phew ouch aww aw gosh blimey crikey whoa woah
    eek ugh meh huh nvm np tyvm tysm ta cheerio laters lmao rofl omg thankfully nevermind whatever brill ace fab neat sweet
    splendid marvellous marvelous superb grand champion legend yessir yup aye uh uhm um er erm gotcha ditto pity shame
    gr8 ha heh hee jubbly l8r cya xx xo yea ya yeh yah ok-ish okies thnx thankies tyty cool-cool mhm mm mmm mmhm right-o obliged damn dang darn goodnight goodmorning tschüss ciao adios aight kthx thanx thankyou strange weird odd ridiculous
    outrageous jeez sheesh gee hopefully bummer unbelievable incredible impressive fascinating probably maybe perhaps agreed""".split()
)
"""Words that are small talk alone."""
_BESIDES = frozenset(
    """you u very so much a lot lots for the your that s it all again there everyone everybody team my friend mate sir madam
    bot assistant kindly dear buddy pal guys folks man dude love okey oh my really quite absolutely god goodness boy then well too also and but i now many bunch million helpful help helps just not at""".split()
)
"""Words that may be beside those of `_ALONE`."""
_PHRASES = frozenset(
    """got it|i got it|i see|ah i see|oh i see|ok i see|okay i see|never mind|nevermind|no problem|no worries|makes sense|that makes sense|ok makes sense
    |that helps|that helped|that helps a lot|this helps|good morning|good afternoon|good evening|good night|see you|see you later
    |take care|have a nice day|have a good day|have a great day|you're welcome|you are welcome|how are you|how are you doing|how's it going|what's up
    |whats up|sounds good|that's great|that's good|thats great|that's all|that is all|that's it|that will be all|i understand|all good|all right
    |of course|not really|i know|go on|well done|good job|nice work|great job|good to know|appreciate it|i appreciate it
    |much appreciated|are you sure|are you really sure|is that right|is that so|is it so|you sure|oh really|nice to meet you|my bad|fair enough
    |i agree|my mistake|crystal clear|awesome stuff|one second|hang on|hold on|give me a second|give me a sec|good grief|holy moly|are you there|anyone there|is anyone there|good point|good answer|great answer|no way|as expected|same to you
    |i saw that|i saw|i read that|i knew that|i know that|i noticed|i figured|i thought so|thought so|i guessed|i suspected
|i remember|i get that|i got that|thats what i thought|that's what i thought|just what i thought|forget it|ignore that|scratch that
|oh dear|oh no|oh well|oh man|oh my|oh god|oh my god|not bad|too bad|no kidding|just testing|just a test|one moment|one sec|give me a moment
|got to go|gotta go|i have to go|have to go|need to go|you rock|you're the best|youre the best|spot on|good bot|happy days|job done
|well well|well then|well well well|right then|ok then|there we go|here we go|there you go|so far so good|so be it|let's move on
|i don't care|whatever you say|if you say so|as you say|as you like|long story short|for sure|you bet|you got it|my pleasure
|you too|talk later|talk to you later|that is great|that was helpful|that's helpful|this is great|it works|never mind then""".replace(
        "\n", ""
    ).split("|")
)
_PHRASE_WORDS = frozenset(" ".join(phrase.split()) for phrase in _PHRASES)
_LEFT_OUT = re.compile(
    r"^(?:(?:ok|okay|oh|ah|great|cool|thanks|thank you|yes|no|perfect|nice|wow|hi|hello|hey|sorry|well)\b[\s,.!:;-]*)+|"
    r"[\s,.!:;-]*\b(?:thanks|thank you|ok|okay|cheers|bye|then|so much|very much|a lot)$"
)


_LENGTHENED = re.compile(r"([a-z])\1{2,}")
"""A letter that is typed again and again: "okayyyy"."""
_CLAUSES = re.compile(r"[,.;!…–—()]+|\s-\s|\band\b|\bbut\b")
_COURTESY = "|".join(sorted(_ALONE, key=len, reverse=True))
_COURTESY_BEFORE = re.compile(rf"^(?:(?:{_COURTESY}|then|so|and|well|just)(?!')\b\s*)+")
_COURTESY_BEHIND = re.compile(
    rf"(?:\s*\b(?:{_COURTESY}|then|now|so much|very much|a lot|again|today|everyone|mate|man|friend|buddy|for that|for now)\b)+$"
)


def is_small_talk(text: str) -> bool:
    """Whether a text asks nothing: it is thanks, a greeting, a yes or no, praise, or has no word at all."""
    if _is_courtesy(text) or asks_leave(text):
        return True
    if "?" in text or len(_WORD.findall(text)) > 2 * _LONGEST:
        return False
    clauses = [
        clause for clause in _CLAUSES.split(text.lower().replace("’", "'")) if clause.strip()
    ]
    return bool(clauses) and all(_is_courtesy(clause) or _is_saying(clause) for clause in clauses)


def without_small_talk(text: str) -> str:
    """The text without the clauses of small talk before and behind what it asks: "yep, I saw that, but what about the west
    wing? thanks" is "but what about the west wing?"."""
    if len(text) > _LONGEST_TEXT:
        return text
    rest = text
    while (found := _FIRST_CLAUSE.match(rest)) and _is_courtesy_or_saying(found["clause"]):
        rest = rest[found.end() :]
    while found := _LAST_CLAUSE.search(rest):
        rest = f"{rest[: found.start()]}{found['mark'].strip(' ,;.–-')}"
    return rest


_LONGEST_TEXT = 1_000
"""The most characters of a text whose courtesies are left out."""
_FIRST_CLAUSE = re.compile(
    r"^(?P<clause>[^,.;:!?…–—]{1,60}?)(?:\s*[,.;:!…–—]+\s*|\s*\?+\s*|\s+-+\s+|\s*[(]?[:;]-?[)D]\s*)(?=\w)"
)
_LAST_CLAUSE = re.compile(
    r"(?P<mark>[\s,.;!?…–—]+)(?:please|pls|plz|thanks|thank you|many thanks|thx|ty|ta|cheers|lol|haha|:\))(?: (?:so much|very much|a lot|again|in advance|mate|lol))*[\s!.:)]*$",
    re.I,
)


def _is_courtesy_or_saying(clause: str) -> bool:
    plain = clause.lower().replace("’", "'")
    return _WORD.search(plain) is not None and (_is_courtesy(plain) or _is_saying(plain))


def _is_saying(clause: str) -> bool:
    """Whether a clause is a remark, by itself or behind and before words of courtesy: "ok tell her thanks"."""
    said = " ".join(_WORD.findall(clause))
    opened = _COURTESY_BEFORE.sub("", said).strip()
    closed = _COURTESY_BEHIND.sub("", opened).strip()
    return any(is_remark(one) for one in (said, opened, closed) if one)


def _is_courtesy(text: str) -> bool:
    """Whether all words of a short text are words of courtesy."""
    plain = _LENGTHENED.sub(r"\1", text.lower().replace("’", "'"))
    words = _WORD.findall(plain)
    if not words:
        return True
    if len(words) > _LONGEST:
        return False
    said = " ".join(words)
    if said in _PHRASE_WORDS or _LEFT_OUT.sub("", said) in _PHRASE_WORDS:
        return True
    return not _ALONE.isdisjoint(words) and all(word in _ALONE | _BESIDES for word in words)
