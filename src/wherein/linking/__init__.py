"""From a question to the articles it names, or to none. Knows knowledge bases, no reader and no index of passages."""
