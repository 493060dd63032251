"""Clauses of contracts and policies: their numbers, what amends them, and what they refer to. Knows documents alone."""
