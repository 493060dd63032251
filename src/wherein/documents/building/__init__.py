"""The tools of every parser: canonical text, dates, decoding, archives. Knows no format."""
