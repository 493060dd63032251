"""The library: documents that a person has added, in SQLite. Knows no index, reader or question."""
