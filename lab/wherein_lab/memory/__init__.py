"""The question memory measured: pairs, near hits, load and size."""
