"""The commands that measure through a door: a server, a browser, speech. Knows no other command."""
