"""Spoken questions to measure with: which ones, in which voices and noise, and their recordings. Knows no measurement."""
