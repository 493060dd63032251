"""Source code and logs; a line of the text is a line of the file. Knows sources and building, no other family."""
