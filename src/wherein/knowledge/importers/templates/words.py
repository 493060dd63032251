"""Renders templates that format their words or stand for a symbol, and the wiki's own functions."""

from __future__ import annotations

import re

from wherein.knowledge.importers.templates.call import Call, Rule, same


def _parameter(*keys: str | int) -> Rule:
    def rule(call: Call) -> str | None:
        return call.get(*keys)

    return rule


def _constant(text: str) -> Rule:
    return lambda call: text


def _joined(call: Call) -> str:
    return "".join(call.items())


def _last(call: Call) -> str:
    return next(reversed(call.items()), "")


def _quoted(call: Call) -> str | None:
    text = call.get("text", "quote", 1, "content")
    if not text:
        return None
    by = ", ".join(
        filter(None, (call.get("author", "sign", "by", 2), call.get("source", "title", 3)))
    )
    return f"\n\n{text}\n" + (f"— {by}\n\n" if by else "\n")


def _side_quote(call: Call) -> str | None:
    text = call.get("quote", "text", 2)
    by = call.get("author", "source", 3)
    return f"\n\n{text}\n" + (f"— {by}\n\n" if by else "\n") if text else None


def _sic(call: Call) -> str:
    given = call.numbered()
    return "".join(given[:2]) if given and given[0] != "?" else "".join(given[1:2])


def _section_link(call: Call) -> str:
    page, *sections = call.numbered() or [""]
    return " § ".join(part for part in (page, *sections) if part)


def _cell(call: Call) -> str:
    return call.get(1, "text") or call.name.capitalize()


def _if(call: Call) -> str:
    return call.get(2) if call.get(1) else call.get(3)


def _if_equal(call: Call) -> str:
    return call.get(3) if call.get(1) == call.get(2) else call.get(4)


def _switch(call: Call) -> str:
    value = call.get(1)
    return call.get(value, "#default") if not value.isdecimal() else call.get("#default")


def _title(call: Call) -> str:
    return call.title


def _base_title(call: Call) -> str:
    return re.sub(r" \(.*\)$", "", call.title)


def _replaced(call: Call) -> str:
    return call.get(1).replace(call.get(2), call.get(3)) if call.get(2) else call.get(1)


_TEXT = """
nowrap|nobr|nobreak|no wrap|nowr|j|nobold|noitalic|noitalics|nobold italic|normal|nonbold|small|smaller|smalldiv|small div
|big|bigger|larger|large|huge|resized|midsize|finedetail|em|strong|u|underline|uline|underlined|ul|s|strike|strikethrough
|del|var|kbd|code|codett|tt|mono|monospace|samp|key|key press|keypress|kbd key|button|sc|sc1|sc2|small caps|smallcaps
|smallcaps2|smallcaps all|allcaps|all caps|caps|nocaps|no caps|visible anchor|vanchor|va|vanch|visanc|center|centre|left|right
|float right|float left|block indent|indented|pre|pre2|nowiki|plain text|delink|angle bracket|angbr|angbr ipa|symb|unicode|iast
|xt|mxt|bxt|!xt|dfn|italic|i|b|bold|title|text|linum|linktext word|as written|as is|not a typo text|proper name text|white
|abbr|abbrv|tooltip|define|define word|abbreviation|hover text|h:title text|abbrlink|acronym|initialism|initialism of
|url text|not english inline|uninum|hilite|highlight|hl|yellow|green|red|blue|gold|silver|pink|gray|grey|black|mark|marked
|inline block|inline|inner|span|plain|plainlink text|plainlinks|nobots text|raw|okina text|transcluded text|verse|verse translation
|poem|poemquote|lyrics|stanza|keep together|avoid wrap|wbr text|bdi|rlm text|ltr|rtl|rtl-para|bidi|nihongo core|superimpose
|fixed width|mono text|typewriter|sans-serif|serif|sans|cursive|blackletter|fraktur|zodiac text|circled|boxed|boxtext|frame
|phrase|term|defn|glossary term|gloss term|item|note text|main text|cell|ublist item|table cell|vert header|vertical header
|vertical text|vertical|rotate|rotated|rh|rh2|row header|flatlist item|tooltip2|help|term term|vdash text|hang|hanging indent
|hanging|dropcap|drop cap|initial|w|article link|plink|link text|self|no link|nolink|unlinked|fake heading|fake header
|pseudo heading|boldface|ordinal text|stack|overset|stacked|outdent text|bluebook|title case|sentence case
"""  # fmt: skip

RULES: dict[str, Rule] = {
    **same(_parameter(1, "text", "content"), _TEXT),
    **same(
        _parameter(2, "text", 1),
        "color|colour|font color|font colour|fontcolor|fgcolor|background color|bgcolor|background colour|bg|colored text"
        "|coloured text|align|text align|aligned|sort|sort key text|sorted|hover title|h:title|htitle|title tip|resize|fs"
        "|font size|fontsize|font|style|styled|shade|highlight color|highlighted|href|interwiki text|simple link|plainlink"
        "|colorbox text|legend2|legend|legend inline|legend0|legend-line|color sample text|su text|wikt-text",
    ),
    **same(_parameter(3, 2, 1), "colored link|coloured link|color link|colour link|colorlink|clink"),
    **same(_last, "l|link if exists|delinked|wiktionary link|wikt|wikt word"),
    **same(_joined, "not a typo|typo|notatypo|as typed|chem name|chemname|proper name|linktext|link text words|concat|joined|shy text|hyphenated|sh"),
    **same(_sic, "sic|sic hide|as in original|typo in original"),
    **same(_section_link, "section link|slink|sectionlink|seclink"),
    **same(
        _quoted,
        "quote|blockquote|block quote|bquote|quotation|cquote|centered quote|pull quote|centered pull quote|lquote|quotation text"
        "|long quote|longquote|quote text|quoteby|block quotation|epigraph|imagequote|speech|excerpt quote|cite quote",
    ),
    **same(_side_quote, "rquote|quote box|quotebox|quote frame|side quote|aside quote|quote box2|quote box3"),
    **same(
        _cell,
        "yes|no|partial|maybe|yes2|no2|dunno|unknown|active|inactive|rejected|planned|free|nonfree|proprietary|usually|rarely"
        "|sometimes|some|any|good|bad|pending|unofficial|included|dropped|beta|incorrect|correct|okay|available|cancelled"
        "|scheduled|success|failure|partial failure|partial success|operational|draw|win|lost|loss|won|nom|nominated|pass"
        "|runner-up|eliminated|safe|shortlisted|longlisted|pre-nominated|tba|tbd|tbc|n/a|na|none|nonpf|sho|draw2|recurring"
        "|guest|does not appear|cguest|cmain|crecurring|wonvnom|undisclosed|terminated|site active|site inactive|depends"
        "|optional|coming soon|regional|perhaps|varies|release candidate|obsolete|in progress|under construction|deprecated",
    ),
    # Functions and words of the wiki itself.
    **same(_if, "#if"),
    **same(_if_equal, "#ifeq"),
    **same(_switch, "#switch"),
    **same(_parameter(3), "#ifexist|#ifexpr|#iferror"),
    **same(_title, "pagename|fullpagename|subjectpagename|articlepagename|pagenamee text"),
    **same(_base_title, "pagenamebase|basepagename|pagename base|lcfirst pagename"),
    "lc": lambda call: call.get(1).lower(),
    "uc": lambda call: call.get(1).upper(),
    "lcfirst": lambda call: call.get(1)[:1].lower() + call.get(1)[1:],
    "ucfirst": lambda call: call.get(1)[:1].upper() + call.get(1)[1:],
    "#tag": lambda call: "" if call.get(1).casefold() in ("ref", "gallery", "score") else call.get(2),
    "first word": lambda call: call.get(1).partition(call.get("sep") or " ")[0],
    "last word": lambda call: call.get(1).rpartition(call.get("sep") or " ")[2],
    **same(_replaced, "replace|str rep"),
}  # fmt: skip

_SIGNS = {
    "!": "|", "pipe": "|", "=": "=", "((": "{{", "))": "}}", "'": "'", "' ": "'", "`": "’", "'s": "’s", "’s": "’s", "s'": "s’",
    "\"": "\"", "'\"": "'\"", "\"'": "\"'", "–": "–", "—": "—", "ndash": "–", "en dash": "–", "endash": "–", "mdash": "—",
    "em dash": "—", "emdash": "—", "snd": " – ", "snds": " – ", "spnd": " – ", "sndash": " – ", "spaced ndash": " – ",
    "spaced en dash": " – ", "spaced endash": " – ", "spacedndash": " – ", "dash": " – ", "smd": " — ", "spaced mdash": " — ",
    "spaced em dash": " — ", "spmd": " — ", "nbsp": " ", "nbs": " ", "space": " ", "spaces": " ", "sp": " ", "thin space": " ",
    "thinsp": " ", "hair space": " ", "hairsp": " ", "nnbsp": " ", "ensp": " ", "emsp": " ", "zwsp": "", "zwj": "", "zwnj": "",
    "shy": "", "wbr": "", "·": " · ", "dot": " · ", "middot": " · ", "•": " • ", "bull": " • ", "bullet": " • ", "\\": " / ",
    "spaced slash": " / ", "ellipsis": "…", "...": "…", "…": "…", "asterisk": "*", "ast": "*", "hash": "#", "number sign": "#",
    "numero": "No. ", "no.": "No. ", "times": "×", "x": "×", "by": "×", "±": "±", "plusmn": "±", "minus": "−", "approx": "≈",
    "lt": "<", "gt": ">", "sharp": "♯", "flat": "♭", "natural": "♮", "pi": "π", "π": "π", "gamma": "γ", "infinity": "∞", "deg": "°",
    "degree": "°", "prime": "′", "pprime": "″", "okina": "ʻ", "hamza": "ʾ", "ayin": "ʿ", "eacute": "é", "dagger": "†", "†": "†",
    "ddagger": "‡", "double-dagger": "‡", "double dagger": "‡", "paragraph": "¶", "section sign": "§", "§": "§", "star": "★",
    "check": "✓", "checkmark": "✓", "tick": "✓", "aye": "✓", "cross": "✗", "xmark": "✗", "n": "✗", "y": "✓", "yesy": "✓", "non": "✗",
    "male": "male", "female": "female", "♂": "male", "♀": "female", "eor": "", "euro sign": "€", "pound sign": "£", "yen": "¥",
    "bc": " BC", "bce": " BCE", "ad": " AD", "ce": " CE", "hbar": "ħ", "carbon dioxide": "CO₂", "co2": "CO₂", "h2o": "H₂O",
    "pound sterling": "£", "copyright": "©", "trademark": "™", "registered": "®", "tm": "™", "sup2": "²", "sup3": "³",
    "increase": "", "decrease": "", "steady": "", "profit": "", "loss icon": "", "gain": "", "nochange": "", "up": "", "down": "",
    "same position": "", "increaseneutral": "", "decreaseneutral": "", "increasenegative": "", "decreasepositive": "",
    "gold medal": "Gold", "silver medal": "Silver", "bronze medal": "Bronze", "gold1": "1", "silver2": "2", "bronze3": "3",
    "gold01": "1", "silver02": "2", "bronze03": "3", "goldmedal": "Gold", "silvermedal": "Silver", "bronzemedal": "Bronze",
    "gold": "Gold", "silver": "Silver", "bronze": "Bronze", "first place": "1st", "br": "\n", "crlf": "\n",
}  # fmt: skip
"""Templates without parameters that stand for symbols. With a parameter, some of them have another rule."""

_MEDALS = frozenset(("Gold", "Silver", "Bronze"))


def _sign(sign: str) -> Rule:
    """The rule of a symbol; a medal shows its own text where it has one."""
    return (lambda call: call.get(1) or sign) if sign in _MEDALS else _constant(sign)


RULES.update((name, _sign(sign)) for name, sign in _SIGNS.items())
