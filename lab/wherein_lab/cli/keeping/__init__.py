"""The commands that measure what is kept and found again: indexes, libraries, memory. Knows no other command."""
