"""Writes contracts/static-encoder.json: texts and the cosines between them, as the shipped encoder gives them."""

from __future__ import annotations

import json
from pathlib import Path

from wherein.encoding.static import StaticEncoder

ROOT = Path(__file__).parents[2]
TEXTS = [
    "Who built the lighthouse?",
    "The tower was designed by the engineer Marta Lindqvist.",
    "Tickets cost 60 kronor; children under seven enter free \U0001f600.",
    "Wie hoch ist der Turm?",
    "\u706f\u53f0\u306e\u9ad8\u3055",
    "",
]

encoder = StaticEncoder.load(ROOT / "models/static", ROOT / "models/wordpiece/tokenizer.json")
vectors = encoder.encode(TEXTS)
cosines = [[round(float(a @ b), 5) for b in vectors] for a in vectors]
(ROOT / "contracts/static-encoder.json").write_text(
    json.dumps({"texts": TEXTS, "cosines": cosines}, ensure_ascii=False, indent=1) + "\n", "utf-8"
)
