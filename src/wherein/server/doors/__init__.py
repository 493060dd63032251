"""Protocols of others: OpenAI's form and the Model Context Protocol. Knows wire and guards, no route of ours."""
