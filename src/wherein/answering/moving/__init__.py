"""A whole library with its memory, taken from one store to another, into a file and out of it. Knows stores by their Protocols."""
