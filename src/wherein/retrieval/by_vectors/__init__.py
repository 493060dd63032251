"""Retrieval by meaning: vectors, where they are kept, and their neighbours. Knows passages, not their words."""
