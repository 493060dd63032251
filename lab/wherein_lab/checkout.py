"""Where the checkout is that the lab runs from: recipes, questions and conditions lie in it, not in the distribution."""

from __future__ import annotations

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
