"""What every parser builds a document with: canonical text, dates, decoding, archives. Knows no format."""
