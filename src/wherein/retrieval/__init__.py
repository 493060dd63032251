"""Retrievers: from a question to passages, one module per method. Knows no reader and no answer."""
