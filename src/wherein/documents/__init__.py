"""Bytes of a file or page to a Document: one module per format. Knows nothing of storage or questions."""
