"""Recognises prompts that chat programs send for themselves (titles, tags, follow-up questions), and answers them from
the prompt alone.

Open WebUI and LibreChat ask the model that the person chose to name the conversation. These prompts are
not questions, so the library is never searched for them. Each pattern is the beginning of a program's
own template; a person's question that mentions a title does not match.
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
_FIRST_TURN = re.compile(r"^\s*(?:USER|Human|User):[ \t]*(\S.*)$", re.MULTILINE)


def own_prompt(system: Sequence[str], last: str) -> OwnPrompt | None:
    """The prompt that a chat program sends for itself; None for a person's question.

    `system` are the texts of the system messages, `last` is that of the last user message.
    """
    for text in (last, *system):
        task = _task_of(text)
        if task is not None:
            return OwnPrompt(task, _answer(task, text, last))
    return None


def _task_of(text: str) -> Task | None:
    if _OPEN_WEBUI_TASK.match(text):
        for key, task in _OPEN_WEBUI_KEYS:
            if key.search(text):
                return task
    return next((task for beginning, task in _BEGINNINGS if beginning.match(text)), None)


def _answer(task: Task, text: str, last: str) -> str:
    """The answer in the form that the program parses, made only from the prompt."""
    if task is Task.TITLE:
        title = _title(text, last)
        return json.dumps({"title": title}, ensure_ascii=False) if "JSON" in text else title
    if task in (Task.TAGS, Task.FOLLOW_UPS, Task.QUERIES, Task.TOOL_CALLS):
        return json.dumps({task.value: []})
    if task in (Task.COMPLETION, Task.IMAGE_PROMPT):
        return json.dumps({task.value: ""})
    return ""


def _title(text: str, last: str) -> str:
    """The first question of the conversation in the prompt, shortened at a word."""
    turn = _FIRST_TURN.search(text)
    first = turn.group(1) if turn else last if last is not text else ""
    words = " ".join(first.split())
    if len(words) <= LONGEST_TITLE:
        return words or "Conversation"
    return words[:LONGEST_TITLE].rsplit(" ", 1)[0].rstrip(" ,.;:") + "…"
