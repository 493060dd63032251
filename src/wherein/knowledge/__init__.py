"""Articles with titles and aliases, and the index from names to them. Knows nothing of questions."""
