"""Rules by which a cell is not the one that a question asks for: of another identifier or time, out of a range, or beside a packed number."""
