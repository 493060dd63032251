"""The tables of sheets, and of documents with tables like theirs: where they are, and what heads their cells."""
