"""Words: dictionary, forms, keys, language. Knows no question."""
