"""Forms on the pages of PDF files: boxes with names, and lines of labels with values."""
