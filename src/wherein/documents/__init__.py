"""Parsers: from bytes to a `Document`, one module for each format. Knows no storage and no questions."""
