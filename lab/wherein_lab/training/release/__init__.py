"""Releases a finished reader: the regression gate, the model card, the shipped files."""
