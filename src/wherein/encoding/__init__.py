"""Encoders: from texts to vectors. Knows no question and no passage."""
