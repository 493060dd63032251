"""The command line: one module for each command. No package below knows the terminal."""
