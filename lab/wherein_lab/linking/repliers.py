"""Who replies to the prompts of a measurement: a language model one prompt at a time, or PyTorch with many at once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from wherein.core.errors import ExtraMissing, UsageError
from wherein.reading.generative.language_model import LanguageModel, Request

BATCH_TOKENS = 8192
"""Prompt tokens read at once, padding included: 8,192 of a model of 1.5 billion weights take some 1.5 GB beside them."""


_PACKAGES = ("torch", "transformers", "gguf", "accelerate")


class Replier(Protocol):
    """Answers prompts, in any order."""

    @property
    def name(self) -> str:
        """The model's name. Replies of repliers with the same name are taken for each other's."""
        ...

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, str]]:
        """The replies, each with its request's position, as they come."""
        ...


class OneByOne:
    """A `Replier` that asks a `LanguageModel`, in the order given."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        return self._model.name

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, str]]:
        for at, request in enumerate(requests):
            yield at, self._model.reply(request).text


class Batched:
    """A `Replier` that reads a GGUF file with transformers and replies to many prompts at once, greedily.

    The weights are the file's, unpacked to bfloat16; products are in bfloat16 too, so that now and then a token differs
    from llama.cpp's. On a processor with bfloat16 products it is several times as fast as one prompt at a time. Takes
    two bytes of memory a weight.
    """

    def __init__(
        self, file: Path, name: str, threads: int, batch_tokens: int = BATCH_TOKENS
    ) -> None:
        """Raises ExtraMissing without torch, transformers, gguf and accelerate."""
        self._name = f"{name}, bfloat16"
        self._batch_tokens = batch_tokens
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        missing = [name for name in _PACKAGES if find_spec(name) is None]
        if missing:
            raise ExtraMissing(
                f"Many prompts at once need {' and '.join(missing)}.",
                "Get them: .venv/bin/pip install -e '.[train]' gguf accelerate",
            )
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig, logging

        logging.set_verbosity_error()
        logging.disable_progress_bar()
        torch.set_num_threads(threads)
        given: dict[str, Any] = {"gguf_file": file.name, "local_files_only": True}
        self._tokenizer = AutoTokenizer.from_pretrained(file.parent, **given)
        self._tokenizer.padding_side = "left"
        self._model = AutoModelForCausalLM.from_pretrained(
            file.parent,
            dtype=torch.bfloat16,
            quantization_config=GgufConfig(dequantize=True),
            **given,
        )

    @property
    def name(self) -> str:
        return self._name

    def replies(self, requests: Sequence[Request]) -> Iterator[tuple[int, str]]:
        import torch

        texts = [
            self._tokenizer.apply_chat_template(
                [{"role": "user", "content": request.prompt}],
                tokenize=False,
                add_generation_prompt=True,
            )
            for request in requests
        ]
        lengths = [len(self._tokenizer(text).input_ids) for text in texts]
        most = [request.most_tokens for request in requests]
        for group in batches(lengths, most, self._batch_tokens):
            given = self._tokenizer([texts[at] for at in group], return_tensors="pt", padding=True)
            with torch.inference_mode():
                said = self._model.generate(
                    **given,
                    max_new_tokens=most[group[0]],
                    do_sample=False,
                    temperature=None,
                    top_p=None,
                    top_k=None,
                )
            new = said[:, given.input_ids.shape[1] :]
            for at, tokens in zip(group, new, strict=True):
                yield at, self._tokenizer.decode(tokens, skip_special_tokens=True)


def batches(lengths: Sequence[int], most: Sequence[int], tokens: int) -> Iterator[list[int]]:
    """Positions in groups of like length, longest first, so that what is too much for the memory shows at once.

    A group's prompts, padded to its longest, have at most `tokens`, and all of it may say as much. A longer prompt is a group
    of its own.
    """
    group: list[int] = []
    for at in sorted(range(len(lengths)), key=lambda at: (most[at], lengths[at]), reverse=True):
        if group and (most[at] != most[group[0]] or lengths[group[0]] * (len(group) + 1) > tokens):
            yield group
            group = []
        group.append(at)
    if group:
        yield group


def open_replier(model: str, threads: int, batched: bool) -> Replier:
    """The model of that name in `wherein models list`, or in that GGUF file. Raises WhereinError where it is missing."""
    from wherein.assets.store import AssetStore
    from wherein.home.folder import Home
    from wherein.home.generative_settings import GenerativeSettings
    from wherein.reading.generative.language_models import language_model

    assets = AssetStore(Home.choose().assets)
    if not batched:
        return OneByOne(language_model(GenerativeSettings(model, threads=threads), assets))
    if model.endswith(".gguf"):
        return Batched(Path(model), Path(model).stem, threads)
    file = next(
        (file.path for file in assets.asset(model).files if file.path.endswith(".gguf")), None
    )
    if file is None:
        raise UsageError(
            f"{model!r} is not a language model.", "See which are: wherein models list"
        )
    return Batched(assets.verified(model) / file, model, threads)
