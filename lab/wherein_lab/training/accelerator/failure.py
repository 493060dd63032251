"""The one error of a run in a bundle: a sentence and the next step. A bundle holds no module of the product."""

from __future__ import annotations


class RunError(Exception):
    """`str()` of it is one sentence on what is wrong and one on what to do."""
