"""What three chat programs make of our stream, by the rules of their own parsers.

Each parser here follows the program's source at the commit named, so that a change of our chunks that
would lose an answer or a source there fails here.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from wherein.core.answer import Answer, Coverage, Result
from wherein.core.span import Span
from wherein.server.doors.chat_programs import LONGEST_TITLE, Task, own_prompt
from wherein.server.doors.openai_form import NOT_HERE, PERHAPS, chunks, completion, message_of

QUOTE = "The *ferry* costs 240 kroner 🚢."
USAGE = {"prompt_tokens": 9, "completion_tokens": 20, "total_tokens": 29}


def answer(text: str = "240 kroner", **more: Any) -> Answer:
    start = QUOTE.find(text)
    values: dict[str, Any] = {
        "document": "d1", "title": "Ferry", "quote": QUOTE, "quote_span": Span(100, 100 + len(QUOTE)),
        "span": Span(100 + start, 100 + start + len(text)), "section": ("Prices",),
        "confidence": 0.81, "found_by": "small", "page": 3, "source": "https://example.org/ferry",
    }  # fmt: skip
    return Answer(text=text, **{**values, **more})


def result(answers: tuple[Answer, ...] = (), perhaps: tuple[Answer, ...] = (), **more) -> Result:
    return Result("?", answers, perhaps, bool(answers), (), {}, Coverage(1.0, 9), (), 1.0, **more)


ANSWERED = result((answer(), answer(QUOTE, document="d 2", source="/tmp/a b.md", page=None)))
REFUSED = result()
PERHAPS_ONLY = result(perhaps=(answer(),))


def lines(of: Result, open_webui: bool = False) -> list[str]:
    return "".join(chunks(message_of(of), "wherein", USAGE, open_webui)).splitlines()


def open_webui(stream: list[str]) -> tuple[str, list[dict]]:
    """open-webui/open-webui @000032ed1c, backend/open_webui/utils/middleware.py, stream_body_handler:
    the text, and the sources that its page is handed."""
    content, sources = "", []
    for line in stream:
        if not line.strip() or not line.startswith("data:"):
            continue
        try:
            chunk = json.loads(line[len("data:") :].strip())
        except ValueError:
            assert "data: [DONE]" in line
            continue
        if "event" in chunk:
            sources.append(chunk["event"])
        choices = chunk.get("choices", [])
        if not choices:
            assert "error" not in chunk
            continue
        delta = choices[0].get("delta", {})
        for annotation in delta.get("annotations") or []:
            if annotation.get("type") == "url_citation" and "url_citation" in annotation:
                cited = annotation["url_citation"]
                url = cited.get("url", "")
                title = cited.get("title", url)
                place = {"source": url, "name": title}
                shown = {"source": {"name": title, "url": url}, "document": [title]}
                sources.append({"type": "source", "data": {**shown, "metadata": [place]}})
        content += delta.get("content") or ""
    return content, sources


def vercel(stream: list[str]) -> tuple[str, list[dict]]:
    """vercel/ai @07cad49923, packages/openai/src/chat/openai-chat-api.ts: the schema of a chunk, and
    the model that adds up text and sources. A value of another type is an error there."""
    content, sources, finished = "", [], None
    for line in stream:
        if not line.startswith("data: ") or line == "data: [DONE]":
            continue
        chunk = json.loads(line[6:])
        assert isinstance(chunk["id"], str)
        assert isinstance(chunk["created"], int)
        assert isinstance(chunk["choices"], list)
        for choice in chunk["choices"]:
            assert isinstance(choice["index"], int)
            delta = choice["delta"]
            assert delta.get("role") in (None, "assistant")
            assert isinstance(delta.get("content"), str | None)
            for annotation in delta.get("annotations") or []:
                assert annotation["type"] == "url_citation"
                cited = annotation["url_citation"]
                assert isinstance(cited["start_index"], int)
                assert isinstance(cited["end_index"], int)
                assert isinstance(cited["title"], str)
                assert isinstance(cited["url"], str)
                sources.append(cited)
            content += delta.get("content") or ""
            finished = choice["finish_reason"] or finished
    assert finished == "stop"
    return content, sources


def llm(stream: list[str]) -> tuple[str, dict]:
    """simonw/llm @009d9d37f0, llm/default_plugins/openai_models.py, Chat.execute and combine_chunks,
    over the chunks as the `openai` package types them: the text and the usage."""
    from openai.types.chat import ChatCompletionChunk

    content, usage = "", {}
    for line in stream:
        if line.startswith("data: {"):
            chunk = ChatCompletionChunk.model_validate(json.loads(line[6:]))
            if chunk.usage:
                usage = chunk.usage.model_dump()
            try:
                content += chunk.choices[0].delta.content or ""
            except IndexError:
                assert chunk.usage, "a chunk without choices has the usage"
    return content, usage


def test_all_three_read_the_same_text() -> None:
    for of in (ANSWERED, REFUSED, PERHAPS_ONLY):
        content = message_of(of).content
        stream = lines(of)
        assert open_webui(stream)[0] == vercel(stream)[0] == llm(stream)[0] == content
        assert open_webui(lines(of, open_webui=True))[0] == content
    assert llm(lines(ANSWERED))[1]["total_tokens"] == 29


def test_open_webui_shows_the_title_of_an_annotation_and_the_quote_of_an_event() -> None:
    _, standard = open_webui(lines(ANSWERED))
    _, own = open_webui(lines(ANSWERED, open_webui=True))
    assert [source["data"]["document"] for source in standard] == [["Ferry"], ["Ferry"]]
    assert [source["data"]["document"] for source in own] == [[QUOTE], [QUOTE]]
    assert own[0]["data"]["metadata"] == [
        {"source": "https://example.org/ferry", "name": "Ferry", "page": "2"}
    ]


def test_vercel_gets_every_source_with_its_place_in_the_answer() -> None:
    content, sources = vercel(lines(ANSWERED))
    shown = [content[source["start_index"] : source["end_index"]] for source in sources]
    assert shown == ["240 kroner", QUOTE]
    assert [source["url"] for source in sources] == [
        "https://example.org/ferry",
        "file:///tmp/a%20b.md",
    ]


@pytest.mark.parametrize("of", [REFUSED, PERHAPS_ONLY])
def test_no_program_shows_a_source_under_a_refusal(of: Result) -> None:
    assert open_webui(lines(of))[1] == []
    assert open_webui(lines(of, open_webui=True))[1] == []
    assert vercel(lines(of))[1] == []


def test_what_is_said() -> None:
    assert message_of(REFUSED).content == NOT_HERE
    perhaps = message_of(PERHAPS_ONLY)
    assert perhaps.content.startswith(f"{PERHAPS}\n\n240 kroner\n“{QUOTE}”")
    assert perhaps.found["perhaps"][0]["grade"] == "perhaps"
    assert message_of(ANSWERED).content == (
        f"240 kroner [1]\n“{QUOTE}” — Ferry · Prices · page 3 · likely (0.81)\n\n"
        f"{QUOTE} [2]\n— Ferry · Prices · likely (0.81)"
    )
    topic = result((answer(QUOTE), answer(QUOTE)), several=True, notes=("Licence: CC.",))
    assert message_of(topic).content == f"{QUOTE} [1]\n\n{QUOTE} [2]\n\nLicence: CC."


def test_a_document_without_an_address_is_cited_all_the_same() -> None:
    message = message_of(result((answer(source="", title="", document="a/ö 1"),)))
    done = completion(message, "wherein", USAGE)
    cited = done["choices"][0]["message"]["annotations"][0]["url_citation"]
    assert cited["url"] == "wherein:a/%C3%B6%201"
    assert cited["title"] == "a/ö 1"


HISTORY = (
    "<chat_history>\nUSER: How much does the ferry cost?\nASSISTANT: 240 kroner\n</chat_history>"
)


def webui(task: str, output: str) -> str:
    """Open WebUI's templates @00b1c6bcaa: a task, guidelines, an output format, the history."""
    return f"### Task:\n{task}\n### Guidelines:\n- Be brief.\n### Output:\n{output}\n### Chat History:\n{HISTORY}"


@pytest.mark.parametrize(
    ("system", "last", "task", "said"),
    [
        ((), webui("Generate a concise title summarizing the chat history.", 'JSON format: { "title": "your concise title here" }'),
         Task.TITLE, '{"title": "How much does the ferry cost?"}'),
        ((), webui("Generate a concise, 3-5 word title with an emoji summarizing the chat history.", 'JSON format: { "title": "x" }'),
         Task.TITLE, '{"title": "How much does the ferry cost?"}'),
        ((), webui("Generate 1-3 broad tags categorizing the main themes of the chat history", 'JSON format: { "tags": ["tag1"] }'),
         Task.TAGS, '{"tags": []}'),
        ((), webui("Suggest 3-5 relevant follow-up questions or prompts", 'JSON format: { "follow_ups": ["Question 1?"] }'),
         Task.FOLLOW_UPS, '{"follow_ups": []}'),
        ((), webui("Analyze the chat history to determine the necessity of generating search queries", 'Strictly return in JSON format: \n{\n  "queries": ["query1"]\n}'),
         Task.QUERIES, '{"queries": []}'),
        ((), "### Task:\nYou are an autocompletion system. Continue the text in `<text>`", Task.COMPLETION, '{"text": ""}'),
        ((), "Your task is to reflect the speaker's likely facial expression through a fitting emoji.", Task.EMOJI, ""),
        ((), "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. A concise title\n\nUser: Ferry?\nAI: 240",
         Task.TITLE, "Ferry?"),
        ((), "Provide a concise, 5-word-or-less title for the conversation, using its same language, with no punctuation.\n\nConversation:\nUser: Ferry?\nAI: x",
         Task.TITLE, "Ferry?"),
        (("\n    - you will generate a short title based on the first message a user begins a conversation with",),
         "When does the ferry to Bergen leave and how much does it cost for two?", Task.TITLE,
         "When does the ferry to Bergen leave and how much does it…"),
    ],
)  # fmt: skip
def test_the_programs_own_prompts_are_recognised(
    system: tuple[str, ...], last: str, task: Task, said: str
) -> None:
    own = own_prompt(system, last)
    assert own is not None
    assert (own.task, own.answer) == (task, said)
    assert len(own.answer) <= LONGEST_TITLE + 20


@pytest.mark.parametrize(
    "question",
    [
        "What is the title of the second chapter?",
        "Generate a title for my report",
        "What does the text say about follow-up questions?",
        "Task: what is it?",
        "### Task: when does the ferry leave?",
        "Which tags does the library use in JSON format?",
        "Provide a concise summary of the ferry's prices",
    ],
)
def test_what_a_person_asks_is_not(question: str) -> None:
    assert own_prompt(("You are helpful.",), question) is None
