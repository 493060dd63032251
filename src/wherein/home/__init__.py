"""The home folder: its files, settings and databases. Knows no document and no question."""
