"""What becomes of words within a line: superscripts, icons, formulas, and text that is put in. Knows no blocks."""
