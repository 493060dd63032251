"""The commands that listen and speak. Knows the terminal and the options, no other room of commands."""
