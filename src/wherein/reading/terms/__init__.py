"""Finds what stands under the term that a question asks about: knows blocks, words and signs, no model and no grades."""
