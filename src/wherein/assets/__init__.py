"""Assets: model and data files by name, where they are, how they are fetched and verified."""
