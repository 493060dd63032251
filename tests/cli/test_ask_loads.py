"""What `wherein ask` loads before it answers: only what it needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SHOW = """
import sys
from wherein.cli.main import invoke

invoke(["ask", sys.argv[1], "Who is the harbour master?"])
print([name for name in ("pydantic", "fastapi", "webbrowser") if name in sys.modules])
"""


def test_a_text_answer_loads_nothing_of_the_server(home: Path, tmp_path: Path) -> None:
    page = tmp_path / "harbour.md"
    page.write_text("The harbour master is Ingrid Haugen.")
    ran = subprocess.run(
        [sys.executable, "-c", SHOW, str(page)], capture_output=True, text=True, check=True
    )
    assert "Ingrid Haugen" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "[]"
