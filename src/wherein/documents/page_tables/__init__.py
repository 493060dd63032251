"""Tables of PDF pages: from ruling lines and words that stand below each other to cells with headers. Knows page lines, page text and building, no blocks."""
