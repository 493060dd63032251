"""Locates the checkout that the lab runs from: it has the recipes, questions and conditions, which the distribution lacks."""

from __future__ import annotations

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
