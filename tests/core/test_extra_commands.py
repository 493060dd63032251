"""How an optional part is installed fits the place that wherein runs from."""

from __future__ import annotations

from pathlib import Path

from wherein.core.text.extras import again_command, extra_command, lab_command


def test_a_checkout_installs_from_itself_and_an_installation_from_the_package(
    tmp_path: Path,
) -> None:
    assert extra_command("mcp", tmp_path) == "pip install 'wherein[mcp]'"
    assert (
        again_command(tmp_path)
        == "pip install --force-reinstall --no-deps --no-index --find-links WHEELS wherein"
    )
    assert lab_command(tmp_path) == "pip install --no-index --find-links WHEELS wherein-lab"
    (tmp_path / "pyproject.toml").touch()
    assert extra_command("mcp", tmp_path) == ".venv/bin/pip install -e '.[mcp]'"
    assert again_command(tmp_path) == "make setup"
    assert extra_command("mcp").startswith(".venv/bin/pip")
