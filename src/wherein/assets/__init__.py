"""Assets: model and data files by name. Locates, fetches and verifies them."""
