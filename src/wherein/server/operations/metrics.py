"""What a server tells Prometheus: its requests, refusals and indexes. Numbers alone: no question, document or person is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from wherein.core.errors import ExtraMissing
from wherein.core.text.extras import extra_command
from wherein.server.operations.observing import Answered

if TYPE_CHECKING:
    from prometheus_client import Metric

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


def is_installed() -> bool:
    """Whether the package prometheus-client is there."""
    return find_spec("prometheus_client") is not None


class Metrics:
    """The metrics of one application; an `Observer`. Threads may share it."""

    def __init__(self, looks: dict[str, tuple[str, Callable[[], float]]]) -> None:
        """`looks` are numbers that are looked up when they are asked for: a name, what it says, and how to get it. One that
        raises is left out."""
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
        from prometheus_client.process_collector import ProcessCollector

        self._registry = CollectorRegistry()
        self._requests = Counter(
            "wherein_requests", "Requests that were answered.", ("method", "route", "status"),
            registry=self._registry,
        )  # fmt: skip
        self._seconds = Histogram(
            "wherein_request_seconds", "Seconds from a request to the end of its response.",
            ("route",), registry=self._registry, buckets=_SECONDS,
        )  # fmt: skip
        self._running = Gauge(
            "wherein_requests_running", "Requests that run or wait.", registry=self._registry
        )
        ProcessCollector(registry=self._registry)
        self._looks = looks
        self._registry.register(_Looks(looks))

    def began(self) -> None:
        self._running.inc()

    def answered(self, one: Answered) -> None:
        self._running.dec()
        self._requests.labels(one.method, one.route, str(one.status)).inc()
        self._seconds.labels(one.route).observe(one.seconds)

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        from prometheus_client import generate_latest

        return generate_latest(self._registry)


def missing() -> ExtraMissing:
    return ExtraMissing(
        "Metrics need the package prometheus-client, which is not installed.",
        f"Get it: {extra_command('team')}",
    )


class _Looks:
    """A collector of `looks`."""

    def __init__(self, looks: dict[str, tuple[str, Callable[[], float]]]) -> None:
        self._looks = looks

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        for name, (said, look) in self._looks.items():
            try:
                value = look()
            except Exception:  # the others are told all the same
                continue
            yield GaugeMetricFamily(name, said, value)

    def describe(self) -> list[Metric]:
        """Nothing: a collector without it is asked for its numbers when it is registered."""
        return []
