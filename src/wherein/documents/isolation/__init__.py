"""The separate process that parses with limits, and its messages. Knows how to parse, and no storage."""
