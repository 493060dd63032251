"""Mail, and web pages saved as mail. Knows HTML and plain text, in which mail is written."""
