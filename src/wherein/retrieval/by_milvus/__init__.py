"""Indexes that Milvus keeps: words by its BM25, meaning by its vectors, both derived from the library. Knows no other index and no answer."""
