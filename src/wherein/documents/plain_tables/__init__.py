"""Tables and forms that a plain text draws with spaces, bars and rules. Knows lines of text, no file format."""
