"""Whether a question asks for several things, and about what. Looks at its words alone; English only."""

from __future__ import annotations

import re

LONGEST = 300
"""Characters; what is longer tells more than it asks."""
# Repeats are possessive (*+): a question may repeat any of these words, and must not be tried in
# every possible way.
_POLITE = r"(?:(?:so|and|but|please|ok|okay|well|hey|hi)[\s,]+|(?:can|could|would|will) you (?:please )?)*+"
_ME = r"(?:\s+(?:me|us))?"
_SOME = r"(?:(?:some|all|any|every|each|of|the|a|an|more|few|most|several|many|other)\s+)*+"
_KIND = r"(?:(?:very|most|important|key|main|basic|interesting|relevant|essential|short|brief|quick|general)\s+)*+"
_THINGS = (
    r"(?:facts?|points?|things?|information|info|details?|knowledge|ideas?|takeaways?|statements?"
    r"|highlights?|overview|rundown|summary|outline|aspects|particulars)"
)
_ABOUT = r"(?:about|on|of|regarding|concerning|for|with regard to|to know about|from|in)"
_ASKING = (
    # "tell me some important facts about X", "give me an overview of X", "what are the key points on X"
    rf"(?:tell|give|show|list|name|provide|write|find){_ME}\s+{_SOME}{_KIND}{_SOME}{_THINGS}\s+{_ABOUT}\s+",
    rf"what\s+(?:are|were|is)\s+{_SOME}{_KIND}{_THINGS}\s+(?:(?:that )?(?:i|we|you)\s+(?:should|need|must|have)\s+(?:to\s+)?know\s+)?{_ABOUT}\s+",
    # "tell me about X", "tell me everything there is about X", "tell me what it says about X"
    rf"tell{_ME}\s+(?:(?:a (?:bit|little)|all|everything|anything|something|more|lots|a lot)\s+)?(?:(?:that )?there is\s+|you know\s+|it says\s+)?about\s+",
    rf"(?:tell{_ME}\s+|list\s+|name\s+|give{_ME}\s+)?(?:everything|all|what(?:ever)?)\s+(?:that\s+)?(?:it|they|this|the \w+|is|was)\s*(?:says?|said|tells?|states?|mentions?|knows?)?\s+about\s+",
    r"what\s+(?:do|does|did|should|must|can)\s+(?:i|we|you|they|it|one|this(?:\s+\w+)?|the\s+\w+)\s+(?:(?:need|have)\s+to\s+)?(?:know|say|tell|learn|mention|state|remember)(?:\s+us|\s+me)?\s+(?:about|on|of|regarding)\s+",
    r"(?:describe|explain|outline|discuss|enumerate|list)(?:\s+(?:to|for)\s+(?:me|us))?\s+(?:(?:all|some)\s+(?:of\s+)?)?(?:(?:of|the)\s+)*+",
    r"(?:what are|name|give me|tell me)\s+(?:all|every|each)\s+(?:of\s+)?(?:the\s+)?",
    r"(?:summar(?:ise|ize)|sum up)\s+(?:(?:what (?:it|this) says (?:about|on))\s+)?",
)
_TOPIC = re.compile(rf"^{_POLITE}(?:{'|'.join(_ASKING)})(?P<topic>.+)$", re.IGNORECASE)
_THIS = r"(?:\w+ (?:sentences|words|points|lines)|this|the|that|it|all|everything|whole|entire|my|page|document|text|article|file|paper|report|book|chapter|section|letter|mail|email|site|website|for|me|us|please|here|up|of|in|briefly|shortly|short|brief|a|few)\b"
_WHOLE = re.compile(
    rf"^{_POLITE}(?:(?:(?:give|write|make|show|tell){_ME}\s+)?{_SOME}{_KIND}(?:summary|overview|outline|abstract|gist|tl;?dr"
    rf"|(?:{_KIND}(?:points|ideas|facts|takeaways|highlights)))|summar(?:ise|ize)|sum|condense|tl;?dr)(?:\s+{_THIS})*+\W*$"
    rf"|^{_POLITE}what\s+(?:is|are|was)\s+(?:(?:this|the|it)\s*(?:page|document|text|article|file|paper|report|book)?\s+(?:all\s+)?about"
    rf"|{_SOME}{_KIND}(?:points|ideas|facts|takeaways|highlights|gist|summary)(?:\s+{_THIS})*+)\W*$"
    rf"|^{_POLITE}what\s+does\s+(?:this|it|the)(?:\s+\w+)?\s+say\W*$",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"[,;:]?\s*(?:(?:and\s+)?list\s+(?:all|each)(?:\s+of\s+(?:it|them))?|please|in (?:short|brief|detail)|briefly)?[\s.?!]*$",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"^.*\bsays?\s+about\s+", re.IGNORECASE
)  # "what does this release say about search"


def topic_asked_for(question: str) -> str | None:
    """What a question that asks for several things is about; None for every other question.

    "Tell me important facts about expandrank" gives "expandrank"; "" is the text as a whole
    ("summarise this"). "What is X" asks for one thing and is none of these.
    """
    question = " ".join(question.split())
    if len(question) > LONGEST:
        return None
    if _WHOLE.match(question):
        return ""
    found = _TOPIC.match(question)
    if found is None:
        return None
    topic = _INSIDE.sub("", _TRAILING.sub("", found["topic"]))
    return topic or None
