"""The table `[speech]` of `config.toml`: which recogniser hears, and a speech endpoint, if any. Contacts none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from wherein.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """The table; without it the default recogniser hears, and no endpoint is ever contacted.

    recogniser: a name of `wherein models list`, or `endpoint`.
    url: the address of an endpoint in OpenAI's form, without `/audio/…`.
    hears, speaks: the endpoint's names for the models that recognise and that speak.
    voice: the voice with which it speaks.
    key_variable: the environment variable with the key; it is read for each recording and never stored.
    seconds: the time limit of one reply.
    """

    recogniser: str = ""
    url: str = ""
    hears: str = ""
    speaks: str = ""
    voice: str = "alloy"
    key_variable: str = "WHEREIN_SPEECH_KEY"
    seconds: float = 30.0

    @staticmethod
    def of(table: object, where: str) -> SpeechSettings:
        """Raises UsageError that names what is wrong; `where` is the file."""
        if not isinstance(table, Mapping):
            raise UsageError(f"speech in {where} is not a table.", "Write [speech].")
        known = {field.name for field in fields(SpeechSettings)}
        checked: dict[str, Any] = {}
        for key, value in table.items():
            if key == "seconds":
                right = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
            else:
                right = key in known and isinstance(value, str)
            if not right:
                raise UsageError(
                    f"The setting {key} = {value!r} under [speech] in {where} is not valid.",
                    f"Known are: {', '.join(sorted(known))}.",
                )
            checked[key] = value
        settings = SpeechSettings(**checked)
        if bool(settings.url) != bool(settings.hears or settings.speaks):
            raise UsageError(
                f"[speech] in {where} describes an endpoint incompletely.",
                "Give url with hears or speaks, the endpoint's names of its models, or neither.",
            )
        return settings
