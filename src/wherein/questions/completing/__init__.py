"""Completions while a person types, and questions that a text answers. Knows words and spelling."""
