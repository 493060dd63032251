"""Work that nobody waits for ends between two batches: before the first event, in the parser's process, when the server stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.clock import GIVE_UP_SECONDS, until
from tests.server.serving import TOKEN, post, serving
from wherein import Engine
from wherein.core.errors import TextTooLarge
from wherein.core.lifetime.cancellation import Cancellation, Cancelled, checkpoint
from wherein.documents.isolation import isolated
from wherein.documents.isolation.isolated import ParserProcess
from wherein.documents.source import Source
from wherein.passages import split
from wherein.passages.sentences import sentence_spans
from wherein.reading import sentence
from wherein.retrieval.by_words import page, page_ranking
from wherein.server import app, run
from wherein.server.guards import leaving, text_limit

PARAGRAPHS = 1500
TEXT = "\n\n".join(
    f"## Part {n}\n\nThe ferry {n} leaves the harbour at seven with mail."
    for n in range(PARAGRAPHS)
)
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


class Counted:
    """Counts the calls of a function, each of which takes a little longer than before."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self._real = real
        self.calls = 0

    def __call__(self, *given: Any) -> Any:
        self.calls += 1
        time.sleep(0.005)
        return self._real(*given)


@pytest.fixture
def cancelled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The requests whose work was cancelled so far."""
    seen: list[object] = []
    real = leaving._stopped

    def stopped(request: Any) -> Any:
        seen.append(request)
        return real(request)

    monkeypatch.setattr(leaving, "_stopped", stopped)
    return seen


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
@pytest.mark.parametrize(
    ("where", "name"),
    [(split, "units"), (page_ranking, "_words")],
    ids=["splitting", "ranking"],
)
def test_a_client_that_leaves_before_the_first_event_stops_the_work(
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    cancelled: list[object],
    where: Any,
    name: str,
    accept: str,
) -> None:
    counted = Counted(getattr(where, name))
    monkeypatch.setattr(where, name, counted)
    with serving(engine) as port:
        connection = post(port, "/v1/ask", {"question": "Who is master?", "text": TEXT}, accept)
        until(lambda: counted.calls >= 5)
        connection.close()
        until(lambda: len(cancelled) == 1)
    assert counted.calls < PARAGRAPHS


def test_a_client_that_leaves_stops_its_embedding(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, cancelled: list[object]
) -> None:
    from wherein.encoding import tokenising

    monkeypatch.setattr(tokenising, "BATCH_CHARACTERS", 100)
    monkeypatch.setattr(tokenising, "PART_CHARACTERS", 50)
    counted = Counted(checkpoint)
    monkeypatch.setattr(tokenising, "checkpoint", counted)
    with serving(engine) as port:
        connection = post(port, "/v1/embeddings", {"model": "wherein", "input": TEXT})
        until(lambda: counted.calls >= 5)
        connection.close()
        until(lambda: len(cancelled) == 1)
    assert counted.calls < len(TEXT) / 100


def test_a_server_that_stops_cancels_what_runs(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Cancellation] = []

    def cancellation() -> Cancellation:
        made.append(Cancellation())
        return made[-1]

    monkeypatch.setattr(app, "Cancellation", cancellation)
    counted = Counted(page_ranking._words)
    monkeypatch.setattr(page_ranking, "_words", counted)
    answers: list[httpx2.Response] = []
    with serving(engine) as port:

        def ask() -> None:
            body = {"question": "Who is master?", "text": TEXT}
            url = f"http://127.0.0.1:{port}/v1/ask"
            answers.append(httpx2.post(url, json=body, headers=HEADERS, timeout=300))

        asking = threading.Thread(target=ask)
        asking.start()
        until(lambda: counted.calls >= 5)
        made[0].cancel()
        asking.join()
    assert answers[0].status_code == 503
    assert answers[0].json()["error"]["next_step"] == "Start it and ask again."
    assert counted.calls < PARAGRAPHS


def test_an_interrupt_cancels_the_work_and_then_ends_the_process_within_five_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slept: list[float] = []
    done: list[str] = []
    monkeypatch.setattr("wherein.server.run.time.sleep", slept.append)
    stopping = Cancellation()
    with stopping.calling(lambda: done.append("cancelled")):
        run._end_soon(stopping, lambda: done.append("ended"))
    assert done == ["cancelled", "ended"]
    assert sum(slept) < 5


HANGS = """
import time


def serve():
    time.sleep(600)
"""


def test_the_parser_of_a_client_that_left_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    monkeypatch.syspath_prepend(str(tmp_path))
    left, ended = Cancellation(), []

    with ParserProcess(module="hangs") as process:

        def parse() -> None:
            try:
                with left.bound():
                    process.parse(Source(b"text", "a.txt", "a.txt"))
            except BaseException as error:
                ended.append(error)

        thread = threading.Thread(target=parse)
        thread.start()
        until(lambda: process._process is not None)
        child = process._process
        assert child is not None
        left.cancel()
        thread.join()
        assert [type(one) for one in ended] == [Cancelled]
        assert child.poll() is not None
    assert isolated.SECONDS > 60  # nothing else ended it


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/ask", {"question": "Who is master?", "text": "word " * 300}),
        ("/v1/embeddings", {"model": "wherein", "input": ["word " * 150, "word " * 150]}),
    ],
)
def test_more_text_than_a_request_may_bring_is_refused_in_a_sentence(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any]
) -> None:
    monkeypatch.setattr(text_limit, "MOST_TEXT_BYTES", 1000)
    with serving(engine) as port:
        refused = httpx2.post(
            f"http://127.0.0.1:{port}{path}", json=body, headers=HEADERS, timeout=GIVE_UP_SECONDS
        )
    assert refused.status_code == 413
    error = refused.json()["error"]
    assert error["code"] == "too_large"
    assert "MB" in error["what"]
    assert error["next_step"]


def test_the_limit_is_sixteen_megabytes() -> None:
    assert text_limit.MOST_TEXT_BYTES == 16_000_000
    text_limit.check_size(["a" * 16_000_000], "The text", "Send less.")
    with pytest.raises(TextTooLarge):
        text_limit.check_size(["a" * 15_999_999, "é"], "The text", "Send less.")


def every_batch() -> Iterator[Callable[[], object]]:
    """What runs before the first event, each over several batches."""
    from tests.answering.test_pipeline import page as document

    passages = split.split(document(TEXT))
    yield lambda: split.split(document(TEXT))
    yield lambda: page.PageIndex.of(passages)
    yield lambda: page_ranking.PageRanking(passages)
    yield lambda: split.units("word " * 200_000)
    yield lambda: sentence_spans("It is so. " * 20_000)


def test_each_stage_before_the_first_event_ends_once_it_is_cancelled() -> None:
    for stage in every_batch():
        cancellation = Cancellation()
        with cancellation.bound():
            cancellation.cancel()
            with pytest.raises(Cancelled):
                stage()


def test_the_sentence_reader_ends_once_it_is_cancelled() -> None:
    from tests.answering.test_pipeline import page as document

    class Encoding:
        name, dimensions = "fake", 1

        def encode(self, texts: Any) -> Any:
            import numpy as np

            return np.ones((len(texts), 1), np.float32)

    cancellation = Cancellation()
    reader = sentence.SentenceReader(Encoding)
    readings = reader.read("Who is master?", split.split(document(TEXT)))
    with cancellation.bound():
        next(readings)
        cancellation.cancel()
        with pytest.raises(Cancelled):
            next(readings)
