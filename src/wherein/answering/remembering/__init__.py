"""Remembered questions: when an earlier answer is served, judged, listed and forgotten. Knows attempts, and no door."""
