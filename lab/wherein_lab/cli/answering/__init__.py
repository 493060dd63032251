"""The commands that measure answers of the whole engine. Knows no other command."""
