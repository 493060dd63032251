"""Printing, and opening of sources, for all commands. Knows no command."""
