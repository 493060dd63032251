"""The documents a person keeps, in SQLite. Knows nothing of indexes, readers or questions."""
