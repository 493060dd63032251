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
    noted bravo alrighty okeydokey okeydoke dokey righto roger yay yum yikes phew ouch aww aw gosh blimey crikey whoa woah
    eek ugh meh huh nvm np tyvm tysm ta cheerio laters lmao rofl omg thankfully nevermind whatever brill ace fab neat sweet
    splendid marvellous marvelous superb grand champion legend yessir yup aye uh uhm um er erm gotcha ditto pity shame
    gr8 ha heh hee jubbly l8r cya xx xo yea ya yeh yah ok-ish okies thnx thankies tyty cool-cool mhm mm mmm mmhm right-o obliged damn dang darn goodnight goodmorning tschüss ciao adios aight kthx thanx thankyou""".split()
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
    |i agree|are you there|anyone there|is anyone there|good point|good answer|great answer|no way|as expected|same to you
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


_VERY = r"(?:really |very |so |pretty |quite |super |just |such |a |an |the |all |absolutely |actually )*"
_PRAISE = (
    "great|good|helpful|nice|useful|funny|hilarious|amazing|awesome|clever|smart|fast|quick|impressive|impressed|interesting"
    "|cool|kind|perfect|brilliant|fantastic|lovely|crazy|weird|clear|fine|wonderful|excellent|best|star|lifesaver|legend|neat"
    "|surprising|incredible|genius|satisfied|happy|glad|grateful|done|sorted|sweet"
)
_JUDGED = (
    rf"{_PRAISE}|bad|sad|annoying|expensive|cheap|pricey|steep|strange"
    "|odd|unfortunate|disappointing|reasonable|fair|strict|short|long|early|late|easy|simple|a lot|lot|much|more than i thought|less than i thought"
    "|right|wrong|true|correct|okay|ok|enough|all|a shame|a pity|shame|pity|shocking|scary|terrible|horrible|sensible|unexpected|convenient"
    "|reassuring|relief|generous|tight|young|old|far|close|near|tiny|huge|big|small|fast|slow|high|low|new|news|strange"
)
_HABIT = r"(?:as |that'?s |just |exactly |which is )*(?:what )?(?:i|we) (?:thought|expected|suspected|feared|hoped|guessed|figured|assumed|imagined|wanted|needed|remembered)(?: so| as much| to (?:know|hear))?"
_SAYINGS = re.compile(
    rf"{_HABIT}|what a (?:shame|pity|relief|bargain|surprise|mess|nuisance|price|deal|disappointment)|(?:much )?obliged|(?:much )?appreciated|(?:i )?love (?:it|this|that)|(?:perfect|great|good|nice|excellent|clear) answer|(?:not|only|so|that) (?:so )?(?:much|little|few|many|{_JUDGED})|(?:that(?:'?s| is| was) )?all i (?:wanted|needed|had to know|want|need)(?: to know| to ask)?(?: about \w+(?: \w+){{0,4}})?|sorry (?:to|for|about) \w+(?: \w+){{0,4}}|(?:i )?hope (?:that|this|it) (?:helps|works)|(?:that'?s|and that'?s|right that'?s) (?:me|us|it|all) (?:done|sorted|then|all set)|(?:good|great|nice|lovely|interesting|useful|handy|funny|helpful|fun|glad|happy) (?:to|for) (?:know|hear|see|learn|read|me|us)(?: that| it)?|(?:fine|good|ok|okay|works|all right) (?:by|with|for) (?:me|us)|(?:excellent|great|good|bad|sad|wonderful|fantastic) (?:news|stuff|thing|one)|(?:not )?{_HABIT}|(?:(?:that|this|it|which) )?(?:sounds|looks|seems|feels) (?:about |quite |very |really )?(?:right|good|fair|ok|okay|great|fine|easy|fun|nice|lovely|bad|expensive|reasonable|interesting|like fun|perfect)|(?:that'?s|that (?:is|was)|this (?:is|was)|it(?:'s| is| was)) (?:not )?{_VERY}(?:{_JUDGED})(?: (?:for me|though|too|really|indeed|then|now))*"
    r"|(?:(?:just|and|sorry|ok|okay) )*(?:one|a|another|my|the|next|last|final|quick)(?: (?:more|other|last|next|final|quick|further|small|little))*(?: (?:thing|question|q|point))(?: then| though| please)?"
    r"|(?:just |sorry )?one more|(?:and |but )?(?:another|next) (?:thing|question)"
    rf"|(?:thanks|thank you|thx|ty|cheers)(?: so much| very much| a lot)? for \w+(?: \w+){{0,5}}|(?:{_VERY})(?:{_PRAISE})(?: thanks| thank you)*"
    r"|that(?:'?s| is| was)? not (?:what|it|the one)(?: (?:i|that))?(?: (?:asked|meant|wanted|said|want|mean|was asking|am asking))?(?: (?:for|about))?"
    r"|(?:yes |yeah |ok |no )*(?:i|you) (?:already |still |just )?(?:know|knew|saw|read|see|noticed|understand|understood|heard|guessed|realise|realised|get|got|said|found)(?: (?:that|it|this|all that|so|already|one|part|bit))*"
    rf"|(?:that|this|it|everything|all)(?: now)? (?:works?|worked)(?: (?:now|fine|well|great|perfectly|again))*"
    rf"|(?:i|we)(?:'ll| will|'m going to|'m gonna)(?: (?:just|then|now|also|definitely|probably))* (?:go|try|ask|call|ring|email|write|wait|check|look|see|come|take|do|use|bring|book|be|let|have|keep|read|think|get|buy|pay|give|remember|tell|phone)\b(?: \w+)*"
    rf"|i (?:did not|didn't|didnt|never) (?:know|expect|think|realise|realize|see)(?: (?:that|this|it|so))?(?: coming)?"
    rf"|(?:no|nothing|none)(?: (?:more|further|other|else))?(?: questions?| thanks| thank you)*"
    rf"|(?:i )?(?:have|got|gotta|need|must|should) (?:to )?(?:go|run|leave|dash)(?: now)?"
    rf"|(?:that(?:'?s| is| was)|this (?:is|was)|it(?:'?s| is| was)|you(?:'?re| are| were)|i(?:'?m| am)|we(?:'?re| are)|how|what|so)"
    rf" {_VERY}(?:{_PRAISE})(?: (?:tool|app|answer|job|work|service|bot|help|news|one|thing|assistant|explanation|now))*"
    r"(?: (?:at|with|about) (?:this|that|it))?(?: of you)?(?: to (?:know|hear|learn))?"
    r"|(?:that(?:'?s| is| was)|this is|it(?:'?s| is)) (?:all|it|enough|everything|just what|exactly what|what|the answer)"
    r"(?: that)?(?: i (?:needed|wanted|need|want|was (?:looking for|after)|asked))?(?: to (?:know|hear|ask))?(?: for)?(?: (?:now|today|me))?"
    r"|that(?:'ll| will) (?:be (?:all|it|enough)|do)(?: for (?:now|today))?"
    r"|(?:i )?(?:got|get) (?:it|that|you|ya)|i(?:'ve| have)? (?:understand|understood|see|know|love (?:it|this|that)|like (?:it|this|that)"
    r"|(?:really )?appreciate (?:it|that|this|your help|the help)|got (?:what|all|everything) i (?:needed|wanted|need))(?: now)?"
    r"|(?:i will|i'll|let me) (?:do|check|try|remember|look into|think about|have a look at)(?: (?:that|it|this))?(?: then| now)?"
    r"|(?:have|enjoy) (?:an?|your|the)(?: (?:nice|good|great|lovely|wonderful|fantastic))? (?:day|evening|weekend|night|one|time|afternoon|rest of your day)"
    r"|(?:see|catch|talk to|speak to) (?:you|ya|u)(?: (?:later|soon|tomorrow|around|then|again|next time))?|take care(?: of yourself)?|until (?:next time|tomorrow)"
    r"|(?:i have |there are )?(?:no|nothing)(?: (?:more|further|other|else))?(?: questions?)?(?: from me)?(?: for (?:now|today))?"
    r"|(?:that|this|it|you)(?:'s| has|'ve| have)? (?:really |just )?(?:helps?|helped|answers? (?:my|the) question|answered (?:my|the) question|makes? (?:total |perfect |a lot of )?sense"
    r"|worked|explains? (?:it|a lot|everything)|clears? (?:it|that|things) up|saved (?:me|my day)(?: .*)?|rocks?|rule)(?: (?:a lot|me|so much|me a lot|very much|out))?"
    r"|(?:very |really |so )?much appreciated|(?:many|a thousand|thousand) thanks|i(?:'m| am) (?:all set|done|good)|we(?:'re| are) (?:all set|done|good)"
    r"|(?:keep up )?the good work|(?:good|great|nice|well|excellent|fantastic|amazing) (?:job|work|answer|one|stuff|done|point|to know|to hear|luck|morning|afternoon|evening|night)"
    r"|you(?:'ve| have)? been (?:a |very |so |really |such a )*(?:great |big |huge |real )?(?:help|helpful|kind|useful|patient)"
    r"|will do|same here|me too|no (?:problem|worries|need)|i(?:'ll| will) be back|you made my day|who knew|i had no idea|i didn't know that|never knew(?: that)?"
    r"|as i (?:thought|expected)|sounds (?:good|great|fair|fine|reasonable)|works for me|fair enough|all (?:clear|good|set|right)|what a relief|oh my(?: god)?|omg|lmao|rofl|tysm|thx a lot"
)  # fmt: skip
"""Whole sayings of thanks, praise, understanding and goodbye."""
_JUDGEMENT = re.compile(rf"(?:not )?{_VERY}(?:{_JUDGED})")
""" "Cheap", which says nothing alone and is a remark after "wow"."""
_LENGTHENED = re.compile(r"([a-z])\1{2,}")
"""A letter that is typed again and again: "okayyyy"."""
_CLAUSES = re.compile(r"[,.;!…–—()]+|\s-\s|\band\b|\bbut\b")
_COURTESIES = re.compile(
    rf"^(?:(?:{'|'.join(sorted(_ALONE, key=len, reverse=True))}|then|so|and|well|just)(?!')\b\s*)+|(?:\s*\b(?:{'|'.join(sorted(_ALONE, key=len, reverse=True))}|then|now|so much|very much|a lot|again|today|everyone|mate|man|friend|buddy|for that|for now)\b)+$"
)


def is_small_talk(text: str) -> bool:
    """Whether a text asks nothing: it is thanks, a greeting, a yes or no, praise, or has no word at all."""
    if _is_courtesy(text):
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
    said = " ".join(_WORD.findall(clause))
    shorn = _COURTESIES.sub("", said).strip()
    if shorn != said and _JUDGEMENT.fullmatch(shorn):
        return True
    words = said.split()
    tails = [" ".join(words[n:]) for n in range(1, len(words)) if words[n - 1] in _ALONE]
    tails += [" ".join(words[:-n]) for n in range(1, len(words)) if words[-n] in _ALONE]
    return any(
        _SAYINGS.fullmatch(one) is not None
        for one in (said, shorn, _COURTESIES.sub("", shorn).strip(), *tails)
        if one
    )


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
