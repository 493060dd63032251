"""Settings changed from the app: the rest of the file stays, and what is wrong changes nothing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from wherein.core.errors import StorageFull, UsageError
from wherein.home.config_file import change_settings
from wherein.home.folder import Home

WRITTEN = """# My settings.
reader = "small"  # quick

memory_sites = ["example.org"]

[generative]
model = "qwen-1.5b"
words = 200
"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_a_file_is_made(home: Home) -> None:
    change_settings(
        home, {"caution": "high", "memory_sites": ("a.org", 'b"\\.org'), "memory_days": 30}
    )
    settings = home.settings()
    assert (settings.caution, settings.memory_days) == ("high", 30)
    assert settings.memory_sites == ("a.org", 'b"\\.org')


def test_the_rest_stays(home: Home) -> None:
    home.make_private()
    home.config.write_text(WRITTEN)
    change_settings(home, {"memory_sites": (), "fetch_urls": True})
    text = home.config.read_text()
    assert text.startswith('# My settings.\nreader = "small"  # quick\n')
    settings = home.settings()
    assert settings.memory_sites == ()
    assert settings.fetch_urls is True
    assert settings.generative is not None
    assert settings.generative.words == 200
    change_settings(home, {}, {"model": "gpt", "url": "http://127.0.0.1:9/v1"})
    changed = home.settings().generative
    assert changed is not None
    assert (changed.model, changed.url, changed.words) == ("gpt", "http://127.0.0.1:9/v1", 130)
    change_settings(home, {}, {})
    assert home.settings().generative is None
    assert home.settings().fetch_urls is True


def test_a_full_disk_keeps_the_settings_and_leaves_nothing_behind(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_settings(home, {"caution": "high"})

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFull, match="the settings are as they were"):
        change_settings(home, {"caution": "low"})
    assert home.settings().caution == "high"
    assert [path.name for path in home.folder.iterdir()] == ["config.toml"]


def test_what_is_not_valid_changes_nothing(home: Home) -> None:
    with pytest.raises(UsageError):
        change_settings(home, {"memory_days": -1})
    assert not home.config.exists()
    home.make_private()
    home.config.write_text(WRITTEN)
    with pytest.raises(UsageError):
        change_settings(home, {"nothing": "x"})
    with pytest.raises(UsageError):
        change_settings(home, {}, {"words": 3})
    assert home.config.read_text() == WRITTEN


def test_a_file_that_cannot_be_changed_line_by_line_is_left(home: Home) -> None:
    home.make_private()
    text = 'memory_sites = [\n  "example.org",\n]\n'
    home.config.write_text(text)
    with pytest.raises(UsageError, match="can't be changed here"):
        change_settings(home, {"memory_sites": ("a.org",)})
    assert home.config.read_text() == text
    change_settings(home, {"caution": "low"})
    assert home.settings().memory_sites == ("example.org",)
