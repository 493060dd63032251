"""Readers: from a question and passages to candidate spans, one module per method. Knows no retrieval and no storage."""
