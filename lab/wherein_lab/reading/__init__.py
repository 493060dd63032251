"""Measures readers on the right paragraph, on a page and on a book."""
