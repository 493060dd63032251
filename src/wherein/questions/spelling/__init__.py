"""Misspelt words, and the question with them repaired. Knows words, no question's kind."""
