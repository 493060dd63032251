"""Describes the allowed replies of a model as a GBNF grammar and as a JSON schema, and parses its replies.

The grammars use llama.cpp's notation. A reply is never assumed to follow its grammar: it is looked up in the
choices, and a reply that is not in them is no answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from wherein.core.answer import Candidate
from wherein.reading.generative.choices import Choices
from wherein.reading.generative.prompts import DONT_KNOW

MOST_SENTENCES = 8
_NOT_FIRST = frozenset(".,;:!?)]}%'\u2019\u201d\u00bb-\u2013\u2014/")
_REFUSALS = re.compile(
    r"^\W*(?:i\s+(?:don['\u2019]?t|do\s+not)\s+know|unknown|not\s+(?:stated|given|mentioned|in\s+the"
    r"\s+(?:context|text))|no\s+answer|none|n/?a)\b",
    re.IGNORECASE,
)


def span_grammar(choices: Choices, refusal: bool = True) -> str:
    """A grammar for any run of whole words within one sentence, and with `refusal` also "I don't know".

    Each word has one rule, which continues with the next word or ends. So the size grows with the length of the
    text, not with its square.
    """
    rules: list[str] = []
    starts: list[str] = []
    for number, choice in enumerate(choices.sentences):
        units = choice.units()
        for place, unit in enumerate(units):
            name = f"w{number}-{place}"
            if unit.text not in _NOT_FIRST:
                starts.append(name)
            rest = ""
            if place + 1 < len(units):
                gap = '" " ' if units[place + 1].apart else ""
                rest = f" ({gap}w{number}-{place + 1})?"
            rules.append(f"{name} ::= {_quoted(unit.text)}{rest}")
    first = [_quoted(DONT_KNOW), *starts] if refusal or not starts else starts
    return "\n".join([f"root ::= {' | '.join(first)}", *rules]) + "\n"


def sentence_grammar(choices: Choices, several: bool) -> str:
    """A grammar for the number of a sentence, several numbers, or "I don't know"."""
    numbers = " | ".join(_quoted(f"[{n}]") for n in range(1, len(choices.sentences) + 1))
    most = min(MOST_SENTENCES, len(choices.sentences)) if several else 1
    return f"root ::= {_quoted(DONT_KNOW)} | n{{1,{most}}}\nn ::= {numbers}\n"


def span_schema() -> Mapping[str, Any]:
    return _object(
        {
            "answer": {
                "type": "string",
                "description": f'Words copied from the context, or "{DONT_KNOW}".',
            }
        }
    )


def sentence_schema(choices: Choices, several: bool) -> Mapping[str, Any]:
    numbers = list(range(1, len(choices.sentences) + 1))
    most = min(MOST_SENTENCES, len(numbers)) if several else 1
    items = {"type": "integer", "enum": numbers}
    return _object({"sentences": {"type": "array", "items": items, "maxItems": most}})


def _object(properties: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def said_span(text: str, choices: Choices, cut: bool) -> Candidate | None:
    """The place of the reply's words; None for a refusal and for words that are not in the sentences.

    `cut` is True where the reply ended at its length limit: a last word that is not in the text is then ignored.
    """
    said = _of_json(text, "answer")
    if not isinstance(said, str) or is_refusal(said):
        return None
    # Models put quotation marks around what they quote.
    found = choices.find(said) or choices.find(said.strip(" \n\"'\u201c\u201d."))
    if found is None and cut and " " in said:
        found = choices.find(said[: said.rindex(" ")])
    return found


def said_sentences(text: str, choices: Choices, several: bool) -> list[Candidate] | None:
    """The sentences that the reply names, best first; empty for a refusal, None for a malformed reply."""
    said = _of_json(text, "sentences")
    if isinstance(said, str):
        if is_refusal(said):
            return []
        numbers = [int(n) for n in re.findall(r"\[(\d{1,4})\]", said)]
        if not numbers and re.fullmatch(r"[\s\d,;.]+", said):
            numbers = [int(n) for n in re.findall(r"\d{1,4}", said)]
        if not numbers:
            return None
    elif isinstance(said, list) and all(type(n) is int for n in said):
        numbers = [n for n in said if isinstance(n, int)]
    else:
        return None
    if any(not 1 <= n <= len(choices.sentences) for n in numbers):
        return None
    distinct = list(dict.fromkeys(numbers))[: MOST_SENTENCES if several else 1]
    chosen = [choices.sentences[n - 1] for n in distinct]
    return [Candidate(choice.passage, choice.span, 0.0, 0.0) for choice in chosen]


def is_refusal(said: str) -> bool:
    """Whether the reply is one of the usual phrases for "the text has no answer"."""
    return not said.strip() or bool(_REFUSALS.match(said))


def _of_json(text: str, key: str) -> object:
    """The value of a JSON object's key when the text holds one, else the text itself."""
    match = re.search(r"\{.*\}", text, re.DOTALL)
    if match:
        try:
            value = json.loads(match.group())
        except ValueError:
            return text
        if isinstance(value, dict) and key in value:
            inner: object = value[key]
            return inner
    return text


def _quoted(text: str) -> str:
    out = []
    for sign in text:
        if sign in '"\\':
            out.append("\\" + sign)
        elif sign == "\n":
            out.append("\\n")
        elif sign.isprintable():
            out.append(sign)
        else:
            out.append(f"\\U{ord(sign):08X}")
    return '"' + "".join(out) + '"'
