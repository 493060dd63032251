"""The words with which amendments delete, replace and change, as patterns over masked text. Holds no code.

A quotation is hidden (`quoting.masked`), and `\x02` stands for a clause that the sentence names.
"""

from __future__ import annotations

import re

from wherein.documents.clauses.quoting import HIDDEN

QUOTATION = rf"[\"“‘'«„]{HIDDEN}+[\"”’'»“]"
"""A quotation with its marks, whose words are hidden."""
UNQUOTED = r"(?:[^\x01.;]|\.(?=\d))"
"""A character of the same sentence, outside of quotations."""
OF_PHRASE = r"(?:[^\x01,;:.]|[.,](?=\d))"
"""A character of the same phrase: no comma, colon or full stop but within a number."""
IS_OR_SHALL_BE = r"(?:is|are|was|were|shall\sbe|will\sbe|be|being|has\sbeen|have\sbeen|shall\sstand|stands?|shall\sbe\sdeemed)"
ADVERBS = r"(?:\s(?:hereby|also|now|therefore|herewith|accordingly|further|entirely|wholly|each|both|so|completely|fully|permanently|thereby|instead|accordingly|in\sturn|to\sbe))*"
DELETED = r"(?:deleted|removed|struck(?:\sout)?|stricken|cancell?ed|revoked|withdrawn|omitted|repealed|rescinded|dropped|abolished|terminated|void|voided|null\sand\svoid)"
REPLACED = r"(?:replaced|substituted|superseded|exchanged|restated)"
CHANGED = r"(?:changed|amended|altered|varied|modified|revised|corrected|increased|reduced|raised|lowered|extended|shortened|cut|moved|set|adjusted|fixed|updated|decreased|brought\sforward|postponed|doubled|halved)"
IN_FULL = r"(?:,?\s(?:in\s(?:its|their)\sentirety|in\sfull|in\swhole|entirely|altogether|completely|as\sa\swhole|with\s(?:immediate\s)?effect\s(?:from|on|as\sof)\s[^,;:]{3,40}|effective\s[^,;:]{3,40}|from\s[^,;:]{3,30}))*"
AMENDING_WORD = re.compile(
    rf"(?i)\b(?:{DELETED}|{REPLACED}|amend(?:ed|s|ing)?\b|chang(?:ed|es?|ing)\b|delet(?:e|es|ing)\b|replac(?:e|es|ing)\b|substitut(?:e|es|ing)\b|remov(?:e|es|ing)\b"
    r"|no\slonger|not\sapply|ceases?\sto|waives?d?\b|reads?\b|becomes?\b|increased|reduced|raised|lowered|extended|shortened|instead|rather\sthan|in\s(?:place|lieu)\sof"
    r"|notwithstanding|supersedes?|revised|varied|altered|corrected|modified|effect\b|overrid(?:es?|den)|prevails?|suspended|disapplied|now\b)"
)
BEGINS_WITH_CONDITION = re.compile(
    r"(?i)^[\W\d]*(?:if|when|where|should|unless|upon|in\sthe\sevent|whenever|once|in\scase)\b"
)
ENDS_WITH_MAY = re.compile(
    r"(?i)\b(?:may|can|could|might|must|cannot|would|should)\s(?:only\s|not\s|also\s)?(?:be\s)?$"
)
ADDS_TEXT = re.compile(
    r"(?i)\b(?:is|are|be)\s(?:hereby\s)?(?:added|inserted|supplemented|appended)\b|\b(?:adding|inserting|supplementing)\b|\badd(?:s)?\sthe\sfollowing\b|\binserts?\sthe\sfollowing\b"
)
ALSO_DELETES = re.compile(
    r"(?i)\b(?:delet|replac|substitut|remov|strik|instead|in\s(?:place|lieu))"
)

# "“60 days” is replaced by “45 days”"
QUOTED_OLD_BY_NEW = re.compile(
    rf"(?ix)(?P<old>{QUOTATION}){UNQUOTED}{{0,80}}?\b(?:{IS_OR_SHALL_BE}{ADVERBS}\s)?(?:{DELETED}\s(?:and|,)\s(?:is\s|are\s|be\s|shall\sbe\s)?)?(?:{REPLACED}|{CHANGED}|read)(?:\s(?:in\s(?:its|their)\s(?:place|entirety)|there))?\s(?:by|with|to(?:\sread)?|as|for\sit)\b{UNQUOTED}{{0,60}}?(?P<new>{QUOTATION})"
    rf"|(?P<old2>{QUOTATION})\s(?:(?:shall|will|must|should|is\sto|are\sto)\s)?(?:(?:now|instead|hereafter|henceforth)\s)?(?:reads?|becomes?)\s(?:as\s)?(?P<new2>{QUOTATION})"
)
QUOTED_NEW_FOR_OLD = re.compile(
    rf"(?ix)(?:substitut(?:e|ed|ing)\s){UNQUOTED}{{0,40}}?(?P<new>{QUOTATION}){UNQUOTED}{{0,40}}?\sfor\b{UNQUOTED}{{0,40}}?(?P<old>{QUOTATION})|(?P<new2>{QUOTATION})\s(?:{IS_OR_SHALL_BE}{ADVERBS})\s(?:substituted|inserted)\s(?:for|in\s(?:place|lieu)\sof)\b{UNQUOTED}{{0,40}}?(?P<old2>{QUOTATION})|(?P<new3>{QUOTATION})\s(?:replaces|shall\sreplace|supersedes)\b{UNQUOTED}{{0,40}}?(?P<old3>{QUOTATION})"
)
REPLACE_QUOTED_OLD_BY_NEW = re.compile(
    rf"(?ix)\b(?:replac(?:e|es|ing)|chang(?:e|es|ing)|delet(?:e|es|ing)|remov(?:e|es|ing)|strik(?:e|es|ing)(?:\sout)?|for|from|instead\sof|in\s(?:place|lieu)\sof|rather\sthan)\b{UNQUOTED}{{0,60}}?(?P<old>{QUOTATION}){UNQUOTED}{{0,60}}?\b(?:by|with|to|insert(?:ing|s)?|substitut(?:e|es|ing|ed)|read|replac(?:ing|e)(?:\sit)?\s(?:by|with)|add(?:ing)?|there\sis\ssubstituted|there\sshall\sbe\ssubstituted|use)\b{UNQUOTED}{{0,60}}?(?P<new>{QUOTATION})"
)
QUOTED_NEW_INSTEAD_OF_OLD = re.compile(
    rf"(?ix)(?P<new>{QUOTATION}){UNQUOTED}{{0,30}}?\b(?:instead\sof|rather\sthan|in\s(?:place|lieu)\sof|and\snot|not)\b{UNQUOTED}{{0,30}}?(?P<old>{QUOTATION})"
)
QUOTED_OLD_DELETED = re.compile(
    rf"(?ix)(?P<old>{QUOTATION}){UNQUOTED}{{0,40}}?\s{IS_OR_SHALL_BE}{ADVERBS}\s{DELETED}\b|\b(?:delet(?:e|es|ing)|remov(?:e|es|ing)|strik(?:e|es|ing)(?:\sout)?|omit(?:s|ting)?)\b{UNQUOTED}{{0,40}}?(?P<old2>{QUOTATION})"
)
FROM_TO = re.compile(
    rf"(?ix)\b(?:{CHANGED}|{REPLACED}|changes?|rises?|falls?|goes\s(?:up|down)|drops?|increases?|moves?)(?:\s(?:in\samount))?\sfrom\s(?P<old>{OF_PHRASE}{{1,60}}?)\sto\s(?P<new>{OF_PHRASE}{{1,80}}?)(?=[,;:](?!\d)|\.(?!\d)|$|\s(?:with\seffect|as\sof|effective|starting|beginning|from|and\sthe|for\s(?:the|all|each)|per|a\s(?:month|year|week|day|night))\b)"
)
INSTEAD_OF_OLD = re.compile(
    rf"(?ix),?\s(?:instead\sof|rather\sthan|in\s(?:place|lieu)\sof|\(?(?:previously|formerly|until\snow|was|not)|and\sno\slonger)\s(?:the\s(?:previous|current|present|old)\s)?(?P<old>{OF_PHRASE}{{1,60}}?(?:\(\d+\))?)\)?(?=[,;:](?!\d)|\.(?!\d)|$|\s(?:as|under|for|in|set|from|per|with)\b)"
)
FIGURE_REPLACED = re.compile(
    rf"(?ix)\b(?:figures?|amounts?|numbers?|sums?|words?|value|rate|price|percentage|period|term|date|fee|limit|entry)\s(?:of\s)?(?P<old>[$€£]?\d{OF_PHRASE}{{0,40}}?)\s{IS_OR_SHALL_BE}{ADVERBS}\s(?:{REPLACED}|{CHANGED})\s(?:by|with|to)\s(?P<new>{OF_PHRASE}{{1,60}}?)(?=[,;:](?!\d)|\.(?!\d)|$|\s(?:with\seffect|as\sof|effective|from)\b)"
)

# Whole clauses. TARGET stands where a reference to a clause was.
TARGET = "\x02"
"""Stands for a clause that the sentence names, in `amendment.with_targets`."""
UP_TO_VERB = r"(?:[^.;:\x02]|\.(?=\d)){0,160}?"
CLAUSE_REPLACED = re.compile(
    rf"(?ix)\x02{UP_TO_VERB}\b{IS_OR_SHALL_BE}{ADVERBS}\s(?:(?:{DELETED}){IN_FULL}(?:,)?\s(?:and\s|to\sbe\s)(?:(?:is|are|be|shall\sbe|hereby)\s)*)?(?:{REPLACED}|superseded){IN_FULL}(?:\s(?:by|with|as)\b|\s*:)"
    rf"|\x02{UP_TO_VERB}\b{IS_OR_SHALL_BE}{ADVERBS}\s(?:amended|varied|modified|changed|revised|altered|rewritten|restated)(?:\sand\srestated)?{IN_FULL}\s(?:so\s(?:as|that\sit)\s)?(?:to\s)?(?:now\s)?(?:read|reads|provide|state|say)s?\b"
    rf"|\x02{UP_TO_VERB}\b(?:shall|will|must|is\sto|are\sto)\s(?:now\s|henceforth\s|hereafter\s|instead\s|then\s|from\snow\son\s)?read\b|\x02{UP_TO_VERB}\b(?:now|henceforth|instead|hereafter)\sreads?\b|\x02{UP_TO_VERB}\breads?\s(?:now|as\sfollows|instead)\b"
    rf"|\x02{UP_TO_VERB}\b{IS_OR_SHALL_BE}{ADVERBS}\s(?:{DELETED}){IN_FULL}[,;]?\s(?:and|,)\s(?:the\sfollowing|in\sits\splace|[^.;:]{{0,60}}(?:inserted|substituted|replaced|takes\sits\splace))"
    rf"|\b(?:substituted|inserted|used)\s(?:for|in\s(?:place|lieu)\sof)\s(?:[^.;:\x02]{{0,30}})\x02"
    rf"|\b(?:replac(?:e|es)|supersedes?|overrides?|takes?\sthe\splace\sof|shall\sreplace|shall\ssupersede)\s(?:[^.;:\x02]{{0,60}})\x02"
    rf"|\b(?:in\s(?:place|lieu)\sof|instead\sof)\s(?:[^.;:\x02]{{0,40}})\x02"
    rf"|\b(?:delete|remove|strike(?:\sout)?)\s(?:[^.;:\x02]{{0,40}})\x02{UP_TO_VERB}\b(?:and\s)?(?:replace|substitute|insert)\b"
)
CLAUSE_DELETED = re.compile(
    rf"(?ix)\x02{UP_TO_VERB}\b{IS_OR_SHALL_BE}{ADVERBS}\s(?:{DELETED}|waived|disapplied|suspended|no\slonger\s(?:part|in\sforce|applicable|valid|in\seffect|binding)|of\sno\s(?:further\s)?(?:force|effect))"
    rf"|\x02{UP_TO_VERB}\b(?:shall|will|do(?:es)?)\s(?:no\slonger|not|cease\sto)\s(?:apply|have\s(?:any\s)?(?:further\s)?(?:effect|force)|be\s(?:in\s(?:force|effect)|applicable|binding|of\sany))"
    rf"|\x02{UP_TO_VERB}\b(?:no\slonger|never)\s(?:applies|apply|has\s(?:any\s)?effect|holds?|binds?)|\x02{UP_TO_VERB}\bceases?\sto\s(?:apply|have|be)|\x02{UP_TO_VERB}\b(?:has|have|shall\shave|is\sof|are\sof)\sno\s(?:further\s|more\s)?(?:effect|force)"
    rf"|\b(?:delet|remov|revok|cancel|withdraw|repeal|rescind|waiv|strik|drop|omit|disappl)(?:e|es|s|ing|ies|y|led|ed)?(?:\sout)?\s(?:[^.;:\x02]{{0,40}})\x02"
)
QUALIFICATION = re.compile(
    r"(?i)^[^.;]{0,60}?\b(?:for\s(?!(?:the\s(?:remainder|rest|avoidance)|all\spurposes|ever))|so\sfar\sas|only\s(?:for|as|where|if|when|in|to)|in\srespect\sof|with\srespect\sto|as\sregards|to\sthe\sextent|insofar|until|during|while|in\srelation\sto|if\b|when\b|where\b|after\b|once\b|unless\b|apply\sto|applies\sto|provided)\b"
)
ONLY_WHERE = re.compile(r"(?i)\b(?:but\s)?only\s(?:where|if|when|for|in|to|as\sfar|in\sso\sfar)\b")
OPENING_REFERENCE = re.compile(
    r"(?i)(?:in|under|for|at|within|as\sregards|regarding|concerning|notwithstanding|despite|contrary\sto|by\sway)\b[^,:]{0,160}?[,:](?!\d)\s?|[^,:]{0,60}?:\s"
)
REMAINS_UNCHANGED = re.compile(
    r"(?i)\b(?:remains?|unchanged|unaffected|not\s(?:affected|changed|amended)|continues?\sto|stays?\sin|shall\scontinue|otherwise\sstands)\b"
)
KINDS_OF_TIME = frozenset(("date", "day", "week", "month", "year"))
"""Kinds that may replace each other: a period of months by its last day."""
ENDS_BEFORE_A_PLACE = re.compile(r"(?i)\b(?:in|under|at|within|from|of|to)\s(?:the\s)?_*$")
PROPER_NAME = re.compile(r"\b[A-Z][\w’'-]+(?:\s(?:[a-z]{2,3}\s){0,2}[A-Z][\w’'-]+)+")
CHANGES_TO = re.compile(
    rf"(?ix)\s(?:{IS_OR_SHALL_BE}{ADVERBS}\s{CHANGED}(?:\s(?:by\s[^.;:]{{1,40}}\s)?(?:to|at|until|till|by))|becomes?|(?:shall|will)\s(?:(?:now|instead|accordingly|therefore|henceforth)\s)*(?:be|become|amount\sto|apply\sat|rise\sto|fall\sto|ends?\son|runs?\suntil|expires?\son)|(?:ends|expires)\son|runs\suntil|(?:is|are)\s(?:now|instead)|rises?\sto|falls?\sto|goes\s(?:up|down)\sto|drops?\sto|increases?\sto|{IS_OR_SHALL_BE}{ADVERBS}\s(?:now\s)?(?=[$€£\d]))\s?(?P<new>[^;]{{1,160}}?)(?=;|\.(?:\s|$)|$)"
)
RESTATES = re.compile(
    r"\b(?:[Tt]he|[Oo]ur|[Yy]our)\s(?P<what>[A-Z][\w’'-]*(?:\s[A-Z][\w’'-]*){0,4})\s(?:is|are|shall\sbe|will\sbe)\s(?:now\s)?(?P<new>[$€£]?\d[^;]{0,80}?)(?=;|\.(?:\s|$)|$)"
)
"""A defined term with its value, as an amending part says it again: "the Deposit is £3,300"."""
DEFINES = re.compile(r"^\W{0,3}[\"“](?P<what>[^\"”]{2,60})[\"”]\s(?:means|is|:)")
NOTWITHSTANDING = re.compile(
    r"(?i)\b(?:notwithstanding|despite|contrary\sto|by\sway\sof\sexception\s(?:to|from)|as\san\sexception\sto|in\sderogation\s(?:of|from)|in\sdeparture\sfrom|in\sdeviation\sfrom|by\sway\sof\sderogation\sfrom)\s[^.;:\x02]{0,60}\x02"
)
NUMBERED_PART = re.compile(
    r"(?i)\bthe\s(?P<order>first|second|third|fourth|last|final|penultimate)\s(?P<what>sentence|paragraph|bullet|item)s?\b"
)
DEFINITION_OF = re.compile(
    rf"(?i)\bdefinition\s(?:of|for)\s(?:the\sterm\s|the\sword\s)?(?P<term>{QUOTATION})"
)
EVERYWHERE = re.compile(
    r"(?i)\b(?:throughout|wherever|every(?:where|\soccurrence)?|all\s(?:references|mentions|occurrences)|each\s(?:reference|occurrence)|any\sreference|references\sto)\b"
)
ORDINALS = {
    "first": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "last": -1,
    "final": -1,
    "penultimate": -2,
}
STOP_WORDS = frozenset(
    "the a an of in to for by with and or is are be shall will may as at on from under this that its their any each such which who it section clause article paragraph schedule amount figure words word hereby now amended changed replaced increased reduced sum number agreement contract landlord tenant lessor lessee party parties".split()
)
WORD = re.compile(r"[^\W_]+")
