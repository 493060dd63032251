"""Questions: parsing, spelling, synonyms, paraphrases. Knows words, no documents and no models."""
