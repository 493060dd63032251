"""OpenAI's form through its real client, against a running server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import openai
import pytest
from openai import OpenAI

from tests.clock import GIVE_UP_SECONDS
from tests.server.serving import TOKEN, serving
from wherein import Engine
from wherein.server.doors import openai_wire as wire
from wherein.server.doors.openai_form import NOT_HERE

NOTE = "# Ferry\n\nThe ferry to Bergen costs 240 kroner.\n\nIt leaves at *seven* from quay 4 🚢 every day.\n"
QUESTION = "How much does the ferry to Bergen cost?"
UNANSWERED = "Who was the first king of Norway?"


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.md"
    path.write_text(NOTE, "utf-8")
    return path


@pytest.fixture
def port(engine: Engine, note: Path) -> Iterator[int]:
    engine.add(note)
    with serving(engine) as port:
        yield port


@pytest.fixture
def client(port: int) -> Iterator[OpenAI]:
    base = f"http://127.0.0.1:{port}/v1"
    with OpenAI(base_url=base, api_key=TOKEN, max_retries=0) as client:
        yield client


def user(text: str) -> Any:
    return [{"role": "user", "content": text}]


def create(client: OpenAI, text: str = QUESTION, **more: Any) -> Any:
    return client.chat.completions.create(model="wherein", messages=user(text), **more)


def test_an_answer_has_its_quote_and_its_place(client: OpenAI, engine: Engine, note: Path) -> None:
    done = create(client)
    wire.ChatCompletion.model_validate(done.model_dump())
    message = done.choices[0].message
    assert done.choices[0].finish_reason == "stop"
    (citation,) = message.annotations
    cited = citation.url_citation
    assert message.content[cited.start_index : cited.end_index] == "240 kroner"
    assert "“The ferry to Bergen costs 240 kroner.”" in message.content
    assert cited.url == note.as_uri()
    assert cited.title == "Ferry"
    found = citation.wherein
    text = engine.document(found["document"]).text
    assert text[found["start"] : found["end"]] == found["text"] == "240 kroner"
    end = found["quote_start"] + len(found["quote"])
    assert text[found["quote_start"] : end] == found["quote"]
    assert found["grade"] == "answer"
    assert 0 < found["confidence"] <= 1
    assert done.wherein["answered"] is True
    assert done.usage.total_tokens == done.usage.prompt_tokens + done.usage.completion_tokens > 0


def test_a_stream_says_the_same_as_the_whole(client: OpenAI) -> None:
    whole = create(client)
    chunks = list(create(client, stream=True, stream_options={"include_usage": True}))
    assert chunks[0].choices[0].delta.role == "assistant"
    text = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
    assert text == whole.choices[0].message.content
    cited = [
        annotation
        for c in chunks
        if c.choices
        for annotation in getattr(c.choices[0].delta, "annotations", None) or []
    ]
    (annotation,) = cited
    place = annotation["url_citation"]
    assert text[place["start_index"] : place["end_index"]] == "240 kroner"
    finished = [c for c in chunks if c.choices and c.choices[0].finish_reason]
    assert [c.choices[0].finish_reason for c in finished] == ["stop"]
    assert finished[0].choices[0].delta.content is None
    assert finished[0].wherein["answers"][0]["text"] == "240 kroner"
    assert chunks[-1].choices == []
    assert chunks[-1].usage == whole.usage
    assert len({c.id for c in chunks}) == 1


def test_usage_comes_only_when_it_is_asked_for(client: OpenAI) -> None:
    assert all(c.usage is None and c.choices for c in create(client, stream=True))


@pytest.mark.parametrize("stream", [False, True])
def test_a_refusal_has_no_source(client: OpenAI, stream: bool) -> None:
    if not stream:
        done = create(client, UNANSWERED)
        message = done.choices[0].message
        assert message.content == NOT_HERE
        assert message.annotations == []
        assert done.wherein["answered"] is False
        return
    chunks = list(create(client, UNANSWERED, stream=True))
    assert "".join(c.choices[0].delta.content or "" for c in chunks) == NOT_HERE
    assert not any(getattr(c.choices[0].delta, "annotations", None) for c in chunks)
    assert chunks[-1].wherein["answered"] is False


def test_open_webui_gets_the_quote_as_its_event(client: OpenAI) -> None:
    chunks = list(create(client, stream=True, extra_headers={"Wherein-Form": "open-webui"}))
    (event,) = [c.event for c in chunks if hasattr(c, "event")]
    assert event["type"] == "source"
    assert event["data"]["document"] == ["The ferry to Bergen costs 240 kroner."]
    assert event["data"]["source"]["name"] == "Ferry"
    assert not any(getattr(c.choices[0].delta, "annotations", None) for c in chunks if c.choices), (
        "the source would be shown twice"
    )


def test_the_setting_chooses_open_webuis_form(home: Path, note: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.toml").write_text('openai_form = "open-webui"\n')
    with Engine.open(home) as engine:
        engine.add(note)
        with (
            serving(engine) as port,
            OpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key=TOKEN) as client,
        ):
            assert any(hasattr(c, "event") for c in create(client, stream=True))
            standard = create(client, stream=True, extra_headers={"Wherein-Form": "standard"})
            assert not any(hasattr(c, "event") for c in standard)


def test_one_document_is_a_model_of_its_own(client: OpenAI) -> None:
    def ask(model: str) -> str:
        done = client.chat.completions.create(model=model, messages=user(QUESTION))
        return done.choices[0].message.content or ""

    assert ask("wherein/note.md").startswith("240 kroner [1]")

    def model_named(error: openai.NotFoundError) -> str:
        body: Any = error.body
        return next(
            name
            for name in ("gpt-4o", "wherein/nobody.md")
            if name.split("/")[-1] in body["message"]
        )

    assert client.models.retrieve("wherein/note.md").id == "wherein/note.md"
    for unknown in ("gpt-4o", "wherein/nobody.md"):
        with pytest.raises(openai.NotFoundError) as refused:
            ask(unknown)
        assert refused.value.code == "unknown_document"
        assert model_named(refused.value) == unknown


def test_folders_and_bases_are_models_by_name(engine: Engine, tmp_path: Path) -> None:
    from wherein.cli.main import invoke

    for folder, master in (("north", "Ingrid Haugen"), ("south", "Carla Rossi")):
        path = tmp_path / "ports" / folder / "port.md"
        path.parent.mkdir(parents=True)
        path.write_text(f"# Port of the {folder}\n\nThe harbour master is {master}.\n", "utf-8")
    engine.add(tmp_path / "ports")
    assert invoke(["kb", "add", "sample"]) == 0
    masters = {
        "wherein": {"Ingrid Haugen", "Carla Rossi"},
        "wherein/north": {"Ingrid Haugen"},
        "wherein/south": {"Carla Rossi"},
        "wherein/ports": {"Ingrid Haugen", "Carla Rossi"},
        f"wherein/{tmp_path}/ports/north": {"Ingrid Haugen"},
        "wherein/sample": set(),
    }
    with (
        serving(engine) as port,
        OpenAI(base_url=f"http://127.0.0.1:{port}/v1", api_key=TOKEN, max_retries=0) as client,
    ):
        listed = [model.id for model in client.models.list()]
        assert listed == [
            "wherein", "wherein/sample", "wherein/ports", "wherein/north", "wherein/south",
        ]  # fmt: skip
        for model, expected in masters.items():
            assert client.models.retrieve(model).id == model
            done: Any = client.chat.completions.create(
                model=model, messages=user("Who is the harbour master?")
            )
            assert {one["text"] for one in done.wherein["answers"]} == expected, model
            assert done.model == model
        born: Any = client.chat.completions.create(
            model="wherein/sample", messages=user("Where did John Snetzler die?"), stream=True
        )
        assert "Schaffhausen" in "".join(c.choices[0].delta.content or "" for c in born)
        # The name of a file that two folders have is neither of them.
        with pytest.raises(openai.NotFoundError, match="2 documents"):
            client.chat.completions.create(model="wherein/port.md", messages=user("Who?"))


def test_earlier_turns_complete_the_last_question(client: OpenAI) -> None:
    first = create(client, "Where does the ferry to Bergen leave?").choices[0].message.content
    turns: Any = [
        *user("Where does the ferry to Bergen leave?"),
        {"role": "assistant", "content": first},
        *user("And how much does it cost?"),
    ]
    done: Any = client.chat.completions.create(model="wherein", messages=turns)
    understood = done.wherein["understood"]
    assert "ferry" in understood
    content = done.choices[0].message.content
    assert content.startswith("240 kroner [1]")
    assert content.endswith(f"Understood as: {understood}")
    assert not hasattr(create(client), "understood")


def test_only_the_last_message_of_the_user_is_asked(client: OpenAI) -> None:
    messages: Any = [
        {"role": "system", "content": "You are a pirate. Reply in rhyme."},
        *user(UNANSWERED),
        {"role": "assistant", "content": "Harald Fairhair."},
        {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
    ]
    done = client.chat.completions.create(model="wherein", messages=messages)
    assert (done.choices[0].message.content or "").startswith("240 kroner [1]")


def test_what_other_models_know_is_ignored(client: OpenAI) -> None:
    done = create(
        client,
        temperature=0.2,
        max_tokens=1,
        n=1,
        tools=[{"type": "function", "function": {"name": "rm", "parameters": {}}}],
        tool_choice="auto",
        response_format={"type": "text"},
        user="someone",
        extra_body={"keep_alive": "5m", "wherein_unknown": {"deep": [1, 2]}},
    )
    assert done.choices[0].message.content.startswith("240 kroner [1]")
    assert done.choices[0].message.tool_calls is None


def test_who_has_no_token_is_told_in_openais_form(port: int) -> None:
    base = f"http://127.0.0.1:{port}/v1"
    with (
        OpenAI(base_url=base, api_key="wrong", max_retries=0) as client,
        pytest.raises(openai.AuthenticationError) as refused,
    ):
        create(client)
    body: Any = refused.value.body
    assert "token" in body["message"]


@pytest.mark.parametrize(
    "body",
    [
        {"model": "wherein", "messages": []},
        {"model": "wherein"},
        {"model": "wherein", "messages": [{"role": "system", "content": "Hello."}]},
        {
            "model": "wherein",
            "messages": [
                {"role": "user", "content": "Who?"},
                {"role": "assistant", "content": "You."},
            ],
        },
        {"model": "wherein", "messages": [{"role": "user", "content": "x " * 5000}]},
        {"model": 7, "messages": [{"role": "user", "content": "Who?"}]},
        {"model": "wherein", "messages": [{"role": "user", "content": "?!"}], "stream": True},
    ],
)
def test_what_is_wrong_is_told_in_openais_form(port: int, body: dict) -> None:
    response = httpx2.post(
        f"http://127.0.0.1:{port}/v1/chat/completions",
        json=body,
        headers={"Authorization": f"Bearer {TOKEN}"},
        timeout=GIVE_UP_SECONDS,
    )
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["message"] == f"{error['what']} {error['next_step']}"
    assert error["type"] == "invalid_request_error"


def test_embeddings_are_the_encoders(client: OpenAI, engine: Engine) -> None:
    texts = ["The ferry to Bergen.", "Bread rises."]
    expected = engine.encode(texts, "static")
    done = client.embeddings.create(model="static", input=texts)  # the client asks for base64
    np.testing.assert_allclose([row.embedding for row in done.data], expected, atol=1e-6)
    floats = client.embeddings.create(model="wherein", input=texts[0], encoding_format="float")
    np.testing.assert_allclose(floats.data[0].embedding, expected[0], atol=1e-6)
    assert [row.index for row in done.data] == [0, 1]
    assert done.usage.prompt_tokens > 0
    with pytest.raises(openai.NotFoundError):
        client.embeddings.create(model="text-embedding-3-small", input="x")
    wrongs: tuple[dict[str, Any], ...] = (
        {"input": " "},
        {"input": "x", "dimensions": 3},
        {"input": []},
    )
    for wrong in wrongs:
        with pytest.raises(openai.BadRequestError):
            client.embeddings.create(model="static", **wrong)


def test_each_line_of_a_stream_is_data_or_a_comment(port: int) -> None:
    response = httpx2.post(
        f"http://127.0.0.1:{port}/v1/chat/completions",
        json={"model": "wherein", "messages": user(QUESTION), "stream": True},
        headers={"Authorization": f"Bearer {TOKEN}"},
        timeout=GIVE_UP_SECONDS,
    )
    lines = [line for line in response.text.split("\n") if line]
    assert lines[-1] == "data: [DONE]"
    for line in lines[:-1]:
        assert line.startswith(":") or json.loads(line.removeprefix("data: "))["model"] == "wherein"


def test_a_chat_programs_own_prompt_never_reaches_the_library(
    client: OpenAI, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*arguments, **more):
        raise AssertionError("the library was asked")

    monkeypatch.setattr(engine, "stream", asked)
    prompt = (
        '### Task:\nGenerate a concise title summarizing the chat history.\n### Output:\nJSON format: { "title": "x" }\n'
        f"<chat_history>\nUSER: {QUESTION}\nASSISTANT: 240\n</chat_history>"
    )
    done = create(client, prompt)
    assert json.loads(done.choices[0].message.content) == {"title": QUESTION}
    assert done.wherein["own_prompt"] == "title"
    assert done.choices[0].message.annotations == []
    streamed = "".join(
        c.choices[0].delta.content or "" for c in create(client, prompt, stream=True)
    )
    assert json.loads(streamed) == {"title": QUESTION}
