"""Recognises prompts that chat programs send for themselves (titles, tags, follow-up questions), and answers them from
the prompt alone.

Open WebUI and LibreChat ask the model that the person chose to name the conversation. These prompts are
not questions, so the library is never searched for them. Known templates are recognised by their beginnings, other
wordings by what an instruction of this kind has: an imperative, what is to be written, the conversation that it is
written of, and the form of the reply. A person's question that mentions a title has not all of these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

LONGEST_TITLE = 60
"""Characters of the first question that become a title."""


class Task(StrEnum):
    """The task of a chat program's own prompt."""

    TITLE = "title"
    TAGS = "tags"
    FOLLOW_UPS = "follow_ups"
    QUERIES = "queries"
    COMPLETION = "text"
    IMAGE_PROMPT = "prompt"
    TOOL_CALLS = "tool_calls"
    EMOJI = "emoji"
    MERGE = "merge"


@dataclass(frozen=True, slots=True)
class OwnPrompt:
    """A recognised prompt, and the answer that the program can parse."""

    task: Task
    answer: str


# Open WebUI, backend/open_webui/config.py at 00b1c6bcaa: DEFAULT_*_PROMPT_TEMPLATE.
_OPEN_WEBUI_TASK = re.compile(r"\s*#{1,4} Task:\s*\n", re.IGNORECASE)
_OPEN_WEBUI_KEYS = (
    (re.compile(r'JSON format: \{ "title":|\bGenerate a concise(?:, 3-5 word)? title\b'), Task.TITLE),
    (re.compile(r'JSON format: \{ "tags":'), Task.TAGS),
    (re.compile(r'"follow_ups"|\bSuggest 3-5 relevant follow-up questions\b'), Task.FOLLOW_UPS),
    (re.compile(r'"queries"'), Task.QUERIES),
    (re.compile(r"\bYou are an autocompletion system\b"), Task.COMPLETION),
    (re.compile(r"\bprompt for an? image generation task\b|\bfor am image generation\b"), Task.IMAGE_PROMPT),
)  # fmt: skip
_BEGINNINGS = (
    (re.compile(r"\s*Available Tools: .*\bReturn only the JSON object\b", re.DOTALL), Task.TOOL_CALLS),
    (re.compile(r"\s*Your task is to reflect the speaker's likely facial expression"), Task.EMOJI),
    (re.compile(r"\s*You have been provided with a set of responses from various models"), Task.MERGE),
    # LibreChat's agents, src/utils/title.ts: the structured and the plain prompt.
    (re.compile(r"\s*Analyze this conversation and provide:\s*\n1\. The detected language"), Task.TITLE),
    (re.compile(r"\s*Provide a concise, 5-word-or-less title for the conversation"), Task.TITLE),
    (re.compile(r"\s*Please generate a concise title \(max 40 characters\) for a conversation"), Task.TITLE),
    # Vercel's chat template, whose instruction is the system message.
    (re.compile(r"\s*(?:-\s*)?you will generate a short title based on the first message", re.IGNORECASE), Task.TITLE),
    (re.compile(r"\s*Generate a (?:very )?short (?:chat )?title \(\d-\d words\)", re.IGNORECASE), Task.TITLE),
)  # fmt: skip
_TURN = re.compile(
    r"^\s*(?:[-*>]\s*)?[*_\"<]*(?:user|human|person|question|input|(?:the )?first message|message)(?:'s message)?[*_\">]*[ \t]*[:>][*_\"]*[ \t]*(\S.*)$",
    re.MULTILINE | re.IGNORECASE,
)
_LAST_TURN = re.compile(
    r"^\s*(?:follow[- ]?up(?: question| input)?|(?:latest |last |new |current )?(?:user )?(?:question|message|query|input)|user|human)\s*:[ \t]*(\S.*)$",
    re.MULTILINE | re.IGNORECASE,
)
LONGEST_INSTRUCTION = 1_500
"""Most characters of an instruction in the words of no known program; what follows is the conversation."""
_TRANSCRIPT = re.compile(
    r"^\s*(?:[-*]\s*)?(?:user|human|assistant|ai)\s*:|<\w+>|```|^-{3,}\s*$",
    re.MULTILINE | re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"(?:^|[.:;!,\n]\s*|\bplease,?\s+|\byour (?:task|job|only task) is to\s+|\byou (?:will|should|must|are to)\s+|\band\s+)"
    r"(?:now\s+|then\s+|briefly\s+)?"
    r"(?:write|generate|create|give|make|suggest|come up with|produce|summari[sz]e|sum up|compose|provide|name|craft|return"
    r"|reply|respond|label|propose|choose|pick|invent|find|condense|rephrase|rewrite|reformulate|rework|convert|turn"
    r"|transform|formulate|assign|list|extract|output|describe|title|distil)\b",
    re.IGNORECASE,
)
_CONVERSATION = re.compile(
    r"\b(?:conversations?|chats?|dialog(?:ue)?s?|threads?|discussions?|exchange|talk|messages?|session|transcript)\b",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"\b(?:\d+|two|three|four|five|six|seven|eight|ten|twelve|few) ?(?:[-\u2013]|to|or|and)? ?(?:\d+|two|three|four|five|six|seven|eight|ten)?[- ]?(?:words?|characters?|letters)\b"
    r"|\b(?:at most|no more than|up to|under|maximum|less than|fewer than|short|concise|brief|only|just|nothing else|without)\b",
    re.IGNORECASE,
)
_TALK = r"(?:conversation|chat|dialog(?:ue)?|thread|discussion|exchange|talk|message|session|transcript)"
_TITLE = r"(?:title|headline|heading|name|subject line|caption)"
_WANTED = (
    # "a short title", "name this chat", "naming conversations"; not "the title of the book".
    (re.compile(
        rf"\b(?:an?|the|one|single)\s+(?:[\w-]+,?\s+){{0,4}}?{_TITLE}\b(?!\s+(?:of|from)\s+(?:the|an?|this)\s+(?!(?:\w+\s+)?{_TALK}))"
        rf"|\b(?:title|name|caption|label)\s+(?:this|the|our|following)\s+(?:\w+\s+){{0,2}}{_TALK}\b(?!s)|\bnaming {_TALK}s?\b",
        re.IGNORECASE,
    ), Task.TITLE),
    (re.compile(r"\bfollow[- ]?up (?:questions|prompts|suggestions)\b|\bquestions (?:that )?the (?:user|person) (?:might|may|could|would)\b", re.IGNORECASE), Task.FOLLOW_UPS),
    (re.compile(r"\b(?:tags|topic labels|categories)\b", re.IGNORECASE), Task.TAGS),
)  # fmt: skip
_REWORDED = re.compile(
    r"\b(?:search(?:[- ]engine)? (?:quer(?:y|ies)|terms|phrases)|(?:stand[- ]?alone|self[- ]contained|web[- ]search) (?:search )?(?:quer(?:y|ies)|questions?)|quer(?:y|ies) for an? (?:web )?search)\b",
    re.IGNORECASE,
)


def own_prompt(system: Sequence[str], last: str, first: str = "") -> OwnPrompt | None:
    """The prompt that a chat program sends for itself; None for a person's question.

    `system` are the texts of the system messages, `last` is that of the last user message and `first` of the first.
    """
    for text in (last, *system):
        task = _task_of(text)
        if task is not None:
            return OwnPrompt(task, _answer(task, text, last, first))
    return None


def _instructed(text: str) -> Task | None:
    """The task of an instruction in the words of no known program; None for anything else."""
    transcript = _TRANSCRIPT.search(text)
    told = text[: transcript.start()] if transcript else text
    if not told.strip() or len(told) > LONGEST_INSTRUCTION or not _IMPERATIVE.search(told):
        return None
    if _REWORDED.search(told) and _LAST_TURN.search(text):
        return Task.QUERIES
    if "?" in told or not _CONVERSATION.search(told) or not _FORM.search(told):
        return None
    return next((task for wanted, task in _WANTED if wanted.search(told)), None)


def _task_of(text: str) -> Task | None:
    if _OPEN_WEBUI_TASK.match(text):
        for key, task in _OPEN_WEBUI_KEYS:
            if key.search(text):
                return task
    known = next((task for beginning, task in _BEGINNINGS if beginning.match(text)), None)
    return known or _instructed(text)


def _answer(task: Task, text: str, last: str, first: str) -> str:
    """The answer in the form that the program parses, made only from the prompt."""
    if task is Task.QUERIES and "JSON" not in text and not _OPEN_WEBUI_TASK.match(text):
        asked = [found.group(1) for found in _LAST_TURN.finditer(text)]
        return asked[-1].strip() if asked else ""
    if task is Task.TITLE:
        title = _title(text, last, first)
        return json.dumps({"title": title}, ensure_ascii=False) if "JSON" in text else title
    if task in (Task.TAGS, Task.FOLLOW_UPS, Task.QUERIES, Task.TOOL_CALLS):
        return json.dumps({task.value: []})
    if task in (Task.COMPLETION, Task.IMAGE_PROMPT):
        return json.dumps({task.value: ""})
    return ""


def _title(text: str, last: str, first: str) -> str:
    """The first question of the conversation, in the prompt or before it, shortened at a word."""
    turn = _TURN.search(text) or _TURN.search(last)
    if turn:
        said = turn.group(1)
    elif last is not text:  # the system message has the instruction
        said = last
    else:
        said = first if first != last else ""
    words = " ".join(said.split())
    if len(words) <= LONGEST_TITLE:
        return words or "Conversation"
    return words[:LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,.;:") + "…"
