"""Phrases and words that refer to something said before: names, pronouns, referents. Knows words, no turn."""
