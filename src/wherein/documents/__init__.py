"""Bytes to a Document: one module per format. Knows nothing of storage or questions."""
