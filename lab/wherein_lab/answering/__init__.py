"""Whole answers measured: from a question and a corpus to what a person is shown."""
