"""What the commands print with, and how they open sources. Knows no command."""
