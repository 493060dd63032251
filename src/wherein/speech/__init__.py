"""Speech: a recording to the words of a question, and words to sound. Knows no document and no question."""
