"""The probability that a sentence belongs to the answer, from what the reader's model gave anyway. Knows no engine."""
