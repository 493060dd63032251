"""Requests and responses of OpenAI's form. Checks shapes; knows no logic.

Unlike in our own form, unknown fields are ignored, since every client sends some that are irrelevant here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from wherein.server.wire.wire import Text, WireAnswer


class _Request(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class ContentPart(_Request):
    """A part of a message; parts that are not text are ignored."""

    type: Text = "text"
    text: Text | None = None


class ChatMessage(_Request):
    role: Text
    content: Text | list[ContentPart] | None = None

    def said(self) -> str:
        """The text of the message, its parts on lines of their own."""
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        return "\n".join(part.text for part in self.content if part.text)


class StreamOptions(_Request):
    include_usage: bool | None = None


class ChatRequest(_Request):
    """A conversation whose last user message is the question.

    `model` is `wherein` for the library with all knowledge bases, or `wherein/NAME` for one document
    by id, path or file name, one article as BASE:TITLE, a folder with documents, or one knowledge base.
    """

    model: Text = "wherein"
    messages: Annotated[list[ChatMessage], Field(min_length=1)]
    stream: bool | None = None
    stream_options: StreamOptions | None = None


class EmbeddingsRequest(_Request):
    """`model` is `static`, `minilm-l6` where it is installed, or `wherein` for the encoder of the settings."""

    model: Text = "wherein"
    input: Text | Annotated[list[Text], Field(min_length=1, max_length=2048)]
    encoding_format: Literal["float", "base64"] | None = None
    dimensions: Annotated[int, Field(ge=1)] | None = None


class Model(BaseModel):
    id: str
    object: Literal["model"] = "model"
    created: int
    owned_by: str


class ModelList(BaseModel):
    object: Literal["list"] = "list"
    data: list[Model]


class UrlCitation(BaseModel):
    """`start_index` and `end_index` are code points of the message's content."""

    start_index: int
    end_index: int
    url: str
    title: str


class CitedAnswer(WireAnswer):
    """The answer behind a citation; its `start` and `end` are code points of the document's text."""

    grade: Literal["answer", "perhaps"]


class Annotation(BaseModel):
    type: Literal["url_citation"] = "url_citation"
    url_citation: UrlCitation
    wherein: CitedAnswer


class Found(BaseModel):
    """The fields that OpenAI's form lacks. `understood` is a follow-up question as completed from the earlier turns;
    `own_prompt` names the task of a chat program's own prompt.
    """

    answered: bool
    answers: list[CitedAnswer] = []
    perhaps: list[CitedAnswer] = []
    notes: list[str] = []
    meant: str | None = None
    understood: str | None = None
    own_prompt: str | None = None


class AssistantMessage(BaseModel):
    role: Literal["assistant"] = "assistant"
    content: str
    annotations: list[Annotation] = []
    refusal: None = None


class Choice(BaseModel):
    index: int
    message: AssistantMessage
    finish_reason: Literal["stop"]
    logprobs: None = None


class Usage(BaseModel):
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class ChatCompletion(BaseModel):
    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[Choice]
    usage: Usage
    wherein: Found


class Embedding(BaseModel):
    object: Literal["embedding"] = "embedding"
    index: int
    embedding: list[float] | str


class EmbeddingUsage(BaseModel):
    prompt_tokens: int
    total_tokens: int


class Embeddings(BaseModel):
    object: Literal["list"] = "list"
    data: list[Embedding]
    model: str
    usage: EmbeddingUsage
