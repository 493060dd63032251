"""Formats a result as a chat message with citations, whole or in chunks. Knows no route and asks nothing."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from wherein.answering.grading.grades import fact_in_words
from wherein.core.answer import Answer, Result
from wherein.core.answer_facts import facts
from wherein.server.doors.chat_programs import OwnPrompt
from wherein.server.wire.addresses import address_of
from wherein.server.wire.json_form import answer_json

Json = dict[str, Any]
NOT_HERE = "Not here."
PERHAPS = "No clear answer. Closest:"
EARLIER_PERHAPS = "Probably not here. Perhaps:"
"""As messages of versions before 0.1 begin, which chat programs send back."""
DONE = "data: [DONE]\n\n"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the message: an answer or a perhaps with its place, or a sentence about the answers.

    `cited` is the answer that the first `length` characters show and a citation stands for.
    """

    text: str
    cited: Answer | None = None
    length: int = 0


@dataclass(frozen=True, slots=True)
class Message:
    """The assistant's message. `found` is the field `wherein`."""

    paragraphs: tuple[Paragraph, ...]
    found: Json
    id: str = field(default_factory=lambda: f"chatcmpl-{uuid.uuid4().hex}")
    created: int = field(default_factory=lambda: int(time.time()))

    @property
    def content(self) -> str:
        return "\n\n".join(paragraph.text for paragraph in self.paragraphs)

    @property
    def annotations(self) -> list[Json]:
        """One citation for each answer, in the order of the text. A refusal has none."""
        annotations = []
        start = 0
        for paragraph in self.paragraphs:
            if paragraph.cited is not None:
                annotations.append(_annotation(paragraph.cited, start, start + paragraph.length))
            start += len(paragraph.text) + len("\n\n")
        return annotations


def message_of(result: Result) -> Message:
    """The message with the answers, their sentences and places, or with the refusal."""
    paragraphs = [
        _paragraph(answer, number, result.several)
        for number, answer in enumerate(result.answers, start=1)
    ]
    if not paragraphs and result.is_question:
        paragraphs = [Paragraph(PERHAPS if result.perhaps else NOT_HERE)]
        paragraphs += [Paragraph(_shown(answer)) for answer in result.perhaps]
    notes = list(result.notes)
    if result.meant is not None:
        notes.insert(0, f"Showing results for: {result.meant}")
    understood = None if result.typed is None else result.question
    if understood is not None:
        notes.insert(0, f"Understood as: {understood}")
    paragraphs += [Paragraph(note) for note in notes]
    found = {
        "answered": result.answered,
        "answers": [{**answer_json(answer), "grade": "answer"} for answer in result.answers],
        "perhaps": [{**answer_json(answer), "grade": "perhaps"} for answer in result.perhaps],
        "notes": list(result.notes),
        **({} if result.meant is None else {"meant": result.meant}),
        **({} if understood is None else {"understood": understood}),
    }
    return Message(tuple(paragraphs), found)


def message_for_itself(prompt: OwnPrompt) -> Message:
    """The answer to a chat program's own prompt, without anything from the library."""
    found = {
        "answered": False,
        "answers": [],
        "perhaps": [],
        "notes": [],
        "own_prompt": prompt.task,
    }
    return Message((Paragraph(prompt.answer),), found)


def completion(message: Message, model: str, usage: Json) -> Json:
    """The whole response of a request that does not stream."""
    said = {
        "role": "assistant",
        "content": message.content,
        "annotations": message.annotations,
        "refusal": None,
    }
    return {
        "id": message.id,
        "object": "chat.completion",
        "created": message.created,
        "model": model,
        "choices": [{"index": 0, "message": said, "finish_reason": "stop", "logprobs": None}],
        "usage": usage,
        "wherein": message.found,
    }


def chunks(
    message: Message, model: str, usage: Json | None, open_webui: bool = False
) -> Iterator[str]:
    """The response as server-sent events: role, text, citations, the end, and usage where it is asked for.

    With `open_webui` a citation is an event that Open WebUI's page shows with its quote, else a standard
    annotation.
    """

    def chunk(choices: list[Json], **more: object) -> str:
        head = {"id": message.id, "object": "chat.completion.chunk", "created": message.created}
        return data({**head, "model": model, "choices": choices, **more})

    def delta(change: Json, finish: str | None = None, **more: object) -> str:
        choice = {"index": 0, "delta": change, "finish_reason": finish, "logprobs": None}
        return chunk([choice], **more)

    yield delta({"role": "assistant", "content": ""})
    for number, paragraph in enumerate(message.paragraphs):
        yield delta({"content": ("\n\n" if number else "") + paragraph.text})
    if open_webui:
        for paragraph in message.paragraphs:
            if paragraph.cited is not None:
                yield chunk([], event=_open_webui_source(paragraph.cited))
    elif annotations := message.annotations:
        yield delta({"annotations": annotations})
    yield delta({}, "stop", wherein=message.found)
    if usage is not None:
        yield chunk([], usage=usage)
    yield DONE


def data(value: Json) -> str:
    """One server-sent event without a name."""
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


def _paragraph(answer: Answer, number: int, several: bool) -> Paragraph:
    said = answer.text if answer.written is None else answer.written
    if several:
        return Paragraph(f"{said} [{number}]", answer, len(said))
    return Paragraph(_shown(answer, f" [{number}]"), answer, len(said))


def _shown(answer: Answer, mark: str = "") -> str:
    """The answer, its sentence where that has more words, and its place."""
    said = answer.text if answer.written is None else answer.written
    sentence = "" if answer.quote == said else f"“{answer.quote}” "
    shown = " · ".join(fact_in_words(one, answer) for one in facts(answer, with_reader=False))
    return f"{said}{mark}\n{sentence}— {shown}"


def _annotation(answer: Answer, start: int, end: int) -> Json:
    return {
        "type": "url_citation",
        "url_citation": {
            "start_index": start,
            "end_index": end,
            "url": address_of(answer.source, answer.document),
            "title": answer.title or answer.source or answer.document,
        },
        "wherein": {**answer_json(answer), "grade": "answer"},
    }


def _open_webui_source(answer: Answer) -> Json:
    """Open WebUI passes a chunk's `event` unchanged to its page, which shows the documents of a `source`."""
    address = address_of(answer.source, answer.document)
    title = answer.title or answer.source or answer.document
    place = {"source": address, "name": title}
    if answer.page is not None:
        place["page"] = str(answer.page - 1)  # its page counts from 0 and shows one more
    return {
        "type": "source",
        "data": {
            "source": {"name": title, "url": address},
            "document": [answer.quote],
            "metadata": [place],
        },
    }
