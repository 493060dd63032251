"""Corpora, questions and their gold spans from files. Measures nothing."""
