"""Speaks a text: writes it out as it is pronounced, and synthesises it. Knows nothing of recognition."""
