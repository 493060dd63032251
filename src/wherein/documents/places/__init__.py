"""Locates a span: its boxes on the pages, its cell in a table. Knows no parser."""
