"""Training examples: sources and their licences, negatives, synthetic questions, windows of token ids."""
