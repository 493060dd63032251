"""Measures the cost of indexes and knowledge bases by size."""
