"""The tables of a page: which cells there are and what heads them. Knows no text rules."""
