"""The table `[generative]` of `config.toml`: the language model that answers last, if any. Contacts none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from wherein.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """A language model behind an HTTP endpoint.

    model: the endpoint's name for the model.
    url: the address of an OpenAI-compatible endpoint, without `/chat/completions`.
    key_variable: the environment variable with the key; it is read for each question and never stored.
    seconds: the time limit of one reply with its `retries`.
    prices: for a million tokens, in any currency.
    grammar: the endpoint supports GBNF grammars, as llama.cpp does.
    """

    model: str
    url: str = ""
    key_variable: str = "WHEREIN_ENDPOINT_KEY"
    seconds: float = 60.0
    retries: int = 3
    price_in: float = 0.0
    price_out: float = 0.0
    grammar: bool = False


@dataclass(frozen=True, slots=True)
class GenerativeSettings(EndpointSettings):
    """The table itself; without it no language model is ever asked.

    model: without `url`, a name of `wherein models list` or a path to a .gguf file.
    prompt: the name of the prompt for questions with short answers.
    words: the number of words of context in the prompt.
    dates: the prompt has today's date and the documents' dates.
    whole_sentences: questions for why, how, yes/no and lists are answered with whole sentences.
    written: the model writes these sentences; each is checked against the sentence it cites.
    gated: the small reader decides whether the model is asked a question with a short answer.
    threads: processor threads of a local model.
    """

    prompt: str = "words"
    words: int = 130
    threads: int = 1
    dates: bool = True
    whole_sentences: bool = True
    written: bool = False
    gated: bool = False

    @staticmethod
    def of(table: object, where: str) -> GenerativeSettings:
        """Settings from the file's table. Raises UsageError that names the wrong entry; `where` is the file."""
        if not isinstance(table, Mapping):
            raise UsageError(f"generative in {where} is not a table.", "Write [generative].")
        kinds = {field.name: type(field.default) for field in fields(GenerativeSettings)}
        kinds["model"] = str
        checked: dict[str, Any] = {}
        for key, value in table.items():
            kind = kinds.get(key)
            number = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
            right = number and (kind is float or isinstance(value, int))
            if kind is None or not (right if kind in (int, float) else isinstance(value, kind)):
                known = ", ".join(f"{name} ({_NAMES[kinds[name]]})" for name in kinds)
                raise UsageError(
                    f"The setting {key} = {value!r} under [generative] in {where} is not valid.",
                    f"Known are: {known}.",
                )
            checked[key] = value
        if not checked.get("model"):
            raise UsageError(
                f"[generative] in {where} names no model.",
                'Add model = "qwen-1.5b" (wherein models list), a .gguf file, or url and model.',
            )
        return GenerativeSettings(**checked)


_NAMES = {str: "text", bool: "true or false", int: "a number", float: "a number"}
