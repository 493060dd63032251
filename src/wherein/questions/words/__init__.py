"""Words: the dictionary, forms, keys, the language they are of. Knows no question."""
