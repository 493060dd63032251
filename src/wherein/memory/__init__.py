"""Questions already answered, and where: kept, found again while the text still stands. Reads no page itself."""
