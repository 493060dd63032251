"""Indexes that Milvus keeps: words by its BM25, meaning by its vectors. Each is derived from the library."""
