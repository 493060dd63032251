"""Tells a statement that was put out of use by a comment sign from a comment in words. Knows no language's grammar."""

from __future__ import annotations

import re

_LONGEST = 400
"""Characters of the longest line that is looked at; statements that are longer are rare, and each look costs its length."""
_WORD = r"[^\W\d][\w'’-]*"
# "n = number of boats" explains; "retries = 3" and "limit = most(n)" set.
_PROSE = re.compile(
    rf"(?!(?:not|new|await|lambda|async|function|yield)\b){_WORD}[,:]?[ ]+(?!(?:if|or|and|in|is|as)\b)[\w(]"
)
_SETS = re.compile(
    r"(?:[$@&*]?[\w.$:<>\[\]\"'*-]{1,80}[ \t]+){0,4}[$@&*]?[\w.$\[\]\"'-]{1,80}[ \t]*(?::|[-+*/|&?]|:[ \t]*[\w.\[\]| ]{1,60})?=(?![=>])[ \t]*(?P<value>\S.*)"
)
_ENTRY = re.compile(r"(?:[\"'][^\"']{1,80}[\"']|\w*[a-z_]\w*[_A-Z]\w*)[ \t]*(?::|=>)[ \t]*\S.*")
_CALL = re.compile(
    r"(?:(?:await|yield|new|throw|raise|return)[ \t]+)?@?[\w.$:>!-]{1,100}\(.*\)[ \t]*[;,{:]?"
)
_KEYWORD = re.compile(
    r"(?:import[ \t]+[\w.]+(?:[ \t]+as[ \t]+\w+)?|from[ \t]+[\w.]+[ \t]+import\b.*|(?:async[ \t]+)?def[ \t]+\w+\(.*|"
    r"#[ \t]*(?:include|define|if|ifdef|ifndef|endif|undef)\b.*|(?:export|alias|unset|set)[ \t]+-?\w+=?\S*|"
    r"(?:try|else|finally):|(?:break|continue|pass|fi|done|esac|end)[;]?)"
)
_ENDED = re.compile(
    r".*[()=\[\]{}.].*;|(?:return|import|using|package|use|goto|let|var|const)\b.*;|(?:if|for|while|switch|else|do)\b.*\{"
)
_BRACKETS = re.compile(r"[\[\](){}]+[,;]?")
_QUERY = re.compile(r"(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|ALTER|DROP|CREATE|GRANT)\b.*")


def set_name(statement: str) -> str:
    """The name that a statement sets, as UPLOAD_LIMIT in "UPLOAD_LIMIT = 40"; "" where it sets none."""
    text = statement.strip()
    if len(text) > _LONGEST or _SETS.fullmatch(text) is None:
        return ""
    before = text[: text.index("=")].rstrip(":+-*/|&? \t")
    return (
        before.partition(":")[0].split()[-1].strip("\"'[]") if before[:1] not in ("", ":") else ""
    )


def is_statement(comment: str) -> bool:
    """Whether what stands behind a comment sign is code: a setting, a call, a bracket; not a sentence about code.

    A line that may be either is a sentence: "see parse(x)", "n = number of boats", "Default: 3".
    """
    text = comment.strip()
    if not text or len(text) > _LONGEST:
        return False
    if (sets := _SETS.fullmatch(text)) is not None:
        return _PROSE.match(sets["value"]) is None
    return any(
        form.fullmatch(text) is not None
        for form in (_ENTRY, _CALL, _KEYWORD, _ENDED, _BRACKETS, _QUERY)
    )
