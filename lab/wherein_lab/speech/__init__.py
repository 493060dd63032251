"""Measuring speech: spoken questions made by synthesisers, word errors, names, times."""
