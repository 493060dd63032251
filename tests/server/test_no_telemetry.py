"""The web framework can report each request to an OpenTelemetry provider of the process; the server turns that off."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# In a process of its own: a provider is chosen once for each.
WATCHED = """
import sys
from opentelemetry import trace

class Watching(trace.NoOpTracer):
    def start_span(self, name, *args, **more):
        print("span", name)
        return super().start_span(name, *args, **more)

class Provider(trace.TracerProvider):
    def get_tracer(self, *args, **more):
        return Watching()

trace.set_tracer_provider(Provider())
from starlette.testclient import TestClient
from wherein import Engine
from wherein.server.app import create_app

with Engine.open(sys.argv[1]) as engine:
    client = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1")
    body = {"question": "Who has the key?", "text": "Ingrid has the key."}
    done = client.post("/v1/ask", json=body, headers={"Authorization": "Bearer t"})
    print("status", done.status_code)
"""


def test_a_provider_of_the_process_gets_no_request(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(tmp_path / "home")], capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["status 200"], done.stdout + done.stderr
