"""The folder where everything is kept: its files, settings and databases. Knows no document and no question."""
