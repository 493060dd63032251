"""Follow-ups: a question completed from the turns before it. Knows phrases, words and questions, no document."""
