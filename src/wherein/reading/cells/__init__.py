"""Finds the table cell that a question names by its row and its column: knows blocks and words, no model and no grades."""
