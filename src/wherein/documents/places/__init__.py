"""Where a span stands: its boxes on the pages, its cell in a table. Knows no parser."""
