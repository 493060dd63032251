"""Measures retrievers against each other and against published baselines."""
