"""The commands for what is kept: library, bases, memory, models. Knows the terminal and the options, no other room of commands."""
