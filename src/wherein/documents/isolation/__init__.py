"""The process of its own that parses with limits, and what goes to it and back. Knows how to parse, and no storage."""
