"""Readers measured: from the right paragraph, over a page, over a book."""
