"""What every language model promises (`reading/generative/language_model.py`), held by each kind of the registry and by the fake."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.reading.models import Says, endpoint, streams
from tests.reading.test_gguf import Server
from wherein.assets.store import AssetStore
from wherein.core.errors import UsageError
from wherein.home.generative_settings import GenerativeSettings
from wherein.reading.generative.language_model import Grounding, LanguageModel, Request
from wherein.reading.generative.language_models import (
    LANGUAGE_MODELS,
    kind_of_model,
    language_model,
)

ANSWER = "Bay of Fundy"
PLAIN = GenerativeSettings("m.gguf", "")


@pytest.fixture(params=[*LANGUAGE_MODELS, "fake"])
def model(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[LanguageModel]:
    def params() -> SimpleNamespace:
        parts = {name: SimpleNamespace() for name in ("model", "cpuparams", "cpuparams_batch")}
        return SimpleNamespace(**parts)

    monkeypatch.setitem(
        sys.modules, "xllamacpp", SimpleNamespace(CommonParams=params, Server=Server)
    )
    file = tmp_path / "assets" / "little" / "m.gguf"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"GGUF" + bytes(1000))
    with ExitStack() as held:
        if request.param == "fake":
            yield Says(ANSWER)
            return
        if request.param == "endpoint":
            there = held.enter_context(endpoint(streams("Bay", " of ", "Fundy")))
            settings = replace(PLAIN, model="m", url=there.url)
        elif request.param == "gguf":
            settings = replace(PLAIN, model=str(file))
        else:
            settings = replace(PLAIN, model="little")
            monkeypatch.setattr(
                AssetStore,
                "asset",
                lambda self, name: SimpleNamespace(files=[SimpleNamespace(path="m.gguf")]),
            )
            monkeypatch.setattr(AssetStore, "verified", lambda self, name: file.parent)
        assert kind_of_model(settings) == request.param
        yield language_model(settings, AssetStore(tmp_path / "assets"))


def test_it_has_a_name_and_ways_to_be_held(model: LanguageModel) -> None:
    assert model.name
    assert model.groundings
    assert len(set(model.groundings)) == len(model.groundings)
    assert set(model.groundings) <= set(Grounding)


def test_loading_again_does_nothing(model: LanguageModel) -> None:
    model.load()
    model.load()
    assert model.reply(Request("Where?", 16)).text == ANSWER


def test_a_reply_has_its_usage(model: LanguageModel) -> None:
    reply = model.reply(Request("Where?", 16))
    assert reply.text == ANSWER
    assert 0 <= reply.first_token_seconds <= reply.seconds
    for count in (reply.tokens_in, reply.tokens_out):
        assert count is None or count >= 0
    assert reply.cost >= 0
    assert all(value <= 0 for value in reply.first.values())


def test_several_threads_get_their_own_reply(model: LanguageModel) -> None:
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(lambda n: model.reply(Request(f"Where is {n}?", 16)), range(8)))
    assert [reply.text for reply in replies] == [ANSWER] * 8


def test_a_name_of_no_model_says_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        language_model(replace(PLAIN, model="m.gguf", prompt="none"), AssetStore(tmp_path))
