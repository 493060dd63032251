"""Question to passages: one module per method. Knows nothing of readers or answers."""
