"""The commands that ask and search. Knows the terminal and the options, no other command."""
