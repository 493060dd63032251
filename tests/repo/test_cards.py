"""The cards of the models say what the files are: size and SHA-256 of each, as the manifest has them.

The constants in a reader.json are fitted again without a new card, so that they are in the manifest alone.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASSETS = json.loads((ROOT / "models" / "manifest.json").read_text("utf-8"))["assets"]
ROW = re.compile(r"^\| ([\w.]+) \| ([\d,]+) \| `([0-9a-f]{64})` \|$", re.M)
CARDS = ("small", "large", "static", "wordpiece")


@pytest.mark.parametrize("name", CARDS)
def test_a_card_lists_each_file_with_its_size_and_hash(name: str) -> None:
    (asset,) = [asset for asset in ASSETS if asset["name"] == name]
    stated = {
        file: (size.replace(",", ""), digest)
        for file, size, digest in ROW.findall((ROOT / "models" / name / "NOTICE.md").read_text("utf-8"))
    }  # fmt: skip
    assert stated == {
        file["path"]: (str(file["bytes"]), file["sha256"])
        for file in asset["files"]
        if file["path"] != "reader.json"
    }


@pytest.mark.parametrize("name", CARDS)
def test_a_card_says_licence_origin_and_data(name: str) -> None:
    text = (ROOT / "models" / name / "NOTICE.md").read_text("utf-8")
    assert re.search(r"\bApache-2\.0\b", text)
    assert re.search(r"^## Where it comes from|\b(from|distilled|vocabulary)\b", text, re.M | re.I)
    if name in ("small", "large", "static"):
        assert re.search(r"train", text, re.I)
        assert re.search(r"CC BY|licence", text, re.I)
