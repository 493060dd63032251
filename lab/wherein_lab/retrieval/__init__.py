"""Retrievers measured beside each other and beside published baselines."""
