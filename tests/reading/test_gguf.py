"""A model file that is absent, another, too large or not loadable is reported before anything is read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from wherein.assets.store import AssetStore
from wherein.core.errors import (
    AssetDamaged,
    AssetMissing,
    ExtraMissing,
    ModelGarbled,
    ModelRefused,
    ModelTooLarge,
    UsageError,
)
from wherein.home.generative_settings import GenerativeSettings
from wherein.reading.generative.gguf import LocalModel, free_memory_bytes
from wherein.reading.generative.language_model import Grounding, Request
from wherein.reading.generative.language_models import language_model


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"GGUF" + bytes(1000))
    return path


class Server:
    """Stands in for llama.cpp's, which streams chunks to a callback."""

    def __init__(self, params: Any) -> None:
        self.params = params
        self.went_on = False

    def handle_chat_completions(self, body: dict[str, Any], heard: Any) -> Any:
        if body["max_tokens"] == 4:  # fails on the way, and goes on if it is let
            if not heard({"error": {"code": 500, "message": "out of memory"}}):
                self.went_on = True
            return None
        if body.get("grammar") == "(":
            return {"error": {"code": 400, "message": "failed to parse grammar"}}
        likely = [{"token": "Bay", "logprob": -0.1}, {"token": "I", "logprob": -2.5}]
        for text, more in (
            ("", {}),
            ("Bay", {"logprobs": {"content": [{"top_logprobs": likely}]}}),
            (" of Fundy", {}),
        ):
            if heard(
                {"choices": [{"delta": {"content": text or None}, "finish_reason": None, **more}]}
            ):
                return None
        if body["max_tokens"] == 3:
            return None  # broke off
        timings = {"prompt_n": 20, "cache_n": 100, "predicted_n": 4}
        heard({"choices": [{"delta": {}, "finish_reason": "stop"}], "timings": timings})
        return None


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    def params() -> SimpleNamespace:
        parts = {name: SimpleNamespace() for name in ("model", "cpuparams", "cpuparams_batch")}
        return SimpleNamespace(**parts)

    stand_in = SimpleNamespace(CommonParams=params, Server=Server)
    monkeypatch.setitem(sys.modules, "xllamacpp", stand_in)
    return stand_in


def test_what_streams_in_is_joined_and_counted(file: Path, library: SimpleNamespace) -> None:
    model = LocalModel(lambda: file, "m")
    reply = model.reply(Request("q", 16, grammar='root ::= "a"'))
    assert reply.text == "Bay of Fundy"
    assert (reply.tokens_in, reply.tokens_cached, reply.tokens_out) == (120, 100, 4)
    assert reply.first == {"Bay": -0.1, "I": -2.5}
    assert 0 < reply.first_token_seconds <= reply.seconds
    assert model.groundings == (Grounding.GRAMMAR,)
    assert len(model._server.params.api_keys[0]) > 20  # its port on loopback is nobody else's


def test_one_that_refuses_or_breaks_off(file: Path, library: SimpleNamespace) -> None:
    with pytest.raises(ModelRefused, match="failed to parse grammar"):
        LocalModel(lambda: file, "m").reply(Request("q", 16, grammar="("))
    with pytest.raises(ModelGarbled, match="broke off"):
        LocalModel(lambda: file, "m").reply(Request("q", 3))


def test_one_that_fails_on_the_way_is_stopped(file: Path, library: SimpleNamespace) -> None:
    model = LocalModel(lambda: file, "m")
    with pytest.raises(ModelRefused, match="out of memory"):
        model.reply(Request("q", 4))
    assert not model._server.went_on


def test_without_the_extra_the_error_names_the_command(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ExtraMissing, match=r"pip install .*\[llm\]"):
        LocalModel(lambda: file, "m").load()


def test_no_file_another_file_and_one_that_does_not_load(
    file: Path, library: SimpleNamespace
) -> None:
    with pytest.raises(AssetMissing, match="models list"):
        LocalModel(lambda: file.with_name("none.gguf"), "m").load()

    def broken(params: object) -> None:
        raise RuntimeError("tensor 'x' is out of bounds")

    library.Server = broken
    with pytest.raises(AssetDamaged, match="cannot be loaded"):
        LocalModel(lambda: file, "m").load()
    file.write_bytes(b"PK\x03\x04")
    with pytest.raises(AssetDamaged, match="not a GGUF"):
        LocalModel(lambda: file, "m").load()


def test_one_too_large_for_the_memory_is_not_loaded(
    file: Path, library: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.reading.generative.gguf.free_memory_bytes", lambda: 200_000_000)
    with pytest.raises(ModelTooLarge, match=r"needs about 0\.3 GB .* 0\.2 GB are free"):
        LocalModel(lambda: file, "m").load()
    monkeypatch.setattr("wherein.reading.generative.gguf.free_memory_bytes", lambda: None)
    LocalModel(lambda: file, "m").load()


def test_this_machine_has_memory() -> None:
    free = free_memory_bytes()
    assert free is None or free > 0


def test_an_asset_with_the_wrong_hash_is_never_loaded(
    tmp_path: Path, library: SimpleNamespace
) -> None:
    folder = tmp_path / "shipped"
    folder.mkdir()
    row = {
        "name": "m-1.5b", "what": "", "licence": "", "origin": "", "shipped": False,
        "files": [{"path": "m.gguf", "bytes": 8, "sha256": "0" * 64}],
    }  # fmt: skip
    other = {**row, "name": "other", "files": []}
    (folder / "manifest.json").write_text(json.dumps({"assets": [row, other]}))
    store = AssetStore(tmp_path / "kept", folder)
    model = language_model(GenerativeSettings("m-1.5b"), store)
    with pytest.raises(AssetMissing, match=r"wherein models get m-1\.5b"):
        model.load()
    (tmp_path / "kept" / "m-1.5b").mkdir(parents=True)
    (tmp_path / "kept" / "m-1.5b" / "m.gguf").write_bytes(b"GGUF" + bytes(4))
    with pytest.raises(AssetDamaged, match="SHA-256"):
        model.load()
    with pytest.raises(UsageError, match="not a language model"):
        language_model(GenerativeSettings("other"), store)
    with pytest.raises(UsageError, match="prompt"):
        language_model(GenerativeSettings("m-1.5b", prompt="none"), store)
    with pytest.raises(AssetMissing, match="models list"):
        language_model(GenerativeSettings("nobody"), store)
