"""A named pipe in the home is told as that: to open it the ordinary way waits for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wherein.core.errors import WhereinError
from wherein.home.folder import Home

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="This system has no named pipes.")
MINUTES = 180
READS = "from pathlib import Path; import sys; from wherein.home.folder import Home; h = Home(Path(sys.argv[1])); "


@pytest.mark.parametrize(
    ("name", "reads", "said"),
    [
        ("config.toml", "h.settings()", "It is not a regular file"),
        ("token", "h.token()", "It is not a regular file"),
        ("seen.json", "print(h.read_list('seen.json', 'x'))", "[]"),
    ],
)
def test_a_named_pipe_is_not_waited_for(tmp_path: Path, name: str, reads: str, said: str) -> None:
    os.mkfifo(tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-c", READS + reads, tmp_path],
        capture_output=True,
        text=True,
        timeout=MINUTES,
    )
    assert said in done.stderr + done.stdout


@pytest.mark.parametrize("name", ["config.toml", "token"])
def test_a_file_that_is_no_text_is_told_as_that(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\xff\xfe\x00")
    home = Home(tmp_path)
    with pytest.raises(WhereinError) as caught:
        _ = home.settings() if name == "config.toml" else home.token()
    assert "codec" not in str(caught.value)
