"""Word lists, patterns and constants that both languages read: files only, one a subject (README.md beside this)."""
