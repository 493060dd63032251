"""The error and the next step for a damaged knowledge base. Detects no damage."""

from __future__ import annotations

from pathlib import Path

from wherein.core.errors import BaseDamaged


def damaged(folder: Path, how: object) -> BaseDamaged:
    """The error for the base in `folder`; `how` describes the damage in a few words."""
    name = folder.name.partition(".")[0]  # one that is being built has an ending
    return BaseDamaged(f"The knowledge base {name} is damaged ({how}).", what_to_do(name), name)


def what_to_do(name: str) -> str:
    """The next step for a damaged base."""
    return f"Make it again: wherein kb add {name} SOURCE; or remove it: wherein kb remove {name}"
