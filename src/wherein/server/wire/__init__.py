"""The wire format of HTTP, and the JSON that all doors print. Knows answers as values, and no route."""
