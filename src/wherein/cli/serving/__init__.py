"""The commands that serve other programs. Knows the terminal and the options, no other room of commands."""
