"""A language model in a GGUF file, run on this machine by llama.cpp (the extra `llm`). Knows no model names."""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wherein.core.errors import (
    AssetDamaged,
    AssetMissing,
    ExtraMissing,
    ModelGarbled,
    ModelRefused,
    ModelTooLarge,
)
from wherein.core.lifetime.cancellation import bound_cancellation, checkpoint
from wherein.core.text.extras import extra_command
from wherein.reading.generative.language_model import Grounding, Reply, Request

CONTEXT_TOKENS = 2048
# Beside the weights: the cache of 2,048 tokens, the vocabulary's logits, buffers. 1.5 B parameters
# took 1.8 GB where the file has 1.1.
_BESIDE_BYTES = 300_000_000
_BESIDE_SHARE = 0.35
_LIKELIEST = 20


class LocalModel:
    """A `LanguageModel`. Loads at the first question and answers one at a time."""

    def __init__(
        self,
        path: Callable[[], Path],
        name: str,
        threads: int = 1,
        context_tokens: int = CONTEXT_TOKENS,
    ) -> None:
        """`path` is called at the first question, and may verify the file. One thread by default: where cores are shared, threads wait for each other."""
        self._path = path
        self._name = name
        self._threads = threads
        self._context_tokens = context_tokens
        self._lock = threading.Lock()
        self._server: Any = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def groundings(self) -> tuple[Grounding, ...]:
        return (Grounding.GRAMMAR,)

    def load(self) -> None:
        with self._lock:
            if self._server is None:
                self._server = self._started()

    def reply(self, request: Request) -> Reply:
        self.load()
        body: dict[str, Any] = {
            "messages": [{"role": "user", "content": request.prompt}],
            "max_tokens": request.most_tokens,
            "temperature": request.temperature,
            "stream": True,
            "logprobs": True,
            "top_logprobs": _LIKELIEST,
            "cache_prompt": True,
        }
        if request.grammar is not None:
            body["grammar"] = request.grammar
        if request.schema is not None:
            schema = {"name": "answer", "schema": request.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        began = time.perf_counter()
        heard = _Heard(began)
        with self._lock:
            whole = self._server.handle_chat_completions(body, heard)
        checkpoint()
        problem = heard.problem or (whole.get("error") if isinstance(whole, dict) else None)
        if problem:
            said = problem.get("message", problem) if isinstance(problem, dict) else problem
            raise ModelRefused(
                f"The model {self._name} cannot be asked this ({str(said)[:160]}).",
                "Ask about a shorter text.",
            )
        if not heard.ended:
            raise ModelGarbled(
                f"The model {self._name} broke off.",
                f"Get it again: wherein models get {self._name}",
            )
        timings = heard.timings
        cached = int(timings.get("cache_n", 0))
        return Reply(
            heard.text,
            time.perf_counter() - began,
            heard.first_at or time.perf_counter() - began,
            int(timings.get("prompt_n", 0)) + cached,
            int(timings.get("predicted_n", 0)),
            cached,
            first=heard.first,
        )

    def _started(self) -> Any:
        path = self._path()
        if not path.is_file():
            raise AssetMissing(
                f"There is no model at {path}.", "See which can be got: wherein models list"
            )
        size = path.stat().st_size
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise AssetDamaged(
                    f"{path} is not a GGUF file.", "Name another file under [generative]."
                )
        needed = int(size * (1 + _BESIDE_SHARE)) + _BESIDE_BYTES
        free = free_memory_bytes()
        if free is not None and needed > free:
            raise ModelTooLarge(
                f"The model {self._name} needs about {needed / 1e9:.1f} GB of memory and"
                f" {free / 1e9:.1f} GB are free.",
                "Take a smaller one (wherein models list), or close something.",
            )
        try:
            import xllamacpp
        except ImportError as error:
            raise ExtraMissing(
                "Language models on this machine need the package xllamacpp.",
                f"Get it: {extra_command('llm')}",
            ) from error
        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.n_ctx = self._context_tokens
        params.n_parallel = 1
        params.cpuparams.n_threads = self._threads
        params.cpuparams_batch.n_threads = self._threads
        params.warmup = False
        params.verbosity = -1
        # llama.cpp's server opens a port on loopback as well: nobody else is to use it.
        params.api_keys = [secrets.token_urlsafe(32)]
        params.ui = False
        try:
            return xllamacpp.Server(params)
        except Exception as error:  # whatever the library's C++ throws
            raise AssetDamaged(
                f"The model {path} cannot be loaded.",
                f"Get it again: wherein models get {self._name}",
            ) from error


class _Heard:
    """Collects a streamed reply. The library calls it with each chunk; returning True stops the reply."""

    def __init__(self, began: float) -> None:
        self._began = began
        self._cancellation = bound_cancellation()
        self.text = ""
        self.first_at = 0.0
        self.first: dict[str, float] = {}
        self.timings: dict[str, Any] = {}
        self.problem: Any = None
        self.ended = False

    def __call__(self, chunk: Any) -> bool:
        if self._cancellation.is_cancelled:
            return True
        if not isinstance(chunk, dict) or "error" in chunk:
            self.problem = chunk.get("error") if isinstance(chunk, dict) else chunk
            return True
        for choice in chunk.get("choices", ()):
            piece = choice.get("delta", {}).get("content") or ""
            if piece and not self.text:
                self.first_at = time.perf_counter() - self._began
                likely = (choice.get("logprobs") or {}).get("content") or [{}]
                for row in likely[0].get("top_logprobs", ()):
                    self.first.setdefault(row["token"], float(row["logprob"]))
            self.text += piece
            self.ended = self.ended or choice.get("finish_reason") is not None
        self.timings = chunk.get("timings", self.timings)
        return False


def free_memory_bytes() -> int | None:
    """Bytes of memory available without swapping; None where the system does not report it."""
    try:
        for line in Path("/proc/meminfo").read_text("ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return None
