"""Indexes in a team's PostgreSQL: its own full text, and vectors by pgvector, to compare with those of each machine. Knows words and vectors."""
