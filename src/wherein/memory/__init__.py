"""The question memory: earlier questions with their answers, served while the text is unchanged. Reads no page."""
