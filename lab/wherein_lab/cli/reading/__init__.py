"""The commands that measure readers on paragraphs, pages and scans. Knows no other command."""
