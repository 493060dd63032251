"""Retrievers find the passages for a question, one module per method. Knows no reader and no answer."""
