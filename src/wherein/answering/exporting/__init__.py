"""Questions with their answers as Markdown, CSV and citations. Knows tables; asks nothing."""
