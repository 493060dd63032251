"""Measures the question memory: pairs, paraphrase hits, load and size."""
