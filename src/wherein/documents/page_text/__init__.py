"""What the lines of a PDF say together: columns, paragraphs, notes, heads, forms, the title and its authors. Knows page lines and building, and no PDFium."""
