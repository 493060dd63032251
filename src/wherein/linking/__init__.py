"""Entity linking: from a question to the articles it names, or to none. Knows no reader and no passage index."""
