"""The terminal door: one module per command. Nothing below it knows the terminal."""
