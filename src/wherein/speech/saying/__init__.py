"""From a text to what is said and its sound. Knows sound, nothing that listens."""
