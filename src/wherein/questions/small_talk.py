"""Tells thanks, greetings, a bare yes and the like from questions, by lists of words. English, and a few words that
English speakers know. Asks nothing.

A text is small talk if all of its words are words of courtesy and one of them says something by itself: "ok, thanks a
lot" is, "thanks, and when does it open?" is not.
"""

from __future__ import annotations

import re

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
    noted bravo""".split()
)
"""Words that are small talk alone."""
_BESIDES = frozenset(
    """you u very so much a lot lots for the your that s it all again there everyone everybody team my friend mate sir madam
    bot assistant then well too also and but i now many bunch million helpful help helps just not at""".split()
)
"""Words that may be beside those of `_ALONE`."""
_PHRASES = frozenset(
    """got it|i got it|i see|ah i see|oh i see|ok i see|okay i see|never mind|nevermind|no problem|no worries|makes sense|that makes sense|ok makes sense
    |that helps|that helped|that helps a lot|this helps|good morning|good afternoon|good evening|good night|see you|see you later
    |take care|have a nice day|have a good day|have a great day|you're welcome|you are welcome|how are you|how are you doing|how's it going|what's up
    |whats up|sounds good|that's great|that's good|thats great|that's all|that is all|that's it|that will be all|i understand|all good|all right
    |of course|not really|i know|go on|well done|good job|nice work|great job|good to know|appreciate it|i appreciate it
    |much appreciated|are you sure|are you really sure|is that right|is that so|is it so|you sure|oh really|nice to meet you|my bad|fair enough
    |i agree|are you there|anyone there|is anyone there|good point|good answer|great answer|no way|as expected|same to you
    |you too|talk later|talk to you later|that is great|that was helpful|that's helpful|this is great|it works|never mind then""".replace(
        "\n", ""
    ).split("|")
)
_PHRASE_WORDS = frozenset(" ".join(phrase.split()) for phrase in _PHRASES)
_LEFT_OUT = re.compile(
    r"^(?:(?:ok|okay|oh|ah|great|cool|thanks|thank you|yes|no|perfect|nice|wow|hi|hello|hey|sorry|well)\b[\s,.!:;-]*)+|"
    r"[\s,.!:;-]*\b(?:thanks|thank you|ok|okay|cheers|bye|then|so much|very much|a lot)$"
)


def is_small_talk(text: str) -> bool:
    """Whether a text asks nothing: it is thanks, a greeting, a yes or no, praise, or has no word at all."""
    plain = text.lower().replace("’", "'")
    words = _WORD.findall(plain)
    if not words:
        return True
    if len(words) > _LONGEST:
        return False
    said = " ".join(words)
    if said in _PHRASE_WORDS or _LEFT_OUT.sub("", said) in _PHRASE_WORDS:
        return True
    return not _ALONE.isdisjoint(words) and all(word in _ALONE | _BESIDES for word in words)
