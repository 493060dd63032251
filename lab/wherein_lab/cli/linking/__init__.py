"""The commands that measure links from questions to articles. Knows no other room of commands."""
