"""Measures whole answers: from a question and a corpus to the shown answers."""
