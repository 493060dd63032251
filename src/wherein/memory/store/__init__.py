"""Where questions and answers are kept: the Protocols and their SQLite files. Knows no policy."""
