"""Every route against openapi.json, with requests made of its schemas: no 5xx, and no response but those it describes.

A few requests a route in the usual run, many with `--soak`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.clock import GIVE_UP_SECONDS
from tests.server.serving import TOKEN, serving
from wherein import Engine
from wherein.samples import sample_files

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_path(Path(__file__).parents[2] / "contracts" / "openapi.json")
REQUESTS = 200 if "--soak" in sys.argv else 6


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("openapi")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))  # what requests may add lies below it
        with Engine.open(folder / "home") as engine:
            engine.add(*sample_files())
            with serving(engine) as port:
                yield f"http://127.0.0.1:{port}"


@SCHEMA.parametrize()
@settings(
    max_examples=REQUESTS,
    deadline=None,
    derandomize=REQUESTS < 100,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_a_route_keeps_its_word(base: str, case: Case) -> None:
    response = case.call(
        base_url=base, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=GIVE_UP_SECONDS
    )
    case.validate_response(response, checks=CHECKS)
