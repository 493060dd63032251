"""Text to vectors: the static encoder and the transformer. Knows nothing of what is compared, or why."""
