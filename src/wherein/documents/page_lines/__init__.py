"""The lines of a page with their boxes, from PDFium or recognised in a picture. Knows no paragraphs and no file."""
