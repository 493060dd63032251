"""Retrieval by words: BM25, keywords, names, the ranking of one page. Knows passages, no vectors."""
