"""PDF: from lines with boxes to paragraphs, columns and pages. Knows sources, building and page lines, no other family."""
