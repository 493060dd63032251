"""Plain text and Markdown, also too long to hold. Knows HTML, since Markdown becomes blocks that way."""
