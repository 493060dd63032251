"""Readers mark candidate spans for a question in passages, one module per method. Knows no retrieval and no storage."""
